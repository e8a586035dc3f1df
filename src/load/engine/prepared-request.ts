import type { HttpMethod, HttpRequest } from '../../drive/transport.ts';

/** A request as it is sent many times. */
export interface PreparedRequest {
  readonly origin: string;
  readonly method: HttpMethod;
  /** with its query */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** What cannot be sent again and again over one connection. */
export class NotSendable extends Error {
  override readonly name = 'NotSendable';
}

/** A request to be sent again and again. Throws NotSendable for what its connection would not survive. */
export function prepareRequest({ method, url, headers, body, halfClose }: HttpRequest): PreparedRequest {
  const { origin, pathname, search } = new URL(url);
  if (method === 'HEAD') throw new NotSendable(`HEAD ${pathname}: an answer without its body cannot be told from one that is late`);
  if (halfClose === true) throw new NotSendable(`${method} ${pathname}: half a request ends its connection`);
  const broken = Object.entries(headers).find(([name, value]) => /[\r\n]/.test(name + value));
  if (broken !== undefined) throw new NotSendable(`${method} ${pathname}: the header ${broken[0].trim()} has a line break`);
  return { origin, method, path: pathname + search, headers: { 'accept-encoding': 'identity', ...headers }, body };
}
