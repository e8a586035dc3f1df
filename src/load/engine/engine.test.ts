import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { authority, certificate, secureServer } from '../../../test/support/secure-server.ts';
import type { Accounts } from './accounting.ts';
import { runLoad } from './engine.ts';
import { MixedOrigins, type LoadOrder, type LoadOutcome, type LoadWatch } from './load-order.ts';
import { prepareRequest } from './prepared-request.ts';
import { closedPort, portOf, startScripted, type Move } from './target-fixtures.ts';

function orderOf(origin: string, change: Partial<LoadOrder> = {}): LoadOrder {
  return {
    requests: [prepareRequest({ method: 'GET', url: `${origin}/`, headers: {}, body: undefined })],
    connections: 3,
    rate: undefined,
    mostPerSecond: 1e6,
    // Ends by the number of requests; the time is no more than a bound.
    durationMs: 30_000,
    most: { requests: 200, bodyBytes: 1000 },
    timeoutMs: 10_000,
    signal: new AbortController().signal,
    ...change,
  };
}

const anything: LoadWatch = { judge: () => 'clean' };

interface Scene {
  readonly outcome: LoadOutcome;
  readonly read: number;
}

async function play(script: (index: number) => Move, change: Partial<LoadOrder> = {}, watch = anything): Promise<Scene> {
  const server = await startScripted(script);
  const outcome = await runLoad(orderOf(server.origin, change), watch);
  const read = server.requests();
  await server.close();
  return { outcome, read };
}

function adds({ scheduled, sent, neverSent, answered, timedOut, lost }: Accounts): boolean {
  return scheduled === sent + neverSent && sent === answered + timedOut + lost;
}

const every =
  (n: number, move: Move) =>
  (index: number): Move =>
    index % n === n - 1 ? move : 'answer';

test.each([
  ['answer', { answered: 200, timedOut: 0, lost: 0, lostBy: {} }],
  ['fin', { answered: 180, timedOut: 0, lost: 20, lostBy: { closed: 20 } }],
  ['rst', { answered: 180, timedOut: 0, lost: 20, lostBy: { reset: 20 } }],
  ['close-header', { answered: 200, timedOut: 0, lost: 0, lostBy: {} }],
  ['interim', { answered: 200, timedOut: 0, lost: 0, lostBy: {} }],
  ['until-close', { answered: 200, timedOut: 0, lost: 0, lostBy: {} }],
  ['junk', { answered: 180, timedOut: 0, lost: 20, lostBy: { 'not http': 20 } }],
  ['huge', { answered: 180, timedOut: 0, lost: 20, lostBy: { 'too large': 20 } }],
  ['in-pieces', { answered: 200, timedOut: 0, lost: 0, lostBy: {} }],
] as const)('every tenth request meets %s: each request is accounted for', async (move, expected) => {
  for (const rate of [undefined, 2000]) {
    const { outcome, read } = await play(every(10, move), rate === undefined ? {} : { rate });
    expect([outcome.end, outcome.accounts, read, adds(outcome.accounts)]).toEqual([
      { how: 'budget' },
      {
        scheduled: 200,
        sent: 200,
        neverSent: 0,
        ...expected,
        byStatus: { 200: expected.answered },
        bytes: expect.any(Number),
        unservedMs: expect.any(Number),
      },
      200,
      true,
    ]);
  }
});

test('a closed load keeps below its bound, however fast the answers come, and each request counts from when it is sent', async () => {
  const sent: number[] = [];
  const [gapMs, catchUpMs, roundingMs] = [2, 5, 0.01];
  const { outcome } = await play(
    () => 'answer',
    { mostPerSecond: 1000 / gapMs, most: { requests: 100, bodyBytes: 1000 } },
    {
      judge: (answer) => {
        sent.push(answer.sent.sentAt);
        return 'clean';
      },
    },
  );
  const inOrder = sent.toSorted((one, other) => one - other);
  const tooSoon = inOrder.filter((at, index) =>
    inOrder.slice(0, index).some((before, from) => at - before < (index - from) * gapMs - catchUpMs - gapMs - roundingMs),
  );
  expect([outcome.accounts.answered, outcome.coordinatedOmission, tooSoon]).toEqual([100, 'not corrected', []]);
});

test('what is never answered times out, and is accounted for', async () => {
  const { outcome } = await play(every(50, 'silence'), { timeoutMs: 300 });
  expect([outcome.end, outcome.accounts]).toEqual([
    { how: 'budget' },
    {
      scheduled: 200,
      sent: 200,
      neverSent: 0,
      answered: 196,
      timedOut: 4,
      lost: 0,
      lostBy: {},
      byStatus: { 200: 196 },
      bytes: 392,
      unservedMs: expect.any(Number),
    },
  ]);
});

test('an answer is judged with its own request, body and headers, however it came', async () => {
  const seen: (readonly [number, number, string, readonly string[]])[] = [];
  const requests = ['/a', '/b'].map(
    (path) => (origin: string) => prepareRequest({ method: 'GET', url: origin + path, headers: {}, body: undefined }),
  );
  const server = await startScripted((index) => (['answer', 'in-pieces', 'interim', 'fin'] as const)[index] ?? 'answer');
  await runLoad(
    orderOf(server.origin, { requests: requests.map((of) => of(server.origin)), connections: 1, most: { requests: 6, bodyBytes: 1000 } }),
    {
      judge: ({ sent, head, body }) => {
        seen.push([sent.request, head.statusCode, body.toString(), head.headers.slice(0, 2)]);
        return 'clean';
      },
    },
  );
  await server.close();
  const headers = ['content-type', 'application/json'];
  expect(seen).toEqual([
    [0, 200, '{}', headers],
    [1, 200, '"ä"', headers],
    [0, 200, '{}', headers],
    // The fourth was lost with its connection; what follows is not mistaken for its answer.
    [0, 200, '{}', headers],
    [1, 200, '{}', headers],
  ]);
});

test('a burst of server errors ends the load; a judge can end it too', async () => {
  const { outcome } = await play((index) => (index < 100 ? 'answer' : '503'), { most: { requests: 5000, bodyBytes: 1000 } });
  expect([outcome.end, outcome.accounts.byStatus['503'], adds(outcome.accounts)]).toEqual([
    { how: 'server-errors', why: 'half of the last 100 requests were answered with server errors (5xx), or not at all' },
    50,
    true,
  ]);
  const stopped = await play(() => 'answer', {}, { judge: () => ({ stop: 'enough', blame: 'target' }) });
  expect([stopped.outcome.end, adds(stopped.outcome.accounts)]).toEqual([{ how: 'stopped', why: 'enough', blame: 'target' }, true]);
});

test('violations are counted', async () => {
  let seen = 0;
  const { outcome } = await play(() => 'answer', {}, { judge: () => (++seen % 4 === 0 ? 'violation' : 'clean') });
  expect([outcome.violations, outcome.slices.reduce((sum, slice) => sum + slice.violations, 0)]).toEqual([50, 50]);
});

test('an interruption ends all senders, though nothing is answered', async () => {
  const stopper = new AbortController();
  const server = await startScripted(() => {
    setImmediate(() => stopper.abort());
    return 'silence';
  });
  const { end, accounts } = await runLoad(orderOf(server.origin, { connections: 2, signal: stopper.signal }), anything);
  const sent = server.requests();
  await server.close();
  expect([end, accounts.lostBy, adds(accounts), sent]).toEqual([{ how: 'interrupted' }, { interrupted: 2 }, true, 2]);
});

test('a port where nobody listens is tried twice a connection, and given up', async () => {
  const port = await closedPort();
  const { end, accounts } = await runLoad(orderOf(`http://127.0.0.1:${port}`), anything);
  expect([end, accounts.scheduled]).toEqual([{ how: 'unreachable', why: `no connection: connect ECONNREFUSED 127.0.0.1:${port}` }, 0]);
});

test('a server that closes every connection unasked is not hammered', async () => {
  let opened = 0;
  const server = createServer((socket) => {
    opened += 1;
    socket.on('error', () => undefined);
    socket.resume().end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server.address());
  const { end, accounts } = await runLoad(orderOf(`http://127.0.0.1:${port}`), anything);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  expect([end.how, adds(accounts), opened <= 3 * 7]).toEqual(['unreachable', true, true]);
});

test('two origins are never mixed', async () => {
  const requests = ['http://one.example.test/', 'http://two.example.test/'].map((url) =>
    prepareRequest({ method: 'GET', url, headers: {}, body: undefined }),
  );
  await expect(runLoad(orderOf('http://one.example.test', { requests }), anything)).rejects.toEqual(
    new MixedOrigins('requests to http://one.example.test and http://two.example.test are never mixed in one load: choose one'),
  );
});

test('a load shows its certificate to a target that demands one', async () => {
  const trusted = await authority();
  const origin = await secureServer(await certificate({ by: trusted }), (_, response) => response.end('{}'), trusted);
  const tls = { ca: trusted.cert, ...(await certificate({ by: trusted })) };
  const { accounts } = await runLoad(orderOf(origin, { tls, most: { requests: 20, bodyBytes: 1000 } }), anything);
  expect(accounts).toMatchObject({ answered: 20, lost: 0 });
});

test.each([{ mostPerSecond: 1e6 }, { mostPerSecond: undefined }])('an address of IPv6 is reached, with %j', async (pace) => {
  const server = createHttpServer((_, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '::1', resolve));
  const port = portOf(server.address());
  const { accounts } = await runLoad(orderOf(`http://[::1]:${port}`, { ...pace, most: { requests: 20, bodyBytes: 1000 } }), anything);
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  expect(accounts).toMatchObject({ answered: 20, lost: 0 });
});

test('a connection that is closed whenever it is idle is made again, each time', async () => {
  const answer: Move = (socket) =>
    void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}', () => setImmediate(() => socket.resetAndDestroy()));
  for (const rate of [undefined, 500]) {
    const { outcome } = await play(every(5, answer), rate === undefined ? {} : { rate });
    expect([outcome.end, outcome.accounts.sent, adds(outcome.accounts)]).toEqual([{ how: 'budget' }, 200, true]);
  }
});
