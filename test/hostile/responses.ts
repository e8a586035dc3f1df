import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { jwtWith } from '../support/canaries/forms.ts';
import type { Blame } from '../../src/model/types.ts';
import { STEERING } from './outcome.ts';
import type { Behaviour, GoodAnswer, Hostility, Visit } from './server.ts';

/**
 * What may be said of a response, by what the documents say of it:
 * `wrong` came whole and contradicts a clause, `unreadable` came and holds nothing to judge, `beyond` came and is more than a budget takes,
 * `broken` never came whole, `malformed` is none by HTTP, though a lenient reader makes one of it, `odd` is unusual and contradicts nothing, `refusal` is one that the document knows and that keeps the rest from being seen.
 */
export type Kind = 'wrong' | 'unreadable' | 'beyond' | 'broken' | 'malformed' | 'odd' | 'refusal';

export interface Permitted {
  readonly run: readonly number[];
  readonly load: readonly number[];
  /** who may be blamed for what is open or failed; nobody else */
  readonly blames: readonly Blame[];
}

const PERMITTED: Readonly<Record<Kind, Permitted>> = {
  // A load judges fewer clauses than a run; it never passes what a run fails.
  wrong: { run: [1], load: [1, 3], blames: ['target'] },
  unreadable: { run: [1, 3], load: [1, 3], blames: ['target'] },
  // Where it fits into the budget after all, it is odd.
  beyond: { run: [0, 1, 3], load: [0, 1, 3], blames: ['target'] },
  broken: { run: [3], load: [3], blames: ['network', 'target'] },
  malformed: { run: [1, 3], load: [1, 3], blames: ['network', 'target'] },
  odd: { run: [0], load: [0], blames: [] },
  refusal: { run: [1, 3], load: [0, 1, 3], blames: ['target', 'config', 'provider-state'] },
};

export interface HostileResponse extends Hostility {
  readonly kind: Kind;
  /** whose requests meet it; a sign-in's where omitted */
  readonly service?: 'privileged-access' | 'governance';
  /** what a run asks about, where a few sign-ins do not show it */
  readonly clauses?: string;
  /** so many requests show it, where a few sign-ins do not */
  readonly requests?: number;
  /** where one of its kind is something else to a run or to a load */
  readonly blames?: readonly Blame[];
  readonly run?: readonly number[];
  readonly load?: readonly number[];
}

// What shows a behaviour in few requests: most clauses stand beside a whole document.
const ENTITLEMENTS = 'gov.resources.entitlement.belongs,gov.resources.entitlement.only-app,gov.service.entitlements-exposed';
const LINKS = 'authn.endpoints.links.verify,authn.endpoints.links.change-password,authn.endpoints.links.original-state-token';
const PAGES = ['complete', 'ends', 'no-duplicates', 'objects-in-list', 'next-is-another'].map((name) => `pam.pagination.${name}`).join();

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** What a careless target puts into its answers: secrets under names that the documents know, and under others. */
function issued({ secret }: Visit): Readonly<Record<string, unknown>> {
  return {
    stateToken: secret(),
    sessionToken: secret(),
    bearer_token: secret(),
    access_token: secret(),
    state_token: secret(),
    'client-secret': secret(),
    refreshToken: secret(),
  };
}

const issuedText = (visit: Visit): string => JSON.stringify({ status: 'SUCCESS', ...issued(visit) });

/** Bytes as they are, then the end of the connection. */
const raw =
  (bytes: (visit: Visit) => string | Buffer): Behaviour =>
  (visit) =>
    void visit.socket.end(bytes(visit));

/** The same, and then nothing: the connection stays. */
const left =
  (bytes: (visit: Visit) => string): Behaviour =>
  (visit) =>
    void visit.socket.write(bytes(visit));

const reset =
  (bytes: (visit: Visit) => string): Behaviour =>
  (visit) => {
    const { socket } = visit;
    socket.write(bytes(visit), () => socket.resetAndDestroy());
  };

/** A whole answer with the length that it has. */
const whole = (body: (visit: Visit) => string | Buffer, headers: (visit: Visit) => string = () => ''): Behaviour =>
  raw((visit) => {
    const bytes = Buffer.from(body(visit));
    return Buffer.concat([Buffer.from(`${OK}${headers(visit)}content-length: ${bytes.length}\r\n\r\n`), bytes]);
  });

/** A head that is not quite one, before a body that is. */
const headed = (head: (body: string, visit: Visit) => string): Behaviour =>
  raw((visit) => {
    const body = issuedText(visit);
    return `${head(body, visit)}\r\n\r\n${body}`;
  });

const lengthOf = (body: string): string => `content-length: ${Buffer.byteLength(body)}`;

/** What a good deployment answers, but for what is changed. */
const changed =
  (change: (answer: GoodAnswer, visit: Visit) => Partial<GoodAnswer> & { readonly bytes?: Buffer }): Behaviour =>
  async (visit) => {
    const good = await visit.good();
    const { status, headers, body, bytes } = { ...good, ...change(good, visit) };
    visit.response.writeHead(status, { ...headers }).end(bytes ?? body);
  };

const well = changed(() => ({}));

const withHeaders = (headers: (answer: GoodAnswer, visit: Visit) => Record<string, string | string[]>): Behaviour =>
  changed((answer, visit) => ({ headers: { ...answer.headers, ...headers(answer, visit) } }));

/** Every scalar in the answer's JSON, or whatever a change leaves of it. */
const withValues = (change: (value: unknown, name: string, visit: Visit) => unknown): Behaviour =>
  changed(({ body }, visit) => ({
    body:
      body === ''
        ? body
        : JSON.stringify(JSON.parse(body, (name, value: unknown) => (isScalar(value) ? change(value, name, visit) : value))),
  }));

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Members beside those that the document names, which objects stay open to. */
const withMembers = (members: (visit: Visit) => object): Behaviour =>
  changed(({ body }, visit) => ({ body: body === '' ? body : JSON.stringify({ ...JSON.parse(body), ...members(visit) }) }));

const chunk = (size: number): Buffer => Buffer.alloc(size, 'x');

/** Writes without end, a piece at a time, until the other side has had enough. */
async function pour({ socket }: Visit, piece: Buffer, pauseMs: number): Promise<void> {
  while (!socket.destroyed) {
    socket.write(piece);
    await wait(pauseMs);
  }
}

const deep = (levels: number, open: string, close: string): string => `${open.repeat(levels)}1${close.repeat(levels)}`;

const many = <Made>(count: number, make: (index: number) => Made): Made[] => Array.from({ length: count }, (_, index) => make(index));

/** The same again and again: to look for each costs time as well. */
const times = (count: number, texts: readonly string[]): readonly string[] => many(count, () => texts).flat();

const answer =
  (status: number, headers: Record<string, string>, body: (visit: Visit) => string): Behaviour =>
  (visit) =>
    void visit.response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body(visit));

const LIMITED = '{"errorCode":"E0000047","errorSummary":"API call exceeded rate limit due to too many requests."}';

/** Good for as many answers, then something else. */
const at =
  (count: number, then: Behaviour): Behaviour =>
  (visit) =>
    visit.before < count ? well(visit) : then(visit);

/** A page that says where the next one is, whatever page was asked for: what there is, is on the first. */
const withNext = (next: (url: URL, before: number) => string): Behaviour => {
  const linked = changed(({ headers }, { request, own, before }) => {
    if (request.method !== 'GET') return {};
    return { headers: { ...headers, link: `<${next(new URL(request.url ?? '/', own), before)}>; rel="next"` } };
  });
  return (visit) => {
    const url = new URL(visit.request.url ?? '/', visit.own);
    url.searchParams.delete('offset');
    visit.request.url = `${url.pathname}${url.search}`;
    return linked(visit);
  };
};

const redirect =
  (location: (visit: Visit) => string): Behaviour =>
  (visit) =>
    void visit.response.writeHead(307, { location: location(visit), 'content-length': '0' }).end();

/** All that was sent, as a target that helps debugging gives it back. */
const echoOf = ({ asked }: GoodAnswer, { request }: Visit): string => `${Object.values(request.headers).flat().join(' ')} ${asked}`;

const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?');

const echoing = (encode: (text: string) => string): Behaviour =>
  changed((good, visit) => ({
    body: good.body === '' ? '' : JSON.stringify({ ...JSON.parse(good.body), echo: encode(echoOf(good, visit)) }),
  }));

const entities = (text: string): string => [...text].map((character) => `&#${character.codePointAt(0)};`).join('');

const bombs = new Map<string, Buffer>();

/** 16 MB of blanks, packed once. */
function bomb(coding: 'gzip' | 'br'): Buffer {
  const packed = bombs.get(coding) ?? PACKERS[coding](Buffer.alloc(16 * 1024 * 1024, ' '));
  bombs.set(coding, packed);
  return packed;
}

const PACKERS = {
  gzip: gzipSync,
  br: (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

const MARKUP = '<script>steered()</script><img src=x onerror=steered()>"\'><svg/onload=steered()>]]></failure><!--';
const MARKDOWN = '](javascript:steered()) ![x](https://steered.test/x.png) | a | `</summary></details>` <b>\n# heading\n\n---';

/** What a target may do to its clients, by name. */
const TABLE = {
  // Framing.
  'resets before it answers': { kind: 'broken', act: ({ socket }) => void socket.resetAndDestroy() },
  'ends before it answers': { kind: 'broken', act: raw(() => '') },
  'resets within the status line': { kind: 'broken', act: reset(() => 'HTTP/1.1 20') },
  'resets within the headers': { kind: 'broken', act: reset(({ secret }) => `HTTP/1.1 200 OK\r\nset-cookie: sid=${secret()}`) },
  'resets within the body': { kind: 'broken', act: reset((visit) => `${OK}content-length: 10000\r\n\r\n${issuedText(visit)}`) },
  'announces more than it sends': { kind: 'broken', act: raw((visit) => `${OK}content-length: 10000\r\n\r\n${issuedText(visit)}`) },
  'sends more than it announces': {
    kind: 'wrong',
    act: raw((visit) => `${OK}content-length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\n\r\n${issuedText(visit)}`),
  },
  'announces two lengths': { kind: 'malformed', act: headed((body) => `${OK}content-length: 2\r\n${lengthOf(body)}`) },
  'announces length and chunks': { kind: 'malformed', act: headed((body) => `${OK}${lengthOf(body)}\r\ntransfer-encoding: chunked`) },
  'announces a negative length': { kind: 'malformed', act: headed(() => `${OK}content-length: -1`) },
  'announces a length in hexadecimal': { kind: 'malformed', act: headed((body) => `${OK}content-length: 0x${body.length.toString(16)}`) },
  'announces a length beyond numbers': { kind: 'malformed', act: headed(() => `${OK}content-length: 99999999999999999999999`) },
  'announces a chunk wrongly': {
    kind: 'malformed',
    act: raw((visit) => `${OK}transfer-encoding: chunked\r\n\r\nzz\r\n${issuedText(visit)}\r\n0\r\n\r\n`),
  },
  'announces a chunk beyond numbers': {
    kind: 'broken',
    act: raw((visit) => `${OK}transfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n${issuedText(visit)}`),
  },
  'breaks off within a chunk': {
    kind: 'broken',
    act: raw((visit) => `${OK}transfer-encoding: chunked\r\n\r\nffff\r\n${issuedText(visit)}`),
  },
  'sends chunks without a last one': { kind: 'broken', act: raw(() => `${OK}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`) },
  'sends a trailer with a secret': {
    kind: 'wrong',
    act: raw(
      ({ secret }) => `${OK}transfer-encoding: chunked\r\ntrailer: set-cookie\r\n\r\n2\r\n{}\r\n0\r\nset-cookie: sid=${secret()}\r\n\r\n`,
    ),
  },
  'names a transfer coding that nobody knows': {
    kind: 'malformed',
    act: headed((body) => `${OK}transfer-encoding: steered\r\n${lengthOf(body)}`),
  },
  'answers as HTTP/0.9': { kind: 'broken', act: raw((visit) => issuedText(visit)) },
  'answers as HTTP/1.0, to the end of the connection': {
    kind: 'wrong',
    act: raw(() => 'HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n{}'),
  },
  'answers as HTTP/3.7': { kind: 'malformed', act: headed((body) => `HTTP/3.7 200 OK\r\n${lengthOf(body)}`) },
  'answers as http/1.1': { kind: 'malformed', act: headed((body) => `http/1.1 200 OK\r\n${lengthOf(body)}`) },
  'answers in frames of HTTP/2': { kind: 'broken', act: raw(() => Buffer.from('000000040000000000', 'hex')) },
  'answers with bytes of chance': { kind: 'broken', act: raw(() => Buffer.from(many(2_000, (index) => (index * 7_919) % 251))) },
  'answers 999': { kind: 'wrong', act: raw(() => 'HTTP/1.1 999 Beyond\r\ncontent-length: 2\r\n\r\n{}') },
  'answers 000': { kind: 'malformed', act: headed((body) => `HTTP/1.1 000 Nothing\r\n${lengthOf(body)}`) },
  'answers a status of two digits': { kind: 'malformed', act: headed((body) => `HTTP/1.1 20 OK\r\n${lengthOf(body)}`) },
  'answers a status of four digits': { kind: 'malformed', act: headed((body) => `HTTP/1.1 2000 OK\r\n${lengthOf(body)}`) },
  'answers without a status': { kind: 'malformed', act: headed((body) => `HTTP/1.1 OK\r\n${lengthOf(body)}`) },
  'gives a reason of 60 kB': {
    kind: 'wrong',
    act: raw(({ secret }) => `HTTP/1.1 200 ${'<'.repeat(60_000)}${secret()}\r\ncontent-length: 2\r\n\r\n{}`),
  },
  'sends a hundred early hints': {
    kind: 'odd',
    act: async (visit) => {
      visit.socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n'.repeat(100));
      await well(visit);
    },
  },
  'sends early hints without end': {
    kind: 'broken',
    act: (visit) => pour(visit, Buffer.from(`HTTP/1.1 103 Early Hints\r\nset-cookie: sid=${visit.secret()}\r\n\r\n`.repeat(50)), 1),
  },
  'answers 101': {
    kind: 'broken',
    act: raw(() => 'HTTP/1.1 101 Switching Protocols\r\nupgrade: steered\r\nconnection: upgrade\r\n\r\nsteered'),
  },
  'answers 204': { kind: 'wrong', act: ({ response }) => void response.writeHead(204).end() },
  // What comes after an answer without a body belongs to no request: the connection is broken.
  'answers 204 with a body': {
    kind: 'malformed',
    act: headed((body) => `HTTP/1.1 204 No Content\r\n${lengthOf(body)}`),
  },
  'answers 304 with a body': {
    kind: 'malformed',
    act: headed((body) => `HTTP/1.1 304 Not Modified\r\n${lengthOf(body)}`),
  },
  'announces a body as for HEAD': { kind: 'broken', act: left(() => `${OK}content-length: 500\r\n\r\n`) },
  'sends a header without a colon': { kind: 'malformed', act: headed((body) => `${OK}steered\r\n${lengthOf(body)}`) },
  'sends a header with NUL': { kind: 'malformed', act: headed((body) => `${OK}x-steered: a\0b\r\n${lengthOf(body)}`) },
  'sends a header with a blank before its colon': {
    kind: 'malformed',
    act: headed((body) => `${OK}content-length : 2\r\n${lengthOf(body)}`),
  },
  'sends a header without a name': { kind: 'malformed', act: headed((body) => `${OK}: steered\r\n${lengthOf(body)}`) },

  // Sizes.
  'sends 10,000 headers': {
    kind: 'beyond',
    act: headed((body) => `${OK}${many(10_000, (n) => `x-${n}: 1\r\n`).join('')}${lengthOf(body)}`),
  },
  'sends headers without end': {
    kind: 'beyond',
    act: async (visit) => {
      visit.socket.write(OK);
      await pour(visit, Buffer.from(`x-more: ${'y'.repeat(1_000)}\r\n`.repeat(100)), 1);
    },
  },
  'sends a header of a megabyte': { kind: 'beyond', act: headed((body) => `${OK}x-long: ${'y'.repeat(1_048_576)}\r\n${lengthOf(body)}`) },
  'sends a header of 200 kB': {
    kind: 'beyond',
    act: headed((body, { secret }) => `${OK}x-long: ${'y'.repeat(200_000)}${secret()}\r\n${lengthOf(body)}`),
  },
  'sends a cookie of 250 kB without an equals sign': {
    kind: 'beyond',
    act: headed((body, { secret }) => `${OK}set-cookie: ${'y'.repeat(250_000)}${secret()}\r\n${lengthOf(body)}`),
  },
  'sends 3,000 cookies': {
    kind: 'beyond',
    act: headed(
      (body, { secrets }) =>
        `${OK}${times(10, secrets(300))
          .map((secret, n) => `set-cookie: sid${n}=${secret}\r\n`)
          .join('')}${lengthOf(body)}`,
    ),
  },
  'sends a body without end': {
    kind: 'beyond',
    act: async (visit) => {
      visit.socket.write(`${OK}content-length: 1073741824\r\n\r\n${issuedText(visit)}`);
      await pour(visit, chunk(262_144), 1);
    },
  },
  'sends chunks without end': {
    kind: 'beyond',
    act: async (visit) => {
      visit.socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`);
      await pour(visit, Buffer.concat([Buffer.from('40000\r\n'), chunk(262_144), Buffer.from('\r\n')]), 1);
    },
  },
  'sends chunks of a byte without end': {
    // So many that time may be over before the budget of bytes is.
    kind: 'beyond',
    blames: ['network', 'target'],
    act: async (visit) => {
      visit.socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`);
      await pour(visit, Buffer.from('1\r\nx\r\n'.repeat(20_000)), 1);
    },
  },
  'nests JSON 100,000 deep': { kind: 'unreadable', act: whole(() => deep(100_000, '[', ']')) },
  'nests objects 100,000 deep': { kind: 'unreadable', act: whole(() => deep(100_000, '{"_embedded":', '}')) },
  'nests 3 MB of JSON 500 deep': {
    kind: 'unreadable',
    act: whole(({ secret }) => deep(500, `{"stateToken":"${secret()}","a":[${many(400, () => '{"b":[1]}').join()}],"_embedded":`, '}')),
  },
  'sends an object of 100,000 members': {
    kind: 'unreadable',
    act: whole(({ secret }) => `{${many(100_000, (n) => `"m${n}":${n}`).join()},"stateToken":"${secret()}"}`),
  },
  'sends a list of 200,000': {
    kind: 'unreadable',
    act: whole(() => `{"status":"SUCCESS","_embedded":{"factors":[${many(200_000, () => '{}').join()}]}}`),
  },
  'sends a text of 3 MB': {
    kind: 'unreadable',
    act: whole(({ secret }) => JSON.stringify({ status: `${'<'.repeat(3_000_000)}${secret()}`, stateToken: secret() })),
  },
  'sends 60 kB of angle brackets': {
    kind: 'wrong',
    act: changed(({ body }) => ({ status: 400, body: JSON.stringify({ errorSummary: '<'.repeat(60_000), echoed: body.length }) })),
  },
  'sends 60 kB of equals signs and dots': {
    kind: 'wrong',
    act: whole(() => JSON.stringify({ errorSummary: `${'a='.repeat(15_000)}${'aaaaaaaa.'.repeat(4_000)}` })),
  },
  'names 30,000 secrets in one text': {
    kind: 'beyond',
    act: withMembers(({ before }) => ({ note: many(30_000, (index) => `token=a${index}b${before}`).join('&') })),
  },
  'says in 30,000 sentences what a password is': {
    kind: 'beyond',
    act: withMembers(({ before }) => ({ note: many(30_000, (index) => `password is q${index}w${before}`).join(' ') })),
  },
  'says one secret 60,000 times': {
    kind: 'beyond',
    act: withMembers(({ secrets }) => ({ password: secrets(1)[0]?.slice(0, 8), note: secrets(1)[0]?.slice(0, 8).repeat(60_000) })),
  },
  'says a code in half a MB of digits': { kind: 'beyond', act: withMembers(() => ({ passCode: '209820', note: '209820'.repeat(80_000) })) },
  'sends half a MB of accents': { kind: 'beyond', act: withMembers(() => ({ note: `a${'\u0301'.repeat(250_000)}` })) },
  'sends half a MB of entities': { kind: 'beyond', act: withMembers(() => ({ note: '&amp;'.repeat(100_000) })) },
  'sends half a MB of percent signs': { kind: 'beyond', act: withMembers(() => ({ note: '%25'.repeat(160_000) })) },
  'extends its chunks by a megabyte': {
    kind: 'broken',
    act: raw(() => `${OK}transfer-encoding: chunked\r\n\r\n2;${'x=y;'.repeat(250_000)}\r\n{}\r\n0\r\n\r\n`),
  },
  'sends trailers without end': {
    kind: 'broken',
    act: async (visit) => {
      visit.socket.write(`${OK}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n`);
      await pour(visit, Buffer.from('x: y\r\n'.repeat(1_000)), 1);
    },
  },
  'sends a date with a fraction of a megabyte': {
    kind: 'odd',
    act: withValues((value, name) => (name === 'expiresAt' ? `2036-01-01T00:00:00.${'0'.repeat(1_000_000)}Z` : value)),
    // Not in milliseconds; a run of a few sign-ins asks for nothing that expires.
    load: [1],
    blames: ['target'],
  },
  'sends numbers beyond measure': { kind: 'wrong', act: whole(() => `{"status":1e999,"expiresAt":${'9'.repeat(400)},"_embedded":-0}`) },
  'sends 10,000 links': {
    kind: 'beyond',
    act: withMembers(({ own, secrets }) => ({
      _links: Object.fromEntries(
        times(50, secrets(200)).map((secret, n) => [`l${n}`, { href: `${own}/${n}?stateToken=${secret}`, hints: { allow: ['POST'] } }]),
      ),
    })),
  },
  // Of a transaction that has ended no link is described.
  'sends links within links': {
    kind: 'wrong',
    // Deeper than is read, or of a transaction of which no link is described.
    run: [0, 1, 3],
    act: withMembers(({ own }) => ({ _links: JSON.parse(deep(200, `{"href":"${own}/x","next":`, '}')) })),
  },
  'issues 1,500 secrets': {
    kind: 'beyond',
    act: withMembers(({ secrets }) => ({ sessions: secrets(1_500).map((stateToken) => ({ stateToken })) })),
  },
  'issues 300 other secrets each time': {
    kind: 'odd',
    act: withMembers(({ secret }) => ({ sessions: many(300, () => ({ stateToken: secret() })) })),
  },
  'gives its members names of 100 kB': { kind: 'odd', act: withMembers(({ secret }) => ({ ['k'.repeat(100_000)]: secret().length })) },

  // Encodings.
  'packs a large body small': {
    kind: 'beyond',
    act: whole(
      () => bomb('gzip'),
      () => 'content-encoding: gzip\r\n',
    ),
  },
  'packs a large body small with br': {
    kind: 'beyond',
    act: whole(
      () => bomb('br'),
      () => 'content-encoding: br\r\n',
    ),
  },
  'packs a large body small, twice': {
    kind: 'beyond',
    act: whole(
      () => gzipSync(bomb('gzip')),
      () => 'content-encoding: gzip, gzip\r\n',
    ),
  },
  'packs its answers': {
    kind: 'odd',
    act: changed(({ headers, body }) => ({ headers: { ...headers, 'content-encoding': 'gzip' }, bytes: gzipSync(body) })),
  },
  'packs its answers twice': {
    kind: 'odd',
    act: changed(({ headers, body }) => ({
      headers: { ...headers, 'content-encoding': 'deflate, br' },
      bytes: brotliCompressSync(deflateSync(body)),
    })),
  },
  'packs its answers in a way that nobody knows': { kind: 'unreadable', act: withHeaders(() => ({ 'content-encoding': 'steered' })) },
  'packs its answers six times': {
    kind: 'unreadable',
    act: withHeaders(() => ({ 'content-encoding': 'gzip, gzip, gzip, gzip, gzip, gzip' })),
  },
  'says that it packs, and does not': { kind: 'unreadable', act: withHeaders(() => ({ 'content-encoding': 'gzip' })) },
  'breaks off within what it packs': {
    kind: 'unreadable',
    act: changed(({ headers, body }) => ({ headers: { ...headers, 'content-encoding': 'gzip' }, bytes: gzipSync(body).subarray(0, -9) })),
  },
  'sends bytes that are no UTF-8': {
    kind: 'wrong',
    act: whole(() => Buffer.concat([Buffer.from('{"status":"'), Buffer.from([0xff, 0xfe, 0xc0]), Buffer.from('"}')])),
  },
  'sends UTF-16': { kind: 'unreadable', act: changed(({ body }) => ({ bytes: Buffer.from(`\ufeff${body}`, 'utf16le') })) },
  'sends a byte order mark': {
    kind: 'unreadable',
    act: changed(({ body }) => ({ body: `\ufeff${body}` })),
    run: [0, 1, 3],
    load: [0, 1, 3],
  },
  'sends half of a pair': { kind: 'odd', act: withMembers(({ secret }) => ({ half: '\ud83d', stateTokens: [`\udc00${secret()}`] })) },
  'sends NUL in its texts': { kind: 'wrong', act: withValues((value) => (typeof value === 'string' ? `\0${value}\0` : value)) },
  'says that it is UTF-7': { kind: 'odd', act: withHeaders(() => ({ 'content-type': 'application/json; charset=utf-7' })) },

  // Content.
  'sends a web page': {
    kind: 'wrong',
    act: ({ response, secret }) =>
      void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><script>var token='${secret()}'</script><input name="stateToken" value="${secret()}">`),
  },
  'sends an empty body': { kind: 'wrong', act: ({ response }) => void response.writeHead(200, { 'content-length': '0' }).end() },
  'lacks the last byte': { kind: 'unreadable', act: changed(({ body }) => ({ body: body.slice(0, -1) })) },
  'sends more after its JSON': { kind: 'unreadable', act: changed(({ body }, visit) => ({ body: `${body}\n${issuedText(visit)}` })) },
  'sends something before its JSON': { kind: 'unreadable', act: changed(({ body }) => ({ body: `)]}',\n${body}` })) },
  'sends JSON as text': {
    kind: 'odd',
    act: withHeaders(() => ({ 'content-type': 'text/plain' })),
    run: [0, 1],
    load: [0, 1],
    blames: ['target'],
  },
  'sends its JSON in a text': { kind: 'wrong', act: changed(({ body }) => ({ body: JSON.stringify(body) })) },
  'sends null': { kind: 'wrong', act: whole(() => 'null') },
  'sends a number': { kind: 'wrong', act: whole(() => '7') },
  'sends its answer in a list': { kind: 'wrong', act: changed(({ body }) => ({ body: `[${body}]` })) },
  'sends NaN and Infinity': {
    kind: 'unreadable',
    act: whole((visit) => `{"status":NaN,"expiresAt":Infinity,"stateToken":"${visit.secret()}"}`),
  },
  'names members twice': {
    kind: 'wrong',
    act: whole((visit) => `{"status":"SUCCESS","status":"MFA_REQUIRED","stateToken":"${visit.secret()}","stateToken":"${visit.secret()}"}`),
  },
  'names members like what objects inherit': {
    kind: 'wrong',
    act: whole(
      ({ secret }) =>
        `{"__proto__":{"status":"SUCCESS","stateToken":"${secret()}"},"constructor":{"prototype":{}},"toString":1,"status":"MFA_REQUIRED","hasOwnProperty":0}`,
    ),
  },
  'adds members like what objects inherit': {
    kind: 'odd',
    act: changed(({ body }, { secret }) => ({
      body: body.replace('{', `{"__proto__":{"polluted":"${secret().length}"},"valueOf":1,"toJSON":"x",`),
    })),
  },
  'sends numbers in every place': { kind: 'wrong', act: withValues(() => 7_777_777) },
  'sends lists in every place': { kind: 'wrong', act: withValues((value) => [value]) },
  'sends objects in every place': { kind: 'wrong', act: withValues((value) => ({ value })) },
  'sends null in every place': { kind: 'wrong', act: withValues(() => null) },
  'sends truth in every place': { kind: 'wrong', act: withValues(() => true) },
  'sends dates far off': {
    kind: 'wrong',
    clauses: 'authn.resources.transaction.expires-at',
    requests: 1_200,
    act: withValues((value, name) => (name === 'expiresAt' ? '+275760-09-13T00:00:00.001Z' : value)),
  },
  'sends dates of nonsense': {
    kind: 'wrong',
    clauses: 'authn.resources.transaction.expires-at',
    requests: 1_200,
    act: withValues((value, name) => (name === 'expiresAt' ? '9999-99-99T99:99:99.999Z' : value)),
  },
  'sends ids that climb folders': {
    kind: 'wrong',
    act: withValues((value, name) => (name === 'id' || name === 'status' ? '../../../../etc/passwd\\..\\..\0' : value)),
  },
  'sends ids of half a character': {
    kind: 'wrong',
    service: 'governance',
    clauses: ENTITLEMENTS,
    act: withValues((value, name) => (/id$/i.test(name) ? '\ud800x' : value)),
  },
  'sends ids that climb a path': {
    kind: 'wrong',
    service: 'governance',
    clauses: ENTITLEMENTS,
    act: withValues((value, name) => (/id$/i.test(name) ? '..' : value)),
  },
  'sends ids with another request in them': {
    kind: 'wrong',
    service: 'governance',
    clauses: ENTITLEMENTS,
    act: withValues((value, name) => (/id$/i.test(name) ? 'a HTTP/1.1\r\nhost: steered.test\r\n\r\nDELETE /' : value)),
  },
  'calls its tokens like a state': {
    kind: 'odd',
    act: withValues((value, name) => (/token$/i.test(name) ? 'SUCCESS' : value)),
    load: [0, 1, 3],
    blames: ['target'],
  },
  'links elsewhere': {
    kind: 'odd',
    clauses: LINKS,
    act: changed(({ body }, { own, elsewhere }) => ({ body: body.replaceAll(own, elsewhere) })),
    // Nobody else's address is followed unless the profile permits it.
    run: [3],
    blames: ['config'],
  },
  'links to scripts': {
    kind: 'wrong',
    clauses: LINKS,
    act: withValues((value, name) => (name === 'href' ? 'javascript:steered()' : value)),
  },
  'links to files': {
    kind: 'wrong',
    clauses: LINKS,
    act: withValues((value, name) => (name === 'href' ? 'file:///etc/passwd' : value)),
  },
  'links to data': {
    kind: 'wrong',
    clauses: LINKS,
    act: withValues((value, name) => (name === 'href' ? 'data:text/html,<script>steered()</script>' : value)),
  },
  'links to itself': {
    kind: 'wrong',
    clauses: LINKS,
    act: withValues((value, name, { own, request }) => (name === 'href' ? `${own}${request.url}` : value)),
  },
  'links to no address': {
    kind: 'wrong',
    clauses: LINKS,
    act: withValues((value, name) => (name === 'href' ? 'http://[::1' : value)),
  },
  'redirects to itself': { kind: 'wrong', act: redirect(({ own, request }) => `${own}${request.url}`) },
  'redirects elsewhere': { kind: 'wrong', act: redirect(({ elsewhere }) => `${elsewhere}/api/v1/authn`) },
  'redirects to a file': { kind: 'wrong', act: redirect(() => 'file:///etc/passwd') },
  'redirects with secrets': {
    kind: 'wrong',
    act: redirect(
      ({ elsewhere, secret }) => `${elsewhere}/?code=${secret()}&state=x#access_token=${secret()}&id_token=${jwtWith(secret())}`,
    ),
  },
  'redirects to nonsense': { kind: 'wrong', act: redirect(() => 'http://[') },
  'refuses everybody with 401': {
    kind: 'wrong',
    act: answer(401, {}, () => '{"errorCode":"E0000004","errorSummary":"Authentication failed"}'),
    run: [1, 3],
    // A credential may be to blame.
    blames: ['target', 'config'],
  },
  'refuses everybody with 403': {
    kind: 'wrong',
    act: answer(403, {}, (visit) => JSON.stringify({ errorCode: 'E0000006', errorSummary: 'no', ...issued(visit) })),
    run: [1, 3],
    blames: ['target', 'config'],
  },
  'limits for ever': {
    kind: 'refusal',
    act: answer(429, { 'x-rate-limit-limit': '1', 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '99999999999' }, () => LIMITED),
    run: [3],
  },
  'limits without a word': { kind: 'refusal', act: ({ response }) => void response.writeHead(429, { 'content-length': '0' }).end() },
  'asks to wait 30,000 years': { kind: 'refusal', act: answer(429, { 'retry-after': '1000000000000' }, () => LIMITED) },
  'asks to wait less than nothing': {
    kind: 'refusal',
    act: answer(429, { 'retry-after': '-1', 'x-rate-limit-reset': '-1' }, () => LIMITED),
  },
  'asks to wait for nonsense': {
    kind: 'refusal',
    act: answer(429, { 'retry-after': 'tomorrow, perhaps', 'x-rate-limit-reset': 'NaN' }, () => LIMITED),
  },
  'announces limits of nonsense': {
    kind: 'odd',
    act: withHeaders(() => ({ 'x-rate-limit-limit': 'many', 'x-rate-limit-remaining': '-7', 'x-rate-limit-reset': '1e400' })),
    run: [0, 1],
  },
  'dates its answers with nonsense': { kind: 'odd', act: withHeaders(() => ({ date: 'yesterday, I think' })) },
  'has a clock that jumps': {
    kind: 'odd',
    // By its own clock a limit is back before it was used.
    load: [0, 1, 3],
    blames: ['target'],
    act: withHeaders((_, { before }) => ({
      date: new Date(Date.UTC(2026, 0, 1) + (before % 2 === 0 ? 3_600_000 : -3_600_000)).toUTCString(),
    })),
  },
  'has a clock of the year 9999': {
    kind: 'odd',
    load: [0, 1, 3],
    blames: ['target'],
    act: withHeaders(() => ({ date: 'Fri, 31 Dec 9999 23:59:59 GMT' })),
  },
  'speaks to the terminal': {
    kind: 'wrong',
    act: withValues((value) => (typeof value === 'string' ? `${STEERING.terminal}${value}` : value)),
  },
  'speaks to the log of a CI': {
    kind: 'wrong',
    act: withValues((value) => (typeof value === 'string' ? `${value}${STEERING.workflow}` : value)),
  },
  'speaks to the terminal in its error': {
    kind: 'wrong',
    act: answer(418, {}, () => JSON.stringify({ errorCode: STEERING.terminal, errorSummary: `${STEERING.workflow}${MARKUP}` })),
  },
  'sends scripts in every text': { kind: 'wrong', act: withValues((value) => (typeof value === 'string' ? `${MARKUP}${value}` : value)) },
  'sends Markdown in every text': {
    kind: 'wrong',
    act: withValues((value) => (typeof value === 'string' ? `${MARKDOWN}${value}` : value)),
  },
  'names its members in scripts': {
    kind: 'odd',
    act: withMembers(() => ({ [MARKUP]: 1, [MARKDOWN]: 2, [STEERING.workflow]: 3, [STEERING.terminal]: 4 })),
  },
  'names a media type in scripts': {
    kind: 'odd',
    act: withHeaders(() => ({ 'content-type': `application/json; x="${MARKUP}"`, 'x-steered': '::error file=steered.txt::steered' })),
    run: [0, 1],
  },
  'issues secrets under names of its own': {
    kind: 'odd',
    act: withMembers((visit) => issued(visit)), // A transaction that has ended has no stateToken.
    run: [0, 1],
    load: [0, 1],
    blames: ['target'],
  },
  'issues secrets that are no texts': {
    kind: 'odd',
    act: withMembers(({ secret }) => ({
      access_token: [secret(), secret()],
      client_secret: { current: secret() },
      recovery_code: { list: [[secret()]] },
    })),
  },

  // Timing.
  'says nothing': { kind: 'broken', act: () => undefined },
  'sends a byte now and then': { kind: 'broken', act: (visit) => pour(visit, Buffer.from('H'), 50) },
  'stops after its headers': {
    kind: 'broken',
    act: left(({ secret }) => `${OK}set-cookie: sid=${secret()}\r\ntransfer-encoding: chunked\r\n\r\n`),
  },
  'stops within its body': { kind: 'broken', act: left((visit) => `${OK}content-length: 10000\r\n\r\n${issuedText(visit)}`) },
  'sends its body a byte at a time': {
    kind: 'broken',
    act: async (visit) => {
      visit.socket.write(`${OK}content-length: 1000\r\n\r\n`);
      await pour(visit, Buffer.from(' '), 20);
    },
  },
  'answers three times, then nothing': { kind: 'broken', act: at(3, () => undefined) },
  'answers three times, then resets': { kind: 'broken', act: at(3, ({ socket }) => void socket.resetAndDestroy()) },
  'answers three times, then in 1xx without end': {
    kind: 'broken',
    act: at(3, (visit) => pour(visit, Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)), 1)),
  },
  'answers a little late': {
    kind: 'odd',
    act: async (visit) => {
      await wait(30);
      await well(visit);
    },
  },
  'keeps a connection that it closes': {
    kind: 'odd',
    act: async (visit) => {
      const { status, headers, body } = await visit.good();
      visit.response
        .writeHead(status, { ...headers, connection: 'keep-alive', 'keep-alive': 'timeout=600' })
        .end(body, () => visit.socket.end());
    },
    // A request on its way when the connection ends is lost on the way: nobody can tell whether it came.
    run: [0, 3],
    load: [0, 3],
  },
  'closes after each answer': { kind: 'odd', act: withHeaders(() => ({ connection: 'close' })) },
  'answers before it is asked': {
    kind: 'broken',
    connected: (socket, secret) => void socket.write(`${OK}content-length: 60\r\n\r\n{"stateToken":"${secret()}"}`),
    act: well,
    run: [0, 1, 3],
    load: [0, 1, 3],
  },
  'answers twice': {
    // The second answer belongs to no request: the next one must never be given it.
    kind: 'odd',
    blames: ['target'],
    act: async (visit) => {
      const { body } = await visit.good();
      const reply = (text: string): string => `${OK}${lengthOf(text)}\r\n\r\n${text}`;
      visit.socket.write(`${reply(body)}${reply(issuedText(visit))}`);
    },
    run: [0, 1, 3],
    load: [0, 1, 3],
  },

  // State.
  'gives everybody the answer of the first': { kind: 'wrong', act: repeated() },
  'gives every other one the answer of the first': { kind: 'wrong', act: repeated(2) },
  'signs everybody in as somebody else': {
    kind: 'wrong',
    clauses: 'authn.resources.user.is-the-one,authn.resources.user.login-value',
    requests: 200,
    act: withValues((value, name) => ({ id: '00uSomebodyElse00000', login: 'somebody.else@example.test' })[name] ?? value),
  },
  'gives everybody the same tokens': {
    kind: 'wrong',
    clauses: 'authn.resources.transaction.state-token-identifies',
    act: withValues((value, name, { secrets }) => (name === 'sessionToken' || name === 'stateToken' ? secrets(1)[0] : value)),
  },
  'forgets what it has answered all along': {
    kind: 'wrong',
    service: 'governance',
    clauses: ENTITLEMENTS,
    act: changed(() => ({ status: 200, body: '{}' })),
    // To a run, what no answer shows may be bound wrongly.
    blames: ['target', 'config'],
  },
  'empties its lists': {
    kind: 'wrong',
    service: 'privileged-access',
    clauses: PAGES,
    requests: 200,
    act: changed(({ body }) => ({ body: body === '' ? '' : JSON.stringify(JSON.parse(body, emptied)) })),
  },
  'breaks down in bursts': {
    kind: 'wrong',
    clauses: 'authn.transitions.locked-out*',
    act: (visit) => (visit.before % 8 >= 4 ? answer(500, {}, issuedText)(visit) : well(visit)),
  },
  'breaks down every other time': {
    kind: 'wrong',
    act: (visit) => (visit.before % 2 === 1 ? answer(503, {}, issuedText)(visit) : well(visit)),
    run: [1, 3],
  },

  // Pages of a list; a load follows none of them.
  'leads from page to page without end': {
    kind: 'wrong',
    service: 'privileged-access',
    clauses: PAGES,
    requests: 200,
    act: withNext((url, before) => {
      url.searchParams.set('offset', `further-${before}`);
      return url.href;
    }),
    // Where the pages outlast the budget, it is what ended.
    blames: ['target', 'config'],
    load: [0, 1, 3],
  },
  'leads from a page to itself': {
    kind: 'wrong',
    service: 'privileged-access',
    clauses: PAGES,
    requests: 200,
    act: withNext((url) => url.href),
    load: [0, 1, 3],
  },
  'leads to pages elsewhere': {
    kind: 'odd',
    service: 'privileged-access',
    clauses: PAGES,
    requests: 200,
    act: changed(({ headers }, { own, elsewhere }) => ({
      headers: { ...headers, link: [headers['link'] ?? []].flat().map((one) => one.replaceAll(own, elsewhere)) },
    })),
    // The origin may be meant: it is for the profile to permit it.
    run: [3],
    blames: ['config'],
  },

  // Echo.
  'repeats what it was told in a header': {
    kind: 'odd',
    act: withHeaders((good, visit) => ({ 'x-you-sent': printable(echoOf(good, visit)).slice(0, 8_000) })),
  },
  'repeats what it was told in Location': {
    kind: 'odd',
    // A redirect to an app leads elsewhere then.
    load: [0, 1],
    blames: ['target'],
    act: withHeaders((good, visit) => ({ location: `https://steered.test/?${encodeURIComponent(echoOf(good, visit)).slice(0, 8_000)}` })),
  },
  'repeats what it was told': { kind: 'odd', act: echoing((text) => text) },
  'repeats what it was told in base64': { kind: 'odd', act: echoing((text) => Buffer.from(text).toString('base64')) },
  'repeats what it was told in hexadecimal': { kind: 'odd', act: echoing((text) => Buffer.from(text).toString('hex')) },
  'repeats what it was told, percent-encoded twice': { kind: 'odd', act: echoing((text) => encodeURIComponent(encodeURIComponent(text))) },
  'repeats what it was told in entities': { kind: 'odd', act: echoing(entities) },
  'repeats what it was told, escaped': { kind: 'odd', act: echoing((text) => JSON.stringify(text).replaceAll('/', '\\/')) },
  'repeats what it was told, in escapes of Unicode': {
    kind: 'odd',
    act: echoing((text) => [...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')),
  },
  'repeats what it was told in a token': { kind: 'odd', act: echoing(jwtWith) },
  'repeats what it was told in its error': {
    kind: 'wrong',
    act: changed((good, visit) => ({ status: 400, body: JSON.stringify({ errorCode: 'E0000003', errorSummary: echoOf(good, visit) }) })),
  },
  'repeats what it was told in a web page': {
    kind: 'wrong',
    act: changed((good, visit) => ({ status: 500, headers: { 'content-type': 'text/html' }, body: `<pre>${echoOf(good, visit)}</pre>` })),
  },
} as const satisfies Readonly<Record<string, HostileResponse>>;

export type ResponseName = keyof typeof TABLE;

export const RESPONSES: Readonly<Record<ResponseName, HostileResponse>> = TABLE;

/** In the order of the table. */
export const RESPONSE_NAMES: readonly ResponseName[] = Object.keys(TABLE).filter((name): name is ResponseName => name in TABLE);

/** What is permitted of an encounter with a response. */
export function permittedOf(response: HostileResponse): Permitted {
  const { kind, ...own } = response;
  return { ...PERMITTED[kind], ...own };
}

const emptied = (_name: string, value: unknown): unknown => (Array.isArray(value) ? [] : value);

/** What the first one was told, for everybody who asks at the same place, or for each n-th. */
function repeated(every = 1): Behaviour {
  const first = new Map<string, GoodAnswer>();
  return async (visit) => {
    const good = await visit.good();
    const key = `${visit.own}${visit.request.method} ${visit.request.url}`;
    const kept = visit.before % every === 0 ? (first.get(key) ?? good) : good;
    first.set(key, first.get(key) ?? good);
    visit.response.writeHead(kept.status, { ...kept.headers }).end(kept.body);
  };
}
