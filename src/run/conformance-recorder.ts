import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { decodeBody } from '../drive/decode.ts';
import { undici } from '../drive/undici.ts';
import type { HarEntry } from '../model/types.ts';

/**
 * An interceptor of undici that records what passes through a dispatcher, entry by entry, and changes nothing of it.
 * @param origin of requests that tell none: those through a Client or Pool, which has one of its own
 */
export function recorder(onEntry: (entry: HarEntry) => void, origin: string): Dispatcher.DispatcherComposeInterceptor {
  const { DecoratorHandler } = undici();
  return (dispatch) => (options, handler) => {
    const { method } = options;
    const request = { method, url: urlOf(options, origin), headers: fieldsOf(options.headers) };
    const [startedDateTime, begun] = [new Date().toISOString(), performance.now()];
    const sent: Buffer[] = [];
    const received: Buffer[] = [];
    let head: Pick<HarEntry['response'], 'status' | 'headers'> = { status: 0, headers: [] };
    // Of whichever form the handler is: undici's own wrapper knows both.
    const inner: Dispatcher.DispatchHandler = new DecoratorHandler(handler);
    return dispatch(
      { ...options, body: copied(options.body ?? null, sent) },
      {
        onRequestStart: (...args) => inner.onRequestStart?.(...args),
        onRequestUpgrade: (...args) => inner.onRequestUpgrade?.(...args),
        onResponseStart(controller, status, headers, message) {
          head = { status, headers: fieldsOf(headers) };
          inner.onResponseStart?.(controller, status, headers, message);
        },
        onResponseData(controller, chunk) {
          received.push(Buffer.from(chunk));
          inner.onResponseData?.(controller, chunk);
        },
        onResponseEnd(controller, trailers) {
          const time = performance.now() - begun;
          const text = Buffer.concat(sent).toString();
          const content = contentOf(Buffer.concat(received), head.headers);
          onEntry({ startedDateTime, time, request: { ...request, postData: { text } }, response: { ...head, content } });
          inner.onResponseEnd?.(controller, trailers);
        },
        onResponseError: (...args) => inner.onResponseError?.(...args),
      },
    );
  };
}

function urlOf({ origin = '', path, query }: Dispatcher.DispatchOptions, untold: string): string {
  const url = new URL(path, origin === '' ? untold : origin);
  for (const [name, value] of Object.entries(query ?? {})) for (const one of [value].flat()) url.searchParams.append(name, String(one));
  return url.href;
}

type Body = NonNullable<Dispatcher.DispatchOptions['body']> | null;

/** The body as it goes on; what is a stream is copied as it is read. */
function copied(body: Body, into: Buffer[]): Body {
  if (typeof body === 'string' || body instanceof Uint8Array) into.push(Buffer.from(body));
  else if (body !== null && Symbol.asyncIterator in body) return Readable.from(copying(body, into), { objectMode: false });
  return body;
}

async function* copying(body: AsyncIterable<unknown>, into: Buffer[]): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    const bytes = typeof chunk === 'string' || chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.alloc(0);
    into.push(bytes);
    yield bytes;
  }
}

type Fields = HarEntry['response']['headers'];

/** undici takes names and values in turn, pairs, or an object. */
function fieldsOf(headers: Dispatcher.DispatchOptions['headers']): Fields {
  if (headers === null || headers === undefined) return [];
  if (Array.isArray(headers)) return headers.flatMap((name, index) => (index % 2 === 0 ? [{ name, value: headers[index + 1] ?? '' }] : []));
  const pairs = isIterable(headers) ? [...headers] : Object.entries(headers);
  return pairs.flatMap(([name, values]) => [values ?? []].flat().map((value) => ({ name, value })));
}

function isIterable<T>(value: object | Iterable<T>): value is Iterable<T> {
  return Symbol.iterator in value;
}

/** Decoded; a body that cannot be is one that was not recorded. */
function contentOf(bytes: Buffer, headers: Fields): HarEntry['response']['content'] {
  const coding = headers.filter(({ name }) => name.toLowerCase() === 'content-encoding').map(({ value }) => value);
  try {
    return { text: decodeBody(bytes, coding, MOST_BYTES).toString() };
  } catch {
    return { size: bytes.length };
  }
}

const MOST_BYTES = 16 << 20;
