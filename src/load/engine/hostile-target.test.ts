import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createBodyRoom, createBodyStore } from './body-store.ts';
import { runLoad } from './engine.ts';
import type { LoadOrder, LoadOutcome } from './load-order.ts';
import { prepareRequest } from './prepared-request.ts';
import { startScripted, writeForever, type Move } from './target-fixtures.ts';

const BODY_BYTES = 200_000;

interface Scene {
  readonly outcome: LoadOutcome;
  readonly read: number;
  readonly connections: number;
}

function orderOf(origin: string, change: Partial<LoadOrder> = {}): LoadOrder {
  return {
    requests: [prepareRequest({ method: 'GET', url: `${origin}/`, headers: {}, body: undefined })],
    connections: 2,
    rate: undefined,
    mostPerSecond: 1e6,
    // Longer than a busy machine takes: the budget ends it.
    durationMs: 600_000,
    most: { requests: 40, bodyBytes: BODY_BYTES },
    timeoutMs: 300_000,
    signal: new AbortController().signal,
    ...change,
  };
}

async function play(script: (index: number) => Move, change: Partial<LoadOrder> = {}): Promise<Scene> {
  const server = await startScripted(script);
  const outcome = await runLoad(orderOf(server.origin, change), { judge: () => 'clean' });
  const [read, connections] = [server.requests(), server.connections()];
  await server.close();
  return { outcome, read, connections };
}

const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;
const says =
  (text: string): Move =>
  (socket: Socket) =>
    void socket.write(text);
const goesOn =
  (head: string, piece: string): Move =>
  (socket: Socket) => {
    socket.write(head);
    writeForever(socket, piece);
  };

test.each<[string, Move, string]>([
  ['a negative length', says(`${OK}Content-Length: -38\r\n\r\n{}`), 'not http'],
  ['a length that is no number', says(`${OK}Content-Length: two\r\n\r\n{}`), 'not http'],
  ['a length beyond all numbers', says(`${OK}Content-Length: 1e999\r\n\r\n{}`), 'not http'],
  ['half a byte', says(`${OK}Content-Length: 1.5\r\n\r\n{}`), 'not http'],
  ['a chunk of negative length', says(`${CHUNKED}-5\r\n`), 'not http'],
  ['a chunk of no length', says(`${CHUNKED}zz\r\n{}\r\n0\r\n\r\n`), 'not http'],
  ['more header fields than are read', says(`${OK}${'a: b\r\n'.repeat(501)}Content-Length: 2\r\n\r\n{}`), 'too large'],
  ['header fields of more bytes than are read', says(`${OK}a: ${'b'.repeat(70_000)}\r\nContent-Length: 2\r\n\r\n{}`), 'too large'],
  ['header fields without an end', goesOn(OK, 'a: b\r\n'), 'too large'],
  ['a header field without an end', goesOn(`${OK}a: `, 'b'), 'too large'],
  ['a reason without an end', goesOn('HTTP/1.1 200 ', 'O'), 'too large'],
  ['empty lines without an end', goesOn('', '\r\n'), 'too large'],
  ['a body without an end', goesOn(`${OK}\r\n`, ' '), 'too large'],
  ['chunks without an end', goesOn(CHUNKED, '1\r\n \r\n'), 'too large'],
  ['a chunk extension without an end', goesOn(`${CHUNKED}2;`, 'x'), 'too large'],
  ['trailers without an end', goesOn(`${CHUNKED}0\r\n`, 'a: b\r\n'), 'too large'],
  ['interim answers without an end', goesOn('', 'HTTP/1.1 102 Processing\r\n\r\n'), 'interim only'],
  ['interim answers of status 000', goesOn('', 'HTTP/1.1 000 \r\n\r\n'), 'not http'],
  ['junk', goesOn('', 'no HTTP\r\n'), 'not http'],
])('%s is no answer, and the load goes on', async (_what, move, why) => {
  const { outcome } = await play((index) => (index % 10 === 9 ? move : 'answer'));
  const { answered, lost, timedOut, lostBy } = outcome.accounts;
  expect([outcome.end, answered, lost, timedOut, lostBy]).toEqual([{ how: 'budget' }, 36, 4, 0, { [why]: 4 }]);
});

test('a second answer to one request is none to the next, and its connection goes', async () => {
  const twice = says(`${OK}Content-Length: 2\r\n\r\n{}${OK}Content-Length: 4\r\n\r\n"no"`);
  const server = await startScripted((index) => (index % 10 === 9 ? twice : 'answer'));
  const bodies = new Set<string>();
  const { end, accounts } = await runLoad(orderOf(server.origin), {
    judge: ({ body }) => {
      bodies.add(body.toString());
      return 'clean';
    },
  });
  const connections = server.connections();
  await server.close();
  expect([end, accounts.answered, accounts.lostBy, [...bodies], connections > 2]).toEqual([{ how: 'budget' }, 40, {}, ['{}'], true]);
});

test('a body in many small pieces is whole', async () => {
  const bodies: string[] = [];
  const text = 'abcdefghij'.repeat(10_000);
  const chunks = [...text].map((one) => `1\r\n${one}\r\n`).join('');
  const server = await startScripted(() => says(`${CHUNKED}${chunks}0\r\n\r\n`));
  await runLoad(orderOf(server.origin, { most: { requests: 4, bodyBytes: BODY_BYTES } }), {
    judge: ({ body }) => {
      bodies.push(body.toString());
      return 'clean';
    },
  });
  await server.close();
  expect([bodies.length, bodies.every((body) => body === text)]).toEqual([4, true]);
});

test('a target that falls silent ends no load late, and leaves most of its time without an answer', async () => {
  const { outcome } = await play((index) => (index < 20 ? 'answer' : 'silence'), {
    durationMs: 1_000,
    lastAnswersMs: 200,
    most: { requests: 1e9, bodyBytes: BODY_BYTES },
  });
  const { accounts, end, durationMs } = outcome;
  expect([end, accounts.answered, accounts.lostBy, accounts.timedOut]).toEqual([{ how: 'completed' }, 20, { 'cut off': 2 }, 0]);
  expect(accounts.unservedMs / (2 * durationMs)).toBeGreaterThan(0.5);
});

test('answers that are as slow as all others are, and come after the end, are not held against the target', async () => {
  const slow: Move = (socket) => void setTimeout(() => socket.write(`${OK}Content-Length: 2\r\n\r\n{}`), 1_500);
  const { outcome } = await play(() => slow, { durationMs: 2_700, lastAnswersMs: 200 });
  expect([outcome.accounts.answered, outcome.accounts.lostBy]).toEqual([2, { 'not awaited': 2 }]);
});

test.each<[string, Move]>([
  ['resets it', 'rst'],
  ['closes it', 'fin'],
  ['answers junk', 'junk'],
  ['answers too much', says(`${OK}Content-Length: 900000\r\n\r\n${' '.repeat(300_000)}`)],
])('a target that %s each time is not asked again at once', async (_what, move) => {
  const { connections, outcome } = await play(() => move, { durationMs: 1_000, most: { requests: 1e9, bodyBytes: BODY_BYTES } });
  expect([outcome.accounts.answered, connections <= 2 * 7]).toEqual([0, true]);
});

test('a target that speaks unasked is left', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('what comes before a request answers none\r\n'.repeat(10));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let opened = 0;
  server.on('connection', () => (opened += 1));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { accounts } = await runLoad(orderOf(`http://127.0.0.1:${port}`, { rate: 1, durationMs: 1_000 }), { judge: () => 'clean' });
  server.close();
  expect([accounts.answered, opened <= 2 * 7]).toEqual([0, true]);
});

test('unfinished bodies share one room', () => {
  const room = createBodyRoom(200_000);
  const stores = [1, 2, 3].map(() => createBodyStore(100_000, room));
  const piece = Buffer.alloc(40_000);
  const taken = stores.map((store) => [store.add(piece), store.add(piece)]);
  for (const store of stores) store.clear();
  expect([taken, stores.map((store) => [store.add(piece), store.add(piece), store.add(piece)])[0]]).toEqual([
    [
      [true, true],
      [true, true],
      [true, false],
    ],
    [true, true, false],
  ]);
});
