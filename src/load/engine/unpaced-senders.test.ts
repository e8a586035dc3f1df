import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runLoad } from './engine.ts';
import type { LoadOrder, LoadOutcome, LoadWatch } from './load-order.ts';
import { prepareRequest } from './prepared-request.ts';
import { closedPort, portOf, startScripted, type Move } from './target-fixtures.ts';

const anything: LoadWatch = { judge: () => 'clean' };

async function play(
  script: (index: number) => Move,
  change: Partial<LoadOrder> = {},
  watch = anything,
): Promise<{ readonly outcome: LoadOutcome; readonly read: number }> {
  const server = await startScripted(script);
  const outcome = await runLoad(orderOf(server.origin, change), watch);
  const read = server.requests();
  await server.close();
  return { outcome, read };
}

function orderOf(origin: string, change: Partial<LoadOrder> = {}): LoadOrder {
  return {
    requests: [prepareRequest({ method: 'GET', url: `${origin}/`, headers: {}, body: undefined })],
    connections: 3,
    rate: undefined,
    durationMs: 30_000,
    most: { requests: 200, bodyBytes: 1000 },
    timeoutMs: 10_000,
    signal: new AbortController().signal,
    ...change,
  };
}

const every =
  (n: number, move: Move) =>
  (index: number): Move =>
    index % n === n - 1 ? move : 'answer';

test.each([
  ['answer', 200],
  ['in-pieces', 200],
  ['fin', 180],
  ['rst', 180],
] as const)('every tenth request meets %s: each request is accounted for', async (move, expected) => {
  const { outcome, read } = await play(every(10, move));
  const { scheduled, sent, neverSent, answered, lost, byStatus } = outcome.accounts;
  expect([outcome.end, outcome.coordinatedOmission, read, scheduled, sent, neverSent, answered, lost, byStatus]).toEqual([
    { how: 'budget' },
    'not corrected',
    200,
    200,
    200,
    0,
    expected,
    200 - expected,
    { 200: expected },
  ]);
});

test('what is never answered times out, and is sent again to nobody', async () => {
  const { outcome, read } = await play(every(50, 'silence'), { timeoutMs: 1000 });
  const { answered, timedOut, lost, sent } = outcome.accounts;
  expect([answered, timedOut + lost, read, sent]).toEqual([196, 4, 200, 200]);
});

test('requests go out in turn on each connection, and an answer is judged with its own, with headers as sent', async () => {
  const seen: (readonly [number, string, readonly string[]])[] = [];
  const server = await startScripted((index) => (['answer', 'fin', 'answer'] as const)[index] ?? 'answer');
  const requests = ['/a', '/b'].map((path) => prepareRequest({ method: 'GET', url: server.origin + path, headers: {}, body: undefined }));
  await runLoad(orderOf(server.origin, { requests, connections: 1, most: { requests: 5, bodyBytes: 1000 } }), {
    judge: ({ sent, head, body }) => {
      seen.push([sent.request, body.toString(), head.headers.slice(0, 2)]);
      return 'clean';
    },
  });
  await server.close();
  const headers = ['Content-Type', 'application/json'];
  expect(seen).toEqual([0, 0, 1, 0].map((request) => [request, '{}', headers]));
});

test('a credential that is exchanged meanwhile is sent from then on', async () => {
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      asked.push(/token: (\w+)/.exec(chunk.toString('latin1'))?.[1] ?? '');
      setTimeout(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'), 5);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${portOf(server.address())}`;
  const with_ = (token: string): ReturnType<typeof prepareRequest> =>
    prepareRequest({ method: 'GET', url: `${origin}/`, headers: { token }, body: undefined });
  const requests = [with_('old')];
  await runLoad(orderOf(origin, { requests, connections: 1, most: { requests: 100, bodyBytes: 1000 } }), {
    judge: () => {
      if (asked.length === 10) requests[0] = with_('new');
      return 'clean';
    },
  });
  await new Promise<void>((resolve) => server.close(() => resolve()));
  expect([asked[0], asked.at(-1), asked.length]).toEqual(['old', 'new', 100]);
});

const packed = gzipSync('{}');
const OK = 'HTTP/1.1 200 OK\r\n';

test.each<[string, Move, RegExp]>([
  ['an interim answer', 'interim', /an interim answer came \(status 103\)/],
  ['a connection that closes', 'close-header', /the target closes its connections/],
  ['a body that ends with its connection', 'until-close', /the target closes its connections/],
  ['too large a body', 'huge', /a body of 5000 bytes came \(budget\.bodyBytes is 1000\)/],
  [
    'more header fields than are read',
    (socket) => void socket.write(`${OK}${'a: b\r\n'.repeat(501)}Content-Length: 2\r\n\r\n{}`),
    /header fields came/,
  ],
  [
    'a packed body',
    (socket) =>
      void socket.write(Buffer.concat([Buffer.from(`${OK}Content-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`), packed])),
    /a body came that is packed/,
  ],
])('%s is nothing that autocannon can count: the load ends with the remedy, and nothing of it is judged', async (_what, move, why) => {
  let judgedAfter = 0;
  let isOver = false;
  const { outcome } = await play(
    every(10, move),
    {},
    {
      judge: ({ head, body }) => {
        isOver ||= head.statusCode !== 200 || body.toString() !== '{}';
        if (isOver) judgedAfter += 1;
        return 'clean';
      },
    },
  );
  const { end, accounts } = outcome;
  expect([end, judgedAfter, accounts.sent === accounts.answered + accounts.lost + accounts.timedOut]).toEqual([
    { how: 'stopped', blame: 'config', why: expect.stringMatching(why) },
    0,
    true,
  ]);
  expect(end).toMatchObject({ why: expect.stringContaining('Give --rate, or budget.perSecond') });
});

test('when its time is over, what is under way is not held against the target', async () => {
  const { outcome, read } = await play(() => 'answer', { durationMs: 300, most: { requests: Infinity, bodyBytes: 1000 } });
  const { sent, answered, lostBy } = outcome.accounts;
  expect([
    outcome.end,
    sent === answered + (lostBy['not awaited'] ?? 0),
    Object.keys(lostBy).every((why) => why === 'not awaited'),
  ]).toEqual([{ how: 'completed' }, true, true]);
  expect(sent - read).toBeLessThanOrEqual(3);
});

test.each([
  ['longer than last answers are waited for is in vain', 200, 'cut off'],
  ['less, though longer than any answer took, says nothing of the target', 2_000, 'not awaited'],
])('to have waited %s when the time is over', async (_what, lastAnswersMs, why) => {
  const { outcome } = await play((index) => (index < 20 ? 'answer' : 'silence'), {
    durationMs: 1_000,
    lastAnswersMs,
    most: { requests: Infinity, bodyBytes: 1000 },
  });
  expect([outcome.end, outcome.accounts.answered, outcome.accounts.lostBy]).toEqual([{ how: 'completed' }, 20, { [why]: 3 }]);
});

test('a port where nobody listens is tried twice a connection, and given up', async () => {
  const port = await closedPort();
  const { end, accounts } = await runLoad(orderOf(`http://127.0.0.1:${port}`), anything);
  expect([end, accounts.answered]).toEqual([{ how: 'unreachable', why: `no connection: connect ECONNREFUSED 127.0.0.1:${port}` }, 0]);
});

test.each<[string, Move]>([
  ['closes every connection unasked', 'fin'],
  ['resets every connection', 'rst'],
])('a server that %s is given up', async (_what, move) => {
  const { outcome } = await play(() => move, { most: { requests: Infinity, bodyBytes: 1000 } });
  expect(outcome.end.how).toBe('unreachable');
});
