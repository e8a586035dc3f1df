import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { interimCounter, PARSED_FIELD_BYTES, takeIn } from './intake.ts';
import type { HttpRequest, HttpResponse } from './transport.ts';

/** How much longer than the body the announced length is. */
const MISSING_BYTES = 64;

/** Sends headers and part of a body, closes the sending side, and reads what comes; undici has no way to do this. */
export async function halfClosedExchange(
  { method, url, headers, body = '' }: HttpRequest,
  signal: AbortSignal,
  mostBytes: number,
): Promise<HttpResponse> {
  const send = new URL(url).protocol === 'https:' ? httpsRequest : httpRequest;
  const length = Buffer.byteLength(body) + MISSING_BYTES;
  const options = {
    method,
    headers: { ...headers, 'content-length': String(length) },
    agent: false,
    signal,
    maxHeaderSize: PARSED_FIELD_BYTES,
  } as const;
  return new Promise((resolve, reject) => {
    const request = send(url, options, (response) => {
      takeIn(headOf(response), response, mostBytes).then(resolve, reject);
    });
    const count = interimCounter();
    request.on('information', () => {
      try {
        count();
      } catch (excess) {
        request.destroy(excess instanceof Error ? excess : undefined);
      }
    });
    request.once('error', reject);
    request.once('socket', (socket) => socket.once('connect', () => request.write(body, () => socket.end())));
    request.flushHeaders();
  });
}

function headOf({ statusCode = 0, headersDistinct }: IncomingMessage): Pick<HttpResponse, 'status' | 'headers'> {
  const headers = Object.entries(headersDistinct).map(([name, values = []]) => [name, values.length === 1 ? (values[0] ?? '') : values]);
  return { status: statusCode, headers: Object.fromEntries(headers) };
}
