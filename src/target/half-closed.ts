import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { TooLarge } from './too-large.ts';
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
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers: { ...headers, 'content-length': String(length) }, agent: false, signal }, (response) => {
      readAll(response, mostBytes).then(resolve, reject);
    });
    request.once('error', reject);
    request.once('socket', (socket) => socket.once('connect', () => request.write(body, () => socket.end())));
    request.flushHeaders();
  });
}

async function readAll(response: IncomingMessage, mostBytes: number): Promise<HttpResponse> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > mostBytes) throw new TooLarge(mostBytes);
    chunks.push(part);
  }
  const whole = Buffer.concat(chunks);
  const headers = Object.fromEntries(
    Object.entries(response.headersDistinct).map(([name, values = []]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
  return { status: response.statusCode ?? 0, headers, text: whole.toString('utf8'), bytes: whole.length };
}
