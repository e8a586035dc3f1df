import type { WireRequest, WireResponse } from '../kit/service.ts';

const EXPOSED = 'X-Rate-Limit-Limit, X-Rate-Limit-Remaining, X-Rate-Limit-Reset';

/** The answer to a browser that asks whether a page of another origin may send a request (Fetch standard, CORS-preflight); else undefined. */
export function preflight({ method, headers }: WireRequest): WireResponse | undefined {
  const [origin, asked] = [headers['origin'], headers['access-control-request-method']];
  if (method !== 'OPTIONS' || origin === undefined || asked === undefined) return undefined;
  const names = headers['access-control-request-headers'];
  return {
    status: 204,
    headers: {
      ...permission(origin),
      'access-control-allow-methods': asked,
      ...(names === undefined ? {} : { 'access-control-allow-headers': names }),
    },
    body: '',
  };
}

/** What lets the page of another origin read an answer. */
export function readableFrom({ headers }: WireRequest): WireResponse['headers'] {
  const origin = headers['origin'];
  return origin === undefined ? {} : { ...permission(origin), 'access-control-expose-headers': EXPOSED };
}

/** Clients send cookies along, so that the origin has to be named: there is no wildcard with credentials. */
function permission(origin: string): Readonly<Record<string, string>> {
  return { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true', vary: 'Origin' };
}
