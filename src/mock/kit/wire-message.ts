import { STATUS_CODES, validateHeaderValue, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { WireRequest, WireResponse } from './service.ts';

export type Handle = (request: WireRequest) => Promise<WireResponse>;

/** A request of node:http with its body, its target in origin form (RFC 9112 section 3.2.2). */
export function toWire(message: IncomingMessage, body: string): WireRequest {
  const headers = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
  const { host = headers['host'] ?? '', target } = readTarget(message.url ?? '');
  return {
    method: message.method ?? '',
    target,
    headers,
    body,
    remoteAddress: addressOf(message.socket),
    origin: `http://${host === '' ? `${message.socket.localAddress ?? 'localhost'}:${message.socket.localPort ?? 80}` : host}`,
    ...(hasFitHost(message) ? {} : { unreadable: 'malformed' }),
  };
}

/** What stands for a request of which not even the first lines have arrived. */
export function unknownRequest(socket: Socket): WireRequest {
  return { method: '', target: '', headers: {}, body: '', remoteAddress: addressOf(socket), origin: '' };
}

function readTarget(url: string): { readonly host?: string; readonly target: string } {
  const [, host, rest = ''] = /^https?:\/\/([^/?#]*)(.*)/i.exec(url) ?? [];
  if (host === undefined) return { target: url };
  return { host, target: rest.startsWith('/') ? rest : `/${rest}` };
}

/** One Host with the characters of an authority; before HTTP/1.1 there may be none (RFC 9112 section 3.2). */
function hasFitHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const [host, ...more] = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host');
  if (host === undefined) return httpVersion !== '1.1';
  return more.length === 0 && /^[\w.~%!$&'()*+,;=:[\]-]*$/.test(host);
}

/** IPv4 addresses as such, also where the socket is a dual one. */
function addressOf(socket: Socket): string {
  return (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
}

/** What the service answers; a bare 500 where it fails, or answers what cannot be sent. No answer shows a stack. */
export async function answerFrom(handle: Handle, request: WireRequest): Promise<WireResponse> {
  try {
    const answer = await handle(request);
    for (const [name, value] of Object.entries(answer.headers)) for (const one of [value].flat()) validateHeaderValue(name, one);
    return answer;
  } catch {
    return { status: 500, headers: { 'content-type': 'application/json' }, body: '{}' };
  }
}

/** The bytes of a last answer on a connection, for where node:http has no response object to write to. */
export function rawMessage({ status, headers, body }: WireResponse): string {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
  const length = `content-length: ${Buffer.byteLength(body)}`;
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, length, 'connection: close', '', body].join('\r\n');
}
