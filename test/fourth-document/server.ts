import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What can be wrong with the library. */
export const DEFECTS = ['a page loses a book', 'cards never end', 'a returned loan stays active'] as const;
export type Defect = (typeof DEFECTS)[number];

export interface Library {
  readonly url: string;
  readonly close: () => void;
}

interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const PAGE = 2;
const HOUR_MS = 3_600_000;

/** A library that lends books, on a free port of 127.0.0.1, with its provider states and its clock beside it. */
export async function startLibrary(defect?: Defect): Promise<Library> {
  const shelves = new Map<string, readonly string[]>();
  const cards = new Map<string, { readonly reader: string; readonly end: number }>();
  const loans = new Map<string, { readonly id: string; status: string }>();
  let aheadMs = 0;
  const now = (): number => Date.now() + aheadMs;

  const loan = (status: number, id: string, next?: string): Answer => {
    const found = loans.get(id);
    if (found === undefined) return { status: 404, body: { error: 'no such loan' } };
    if (next !== undefined) found.status = next;
    return { status, body: { ...found } };
  };
  const page = (isbns: readonly string[], after: string | null): Answer => {
    const from = after === null ? 0 : isbns.indexOf(after) + 1;
    const to = from + PAGE;
    const shown = isbns.slice(from, to).slice(after !== null && defect === 'a page loses a book' ? 1 : 0);
    const last = isbns[to - 1];
    const more = to < isbns.length && last !== undefined ? { link: `</books?after=${last}>; rel="next"` } : {};
    return { status: 200, headers: more, body: { books: shown.map((isbn) => ({ isbn, title: `Book ${isbn}` })) } };
  };
  const control = (path: string, message: Readonly<Record<string, unknown>>): Answer => {
    if (path === '/control/clock') {
      const [, hours = 0, minutes = 0, seconds = 0] = (/^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(String(message['advance'])) ?? []).map(
        (part) => Number(part ?? 0),
      );
      aheadMs += ((hours * 60 + minutes) * 60 + seconds) * 1000;
      return { status: 200, body: { now: new Date(now()).toISOString() } };
    }
    if (message['action'] === 'teardown') return { status: 200, body: {} };
    const params = message['params'];
    const books = typeof params === 'object' && params !== null ? Reflect.get(params, 'books') : undefined;
    const isbns = Array.from({ length: typeof books === 'number' ? books : 5 }, () => randomUUID());
    const [isbn = ''] = isbns;
    const reader = `reader-${randomUUID()}`;
    shelves.set(reader, isbns);
    return { status: 200, body: { reader, pin: `pin-${randomUUID()}`, isbn, count: isbns.length, isbns } };
  };
  const answer = ({ method = '', headers }: IncomingMessage, url: URL, body: Readonly<Record<string, unknown>>): Answer => {
    const [, first = '', id = '', act] = url.pathname.split('/');
    if (first === 'control') return control(url.pathname, body);
    if (first === 'cards') {
      const card = `card-${randomUUID()}`;
      cards.set(card, { reader: String(body['reader']), end: now() + HOUR_MS });
      return { status: 200, body: { card, valid_until: new Date(now() + HOUR_MS).toISOString() } };
    }
    const held = cards.get(String(headers.authorization).replace(/^Bearer /, ''));
    if (held === undefined || (held.end < now() && defect !== 'cards never end')) return { status: 401, body: { error: 'no valid card' } };
    if (first === 'books') return page(shelves.get(held.reader) ?? [], url.searchParams.get('after'));
    if (method === 'GET') return loan(200, id);
    if (act === 'hand-out') return loan(200, id, 'ACTIVE');
    if (act === 'return') return loan(200, id, defect === 'a returned loan stays active' ? 'ACTIVE' : 'RETURNED');
    const made = { id: randomUUID(), status: 'REQUESTED' };
    loans.set(made.id, made);
    return loan(201, made.id);
  };

  const server = createServer((request, response) => void serve(request, response));
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = '';
    for await (const part of request) text += String(part);
    const body: Readonly<Record<string, unknown>> = text === '' ? {} : JSON.parse(text);
    const told = answer(request, new URL(request.url ?? '/', 'http://127.0.0.1'), body);
    response
      .writeHead(told.status, { 'content-type': 'application/json', date: new Date(now()).toUTCString(), ...told.headers })
      .end(JSON.stringify(told.body));
  };
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new TypeError(`expected a port, found ${String(address)}`);
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close().closeAllConnections() };
}
