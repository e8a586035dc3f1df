import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Behaviour, GoodAnswer, Visit } from './server.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** Bytes as they are, then the end of the connection. */
const raw =
  (bytes: string | Buffer): Behaviour =>
  ({ socket }) =>
    void socket.end(bytes);

/** A whole answer with the length that it has. */
const whole = (body: string | Buffer, headers = ''): Behaviour =>
  raw(Buffer.concat([Buffer.from(`${OK}${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n`), Buffer.from(body)]));

/** What a good deployment answers, but for what is changed. */
const changed =
  (change: (answer: GoodAnswer, visit: Visit) => GoodAnswer): Behaviour =>
  async (visit) => {
    const answer = change(await visit.good(), visit);
    visit.response.writeHead(answer.status, { ...answer.headers }).end(answer.body);
  };

const withHeaders = (headers: (answer: GoodAnswer, visit: Visit) => Record<string, string>): Behaviour =>
  changed((answer, visit) => ({ ...answer, headers: { ...answer.headers, ...headers(answer, visit) } }));

const chunk = (size: number): Buffer => Buffer.alloc(size, 'x');

/** Writes without end, a piece at a time, until the other side has had enough. */
async function pour({ socket }: Visit, piece: Buffer, pauseMs: number): Promise<void> {
  while (!socket.destroyed) {
    socket.write(piece);
    await wait(pauseMs);
  }
}

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** A page that says where the next one is, whatever page was asked for: what there is, is on the first. */
const withNext = (next: (url: URL, before: number) => string): Behaviour => {
  const linked = changed((answer, { request, own, before }) => {
    if (request.method !== 'GET') return answer;
    return { ...answer, headers: { ...answer.headers, link: `<${next(new URL(request.url ?? '/', own), before)}>; rel="next"` } };
  });
  return (visit) => {
    const url = new URL(visit.request.url ?? '/', visit.own);
    url.searchParams.delete('offset');
    visit.request.url = `${url.pathname}${url.search}`;
    return linked(visit);
  };
};

/** What a target may do to whoever asks, by name. */
export const BEHAVIOURS = {
  'resets before it answers': ({ socket }) => void socket.resetAndDestroy(),
  'resets within the headers': ({ socket }) => void socket.write('HTTP/1.1 200 OK\r\ncontent-ty', () => socket.resetAndDestroy()),
  'resets within the body': ({ socket }) => void socket.write(`${OK}content-length: 100\r\n\r\n{"sta`, () => socket.resetAndDestroy()),
  'says nothing': () => undefined,
  'sends a byte now and then': (visit) => pour(visit, Buffer.from('H'), 50),
  'sends headers without end': async (visit) => {
    visit.socket.write(OK);
    await pour(visit, Buffer.from(`x-more: ${'y'.repeat(1_000)}\r\n`), 1);
  },
  'sends a body without end': async (visit) => {
    visit.socket.write(`${OK}content-length: 1073741824\r\n\r\n`);
    await pour(visit, chunk(262_144), 1);
  },
  'sends chunks without end': async (visit) => {
    visit.socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`);
    await pour(visit, Buffer.concat([Buffer.from('40000\r\n'), chunk(262_144), Buffer.from('\r\n')]), 1);
  },
  'packs a large body small': whole(gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')), 'content-encoding: gzip\r\n'),
  'packs its answers': async ({ good, response }) => {
    const { status, headers, body } = await good();
    response.writeHead(status, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(body));
  },
  'sends 10,000 headers': raw(`${OK}${Array.from({ length: 10_000 }, (_, n) => `x-${n}: 1\r\n`).join('')}content-length: 2\r\n\r\n{}`),
  'sends a header of a megabyte': raw(`${OK}x-long: ${'y'.repeat(1_048_576)}\r\ncontent-length: 2\r\n\r\n{}`),
  'sends bytes that are no UTF-8': whole(Buffer.concat([Buffer.from('{"status":"'), Buffer.from([0xff, 0xfe, 0xc0]), Buffer.from('"}')])),
  'nests JSON 100,000 deep': whole(deep(100_000)),
  'nests objects 100,000 deep': whole(`${'{"_embedded":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  'names members like what objects inherit': whole(
    '{"__proto__":{"status":"SUCCESS"},"constructor":{"prototype":{}},"toString":1,"status":"SUCCESS","status":"MFA_REQUIRED"}',
  ),
  'sends numbers beyond measure': whole(`{"status":1e999,"expiresAt":${'9'.repeat(400)},"_embedded":-0}`),
  'announces more than it sends': raw(`${OK}content-length: 100\r\n\r\n{}`),
  'sends more than it announces': raw(`${OK}content-length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\n\r\n`),
  'announces two lengths': raw(`${OK}content-length: 2\r\ncontent-length: 20\r\n\r\n{}`),
  'announces a chunk wrongly': raw(`${OK}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`),
  'breaks off within a chunk': raw(`${OK}transfer-encoding: chunked\r\n\r\nff\r\n{}`),
  'redirects to itself': ({ response, request, own }) =>
    void response.writeHead(307, { location: `${own}${request.url}`, 'content-length': '0' }).end(),
  'redirects elsewhere': ({ response, elsewhere }) =>
    void response.writeHead(307, { location: `${elsewhere}/api/v1/authn`, 'content-length': '0' }).end(),
  'links elsewhere': changed((answer, { own, elsewhere }) => ({ ...answer, body: answer.body.replaceAll(own, elsewhere) })),
  'sends a web page': ({ response }) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><script>alert(1)</script>'),
  'sends an empty body': ({ response }) => void response.writeHead(200, { 'content-length': '0' }).end(),
  'answers 204': ({ response }) => void response.writeHead(204).end(),
  'answers 999': raw('HTTP/1.1 999 Beyond\r\ncontent-length: 2\r\n\r\n{}'),
  'answers 000': raw('HTTP/1.1 000 Nothing\r\ncontent-length: 2\r\n\r\n{}'),
  'answers without HTTP': raw('{"status":"SUCCESS"}\n'),
  'sends a hundred early hints': async (visit) => {
    visit.socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n'.repeat(100));
    await changed((answer) => answer)(visit);
  },
  'breaks down in bursts': async (visit) => {
    if (visit.before % 20 >= 10) visit.response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
    else await changed((answer) => answer)(visit);
  },
  'limits for ever': ({ response }) =>
    void response
      .writeHead(429, {
        'content-type': 'application/json',
        'x-rate-limit-limit': '1',
        'x-rate-limit-remaining': '0',
        'x-rate-limit-reset': '99999999999',
      })
      .end('{"errorCode":"E0000047","errorSummary":"API call exceeded rate limit due to too many requests."}'),
  'limits without a word': ({ response }) => void response.writeHead(429, { 'content-length': '0' }).end(),
  'has a clock that jumps': withHeaders((_, { before }) => ({
    date: new Date(Date.UTC(2026, 0, 1) + (before % 2 === 0 ? 3_600_000 : -3_600_000)).toUTCString(),
  })),
  'dates its answers with nonsense': withHeaders(() => ({ date: 'yesterday, I think' })),
  'closes after each answer': withHeaders(() => ({ connection: 'close' })),
  'speaks to the terminal': changed((answer) => ({
    ...answer,
    body: answer.body.replace(/"(errorSummary|status)":"/g, String.raw`"$1":"\u001b[2J\u001b]0;owned\u0007\u202e`),
  })),
  'repeats what it was told in a header': withHeaders((_, { request }) => ({
    'x-you-sent': Object.values(request.headers)
      .flat()
      .join(' ')
      .replace(/[^\x20-\x7e]/g, '?'),
  })),
  'leads from page to page without end': withNext((url, before) => {
    url.searchParams.set('offset', `further-${before}`);
    return url.href;
  }),
  'leads from a page to itself': withNext((url) => url.href),
  'leads to pages elsewhere': changed((answer, { own, elsewhere }) => {
    const { link = [] } = answer.headers;
    return { ...answer, headers: { ...answer.headers, link: [link].flat().map((one) => one.replaceAll(own, elsewhere)) } };
  }),
} as const satisfies Readonly<Record<string, Behaviour>>;

export type BehaviourName = keyof typeof BEHAVIOURS;
