import type { HttpRequest } from '../../drive/transport.ts';

/** A request as it goes out, built once and sent many times. */
export interface PreparedRequest {
  readonly origin: string;
  readonly bytes: Buffer;
}

/** What cannot be sent again and again over one connection. */
export class NotSendable extends Error {
  override readonly name = 'NotSendable';
}

/** The bytes of an HTTP/1.1 request (RFC 9112, section 3). Throws NotSendable for what its connection would not survive. */
export function prepareRequest({ method, url, headers, body, halfClose }: HttpRequest): PreparedRequest {
  const { origin, host, pathname, search } = new URL(url);
  if (method === 'HEAD') throw new NotSendable(`HEAD ${pathname}: an answer without its body cannot be told from one that is late`);
  if (halfClose === true) throw new NotSendable(`${method} ${pathname}: half a request ends its connection`);
  const content = Buffer.from(body ?? '');
  const announced = content.length > 0 || method === 'POST' || method === 'PUT' || method === 'PATCH';
  const fields: Readonly<Record<string, string>> = {
    host,
    connection: 'keep-alive',
    'accept-encoding': 'identity',
    ...headers,
    ...(announced ? { 'content-length': String(content.length) } : {}),
  };
  const broken = Object.entries(fields).find(([name, value]) => /[\r\n]/.test(name + value));
  if (broken !== undefined) throw new NotSendable(`${method} ${pathname}: the header ${broken[0].trim()} has a line break`);
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    origin,
    bytes: Buffer.concat([Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'), content]),
  };
}
