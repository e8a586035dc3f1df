import { demandNames, readMembers, type Arguments } from './arguments.ts';
import { isObject } from './json.ts';
import { ControlError, type WireRequest } from './service.ts';

/** A body of another media type than JSON. */
export class RefusedMedia extends ControlError {}

/** Refuses a message that arrived broken: nothing is done by halves. Throws ControlError. */
export function demandWhole({ unreadable, halfClosed }: WireRequest): void {
  if (halfClosed === true) throw new ControlError('mock-request-broken', 'the request ended before it was complete', 'Send it whole.');
  if (unreadable === 'headers-too-large')
    throw new ControlError('mock-request-broken', 'the header fields are too large', 'Send fewer or shorter ones.');
  if (unreadable !== undefined) throw new ControlError('mock-request-broken', 'this is no proper HTTP', 'Send HTTP/1.1, with one Host.');
}

/** The query parameters, each at most once and of these names. Throws ControlError. */
export function readQuery(query: URLSearchParams, known: readonly string[]): Readonly<Record<string, string>> {
  const names = [...query.keys()];
  demandNames(Object.fromEntries(query), known, (name) => `unknown query parameter '${name}'`, 'Send it without a query.');
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new ControlError('mock-exclusive', `the query parameter '${twice}' stands there twice`, 'Send it once.');
  return Object.fromEntries(query);
}

/** Reads a body as JSON object with no keys but these; none at all is an empty object. Throws ControlError. */
export function readBody({ headers, body: text }: WireRequest, keys: readonly string[]): Arguments {
  const type = headers['content-type'] ?? '';
  if (text !== '' && !/^application\/json\s*(?:;|$)/i.test(type))
    throw new RefusedMedia('mock-media-type', `Content-Type is '${type}'`, 'Send application/json.');
  const body = text === '' ? {} : parse(text);
  const wanted = `Send a JSON object with ${keys.join(', ') || 'no members'}.`;
  if (body === undefined) throw new ControlError('mock-request-broken', 'the body is no JSON', wanted);
  if (!isObject(body)) throw new ControlError('mock-request-broken', 'the body is not a JSON object', wanted);
  demandNames(body, keys, (name) => `unknown member '${name}'`, 'Send an empty object.');
  return readMembers(body);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
