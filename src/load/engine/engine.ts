import { performance } from 'node:perf_hooks';
import autocannon from 'autocannon';
import { openLedger } from './accounting.ts';
import type { Accounts } from './accounting.ts';
import { createBreaker } from './breaker.ts';
import { takeOver } from './connection.ts';
import type { Connection, ConnectionEvents, LoadAnswer } from './connection.ts';
import { watchGenerator } from './generator-health.ts';
import type { GeneratorHealth } from './generator-health.ts';
import { createLatencyHistogram, loadHistograms } from './histogram.ts';
import type { LatencySummary } from './histogram.ts';
import { evenPace } from './pace.ts';
import type { PreparedRequest } from './prepared-request.ts';
import { isKnownClient, missingFields } from './private-client.ts';
import { createReconnector } from './reconnector.ts';
import { createTimeline } from './timeline.ts';
import type { Slice } from './timeline.ts';

/** What is sent, how fast, and where it ends. Times in milliseconds. */
export interface LoadOrder {
  /** sent in turn, again and again; all of one origin */
  readonly requests: readonly PreparedRequest[];
  readonly connections: number;
  /** a second, open model; undefined: each connection sends as soon as it has its answer (closed model) */
  readonly rate: number | undefined;
  readonly durationMs: number;
  readonly most: { readonly requests: number; readonly bodyBytes: number };
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Told of every answer, at once; answers whether it is as it should be, or why the load must end. */
export interface LoadWatch {
  readonly judge: (answer: LoadAnswer) => 'clean' | 'violation' | { readonly stop: string };
  readonly onSlice?: (slice: Slice, accounts: Accounts) => void;
}

export type LoadEnd =
  | { readonly how: 'completed' | 'interrupted' | 'budget' }
  | { readonly how: 'server-errors' | 'unreachable' | 'stopped'; readonly why: string };

export interface LoadOutcome {
  readonly end: LoadEnd;
  readonly accounts: Accounts;
  readonly violations: number;
  /** of answered and timed-out requests, from when they were due; in the closed model from when they were sent */
  readonly latencyMs: LatencySummary;
  readonly coordinatedOmission: 'corrected' | 'not corrected';
  readonly durationMs: number;
  /** answers a second */
  readonly throughput: number;
  readonly slices: readonly Slice[];
  readonly generator: GeneratorHealth;
}

/** Requests of several origins were to be mixed. */
export class MixedOrigins extends Error {
  override readonly name = 'MixedOrigins';
}

/** To whoever looks for a target that breaks down, no answer is as bad as a server error. */
const NO_ANSWER = 599;
/** A slice lasts a second, or longer where there would be too many. */
const SLICE_MS = 1000;
const MOST_SLICES = 600;
const SWEEP_MS = 50;
/** autocannon's own limits are out of the way: the engine has its own. Seconds. */
const NEVER_S = 2_000_000;

/** Sends the requests as ordered, tells of every answer, and accounts for every request. Rejects with MixedOrigins. */
export async function runLoad(order: LoadOrder, watch: LoadWatch): Promise<LoadOutcome> {
  const origin = oneOrigin(order.requests);
  await loadHistograms();
  return new Promise((resolve, reject) => start(order, watch, origin, resolve, reject));
}

function oneOrigin(requests: readonly PreparedRequest[]): string {
  const origins = [...new Set(requests.map(({ origin }) => origin))];
  const [origin] = origins;
  if (origin === undefined) throw new MixedOrigins('there is no request to send');
  if (origins.length > 1) throw new MixedOrigins(`requests to ${origins.join(' and ')} are never mixed in one load: choose one`);
  return origin;
}

function start(
  order: LoadOrder,
  watch: LoadWatch,
  origin: string,
  resolve: (outcome: LoadOutcome) => void,
  reject: (error: unknown) => void,
): void {
  const { requests, connections: wanted, timeoutMs, signal, most } = order;
  const ledger = openLedger();
  const [latency, sendLag] = [createLatencyHistogram(), createLatencyHistogram()];
  const timeline = createTimeline();
  const breaker = createBreaker();
  const connections: Connection[] = [];
  const idle = new Set<Connection>();
  const pace = order.rate === undefined ? undefined : evenPace(order.rate, order.durationMs, most.requests);
  let generator: ReturnType<typeof watchGenerator> | undefined;
  let begunAt: number | undefined;
  let next = 0;
  let underWay = 0;
  let violations = 0;
  let end: LoadEnd | undefined;
  let tick: NodeJS.Timeout | undefined;

  const reconnector = createReconnector(wanted, (why) => stop({ how: 'unreachable', why }));

  function sendNow(connection: Connection, dueAt: number, now: number): void {
    const index = next % requests.length;
    const request = requests[index];
    if (request === undefined) return;
    next += 1;
    underWay += 1;
    ledger.sent();
    connection.send(index, request.bytes, dueAt, now);
  }

  /** The connection is free: it takes the oldest request that is due, or waits. */
  function offer(connection: Connection): void {
    if (end !== undefined || begunAt === undefined) return void idle.add(connection);
    const now = performance.now();
    if (pace === undefined) {
      if (next >= most.requests) return stop({ how: 'budget' });
      if (now - begunAt >= order.durationMs) return stop({ how: 'completed' });
      return sendNow(connection, now, now);
    }
    if (next >= pace.dueBy(now - begunAt)) return void idle.add(connection);
    // It was due while every connection was busy: the target's delay, not the generator's.
    sendNow(connection, begunAt + pace.dueAt(next), now);
  }

  function sendDue(): void {
    if (pace === undefined || begunAt === undefined || end !== undefined) return;
    const now = performance.now();
    const due = pace.dueBy(now - begunAt);
    ledger.scheduled(due);
    for (const connection of idle) {
      if (next >= due) break;
      idle.delete(connection);
      const dueAt = begunAt + pace.dueAt(next);
      sendLag.record(now - dueAt);
      sendNow(connection, dueAt, now);
    }
    if (next >= pace.total) return stop({ how: pace.total === most.requests ? 'budget' : 'completed' });
    if (now - begunAt >= order.durationMs) return stop({ how: 'completed' });
    const wait = idle.size > 0 ? begunAt + pace.dueAt(next) - performance.now() : 1;
    tick = setTimeout(sendDue, Math.max(1, Math.min(wait, SWEEP_MS)));
  }

  const events: ConnectionEvents = {
    ready: (connection) => {
      offer(connection);
      if (begunAt === undefined && idle.size === wanted) begin();
    },
    answered: (answer) => {
      underWay -= 1;
      reconnector.answered();
      const { statusCode } = answer.head;
      const ms = answer.receivedAt - answer.sent.dueAt;
      ledger.answered(statusCode, answer.body.length);
      latency.record(ms);
      const judged = watch.judge(answer);
      if (judged === 'violation') violations += 1;
      timeline.answered(statusCode, ms, judged === 'violation');
      if (typeof judged === 'object') stop({ how: 'stopped', why: judged.stop });
      if (breaker.sees(statusCode))
        stop({ how: 'server-errors', why: 'half of the last 100 requests were answered with server errors (5xx), or not at all' });
      settle();
    },
    lost: (sent, why) => {
      underWay -= 1;
      ledger.lost(why);
      timeline.lost();
      if (end === undefined && breaker.sees(NO_ANSWER))
        stop({ how: 'unreachable', why: `half of the last 100 requests had no answer: ${why}` });
      if (why === 'timed out') latency.record(performance.now() - sent.dueAt);
      settle();
    },
    down: (connection) => void idle.delete(connection),
    unconnected: (connection, error) => {
      reconnector.failed(connection, error, begunAt !== undefined);
    },
  };

  /** The clock starts when every connection stands, or as many as can be had. */
  function begin(): void {
    if (begunAt !== undefined || end !== undefined) return;
    clearTimeout(starter);
    generator = watchGenerator();
    begunAt = performance.now();
    timeline.begin(begunAt);
    const free = [...idle];
    idle.clear();
    for (const connection of free) offer(connection);
    sendDue();
  }

  function stop(how: LoadEnd): void {
    if (end !== undefined) return;
    end = how;
    if (pace !== undefined && begunAt !== undefined) ledger.scheduled(pace.dueBy(Math.min(order.durationMs, performance.now() - begunAt)));
    clearTimeout(tick);
    // What broke down or was interrupted is not waited for.
    if (how.how !== 'completed' && how.how !== 'budget') for (const connection of connections) connection.end('interrupted');
    settle();
  }

  function settle(): void {
    if (end !== undefined && underWay === 0) setImmediate(finish);
  }

  let isFinished = false;
  function finish(): void {
    if (isFinished || end === undefined) return;
    isFinished = true;
    clearInterval(sweeper);
    clearTimeout(starter);
    clearTimeout(tick);
    reconnector.close();
    signal.removeEventListener('abort', interrupt);
    for (const connection of connections) connection.end('interrupted');
    const durationMs = begunAt === undefined ? 0 : performance.now() - begunAt;
    const slices = timeline.end(performance.now());
    const accounts = ledger.totals();
    const outcome: LoadOutcome = {
      end,
      accounts,
      violations,
      latencyMs: latency.summary(),
      coordinatedOmission: pace === undefined ? 'not corrected' : 'corrected',
      durationMs,
      throughput: durationMs === 0 ? 0 : (accounts.answered * 1000) / durationMs,
      slices,
      generator: (generator ?? watchGenerator()).stop(sendLag.summary()),
    };
    latency.close();
    sendLag.close();
    timeline.close();
    resolve(outcome);
  }

  const interrupt = (): void => {
    stop({ how: 'interrupted' });
    // It may have been waiting for the last answers.
    for (const connection of connections) connection.end('interrupted');
  };

  /** Time-outs, whole slices, and the end of a closed model whose connections are all waiting. */
  const sweeper = setInterval(() => {
    const now = performance.now();
    for (const connection of connections) {
      const sent = connection.underWay();
      if (sent !== undefined && now - sent.sentAt >= timeoutMs) {
        if (end === undefined) connection.renew('timed out');
        else connection.end('timed out');
      }
    }
    if (begunAt === undefined) return;
    const slice = timeline.next(now, Math.max(SLICE_MS, order.durationMs / MOST_SLICES));
    if (slice !== undefined) watch.onSlice?.(slice, ledger.totals());
    if (now - begunAt >= order.durationMs) stop({ how: 'completed' });
  }, SWEEP_MS);
  const starter = setTimeout(() => {
    if (idle.size > 0) begin();
    else stop({ how: 'unreachable', why: `no connection to ${origin} within ${timeoutMs} ms` });
  }, timeoutMs);
  signal.addEventListener('abort', interrupt);

  const running = autocannon({
    url: origin,
    connections: wanted,
    pipelining: 1,
    duration: NEVER_S,
    timeout: NEVER_S,
    sampleInt: 100,
    setupClient: (client: object) => {
      if (!isKnownClient(client))
        throw new TypeError(`autocannon is not the version that is known: it lacks ${missingFields(client).join(', ')}`);
      connections.push(takeOver(client, most.bodyBytes, events));
    },
  });
  running.then(() => undefined, reject);
  if (signal.aborted) interrupt();
}
