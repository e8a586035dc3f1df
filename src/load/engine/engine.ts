import { performance } from 'node:perf_hooks';
import autocannon from 'autocannon';
import { createBodyRoom } from './body-store.ts';
import { takeOver, type Connection, type ConnectionEvents } from './connection.ts';
import { createClosedDispatcher } from './closed-dispatcher.ts';
import { openFigures } from './figures.ts';
import { watchGenerator } from './generator-health.ts';
import { createLatencyHistogram, loadHistograms } from './histogram.ts';
import { oneOrigin, type LoadEnd, type LoadOrder, type LoadOutcome, type LoadWatch } from './load-order.ts';
import { isKnownClient, missingFields } from './private-client.ts';
import { createOpenDispatcher } from './open-dispatcher.ts';
import { createReconnector } from './reconnector.ts';
import { sliceLength } from './timeline.ts';

/** To whoever looks for a target that breaks down, no answer is as bad as a server error. */
const NO_ANSWER = 599;
const SWEEP_MS = 50;
/** When a load is over its last answers are waited for so long. */
const LAST_ANSWERS_MS = 2_000;
/** A load begins by then with the connections that stand. */
const ALL_CONNECTED_MS = 2_000;
/** Nothing is said of a connection that is made anew, unless it takes longer. */
const OUTAGE_MS = 1_000;
/** What unfinished answers may hold in memory together. */
const ROOM_BYTES = 134_217_728;
/** autocannon's own limits are out of the way: the engine has its own. Seconds. */
const NEVER_S = 2_000_000;

/** Sends the requests as ordered, tells of every answer, and accounts for every request. Rejects with MixedOrigins. */
export async function runLoad(order: LoadOrder, watch: LoadWatch): Promise<LoadOutcome> {
  const origin = oneOrigin(order.requests);
  await loadHistograms();
  return new Promise((resolve, reject) => start(order, watch, origin, resolve, reject));
}

function start(
  order: LoadOrder,
  watch: LoadWatch,
  origin: string,
  resolve: (outcome: LoadOutcome) => void,
  reject: (error: unknown) => void,
): void {
  const { connections: wanted, timeoutMs, signal, most } = order;
  const figures = openFigures(order.operations ?? []);
  const sendLag = createLatencyHistogram();
  const breaker = createBreaker();
  const connections: Connection[] = [];
  let generator: ReturnType<typeof watchGenerator> | undefined;
  let begunAt: number | undefined;
  let end: LoadEnd | undefined;
  let endedAt = Infinity;
  let slowestMs = 0;
  const room = createBodyRoom(ROOM_BYTES);
  /** connections that cannot take a request, and since when */
  const down = new Map<Connection, number>();

  const dispatching = { order, tally: figures, sendLag, stop };
  const dispatcher = order.rate === undefined ? createClosedDispatcher(dispatching) : createOpenDispatcher(dispatching, order.rate);
  const reconnector = createReconnector(wanted, (why) => stop({ how: 'unreachable', why }));

  const events: ConnectionEvents = {
    ready: (connection) => {
      if (down.size > 0) isUpAgain(connection, performance.now());
      dispatcher.offer(connection);
      if (begunAt === undefined && dispatcher.waiting() === wanted) begin();
    },
    answered: (answer) => {
      reconnector.answered();
      // To judge many large answers takes a time: what comes after the end is left.
      if (answer.receivedAt >= lastAt()) {
        figures.lost(answer.sent.request, 'not awaited', 0);
        stop({ how: 'completed' });
        return settle();
      }
      const { statusCode } = answer.head;
      const ms = answer.receivedAt - answer.sent.dueAt;
      slowestMs = Math.max(slowestMs, answer.receivedAt - answer.sent.sentAt);
      const bytes = answer.body.length;
      const judged = watch.judge(answer);
      figures.answered(answer.sent.request, statusCode, bytes, ms, judged === 'violation');
      if (typeof judged === 'object') stop({ how: 'stopped', why: judged.stop, blame: judged.blame });
      if (breaker.sees(statusCode))
        stop({ how: 'server-errors', why: 'half of the last 100 requests were answered with server errors (5xx), or not at all' });
      settle();
    },
    lost: (sent, why) => {
      const now = performance.now();
      const isOurs = why === 'interrupted' || why === 'not awaited';
      const isWait = why === 'timed out' || why === 'cut off' || why === 'interim only';
      figures.lost(sent.request, why, isOurs ? 0 : now - sent.sentAt, isWait ? now - sent.dueAt : undefined);
      if (end === undefined && breaker.sees(NO_ANSWER))
        stop({ how: 'unreachable', why: `half of the last 100 requests had no answer: ${why}` });
      settle();
    },
    down: (connection) => {
      if (!down.has(connection)) down.set(connection, performance.now());
      dispatcher.withdraw(connection);
    },
    unconnected: (connection, error) => {
      reconnector.failed(connection, error, begunAt !== undefined);
    },
  };

  /** When nothing more is waited for. */
  function lastAt(): number {
    const over = begunAt === undefined ? endedAt : Math.min(endedAt, begunAt + order.durationMs);
    return over + (order.lastAnswersMs ?? LAST_ANSWERS_MS);
  }

  function isUpAgain(connection: Connection, now: number): void {
    const since = down.get(connection);
    down.delete(connection);
    if (since === undefined || begunAt === undefined) return;
    const outageMs = Math.min(now, endedAt) - Math.max(since, begunAt);
    if (outageMs >= OUTAGE_MS) figures.unconnected(outageMs);
  }

  /** The clock starts when every connection stands, or as many as can be had. */
  function begin(): void {
    if (begunAt !== undefined || end !== undefined) return;
    clearTimeout(starter);
    generator = watchGenerator();
    begunAt = performance.now();
    figures.begin(begunAt);
    dispatcher.begin();
  }

  function stop(how: LoadEnd): void {
    if (end !== undefined) return;
    end = how;
    endedAt = performance.now();
    dispatcher.halt();
    // What broke down or was interrupted is not waited for.
    if (how.how !== 'completed' && how.how !== 'budget') for (const connection of connections) connection.end('interrupted');
    settle();
  }

  function settle(): void {
    if (end !== undefined && figures.underWay() === 0) setImmediate(finish);
  }

  let isFinished = false;
  function finish(): void {
    if (isFinished || end === undefined) return;
    isFinished = true;
    clearInterval(sweeper);
    clearTimeout(starter);
    reconnector.close();
    signal.removeEventListener('abort', interrupt);
    for (const connection of connections) connection.end('interrupted');
    for (const connection of down.keys()) isUpAgain(connection, endedAt);
    const durationMs = begunAt === undefined ? 0 : performance.now() - begunAt;
    const totals = figures.end(performance.now());
    const outcome: LoadOutcome = {
      end,
      ...totals,
      coordinatedOmission: order.rate === undefined ? 'not corrected' : 'corrected',
      durationMs,
      throughput: durationMs === 0 ? 0 : (totals.accounts.answered * 1000) / durationMs,
      generator: (generator ?? watchGenerator()).stop(sendLag.summary()),
    };
    sendLag.close();
    resolve(outcome);
  }

  const interrupt = (): void => {
    stop({ how: 'interrupted' });
    // It may have been waiting for the last answers.
    for (const connection of connections) connection.end('interrupted');
  };

  /** Whoever has waited longer than any answer took has waited in vain; of the others nothing is known. */
  function endWaiting(now: number): void {
    for (const connection of connections) {
      const sent = connection.underWay();
      if (sent !== undefined) connection.end(now - sent.sentAt > slowestMs ? 'cut off' : 'not awaited');
    }
  }

  /** Time-outs, whole slices, and the end of a closed model whose connections are all waiting. */
  const startMs = Math.min(timeoutMs, ALL_CONNECTED_MS);
  const sliceMs = sliceLength(order.durationMs);
  const sweeper = setInterval(() => {
    const now = performance.now();
    for (const connection of connections) {
      const sent = connection.underWay();
      if (sent !== undefined && now - sent.sentAt >= timeoutMs) {
        if (end === undefined) connection.renew('timed out');
        else connection.end('timed out');
      }
    }
    if (end !== undefined && now >= lastAt()) endWaiting(now);
    if (begunAt === undefined) return;
    const slice = figures.next(now, sliceMs);
    if (slice !== undefined) {
      watch.onSlice?.(slice, figures.totals());
      const why = end === undefined ? watch.until?.({ ...figures.soFar(), durationMs: now - begunAt }) : undefined;
      if (why !== undefined) stop({ how: 'stopped', why, blame: 'target' });
    }
    if (now - begunAt >= order.durationMs) stop({ how: 'completed' });
  }, SWEEP_MS);
  let starter = setTimeout(() => {
    if (dispatcher.waiting() > 0) return begin();
    starter = setTimeout(() => {
      if (dispatcher.waiting() > 0) begin();
      else stop({ how: 'unreachable', why: `no connection to ${origin} within ${2 * startMs} ms` });
    }, startMs);
  }, startMs);
  signal.addEventListener('abort', interrupt);

  const running = autocannon({
    url: origin,
    connections: wanted,
    pipelining: 1,
    duration: NEVER_S,
    timeout: NEVER_S,
    sampleInt: 100,
    ...(order.tls === undefined ? {} : { tlsOptions: order.tls }),
    setupClient: (client: object) => {
      if (!isKnownClient(client))
        throw new TypeError(`autocannon is not the version that is known: it lacks ${missingFields(client).join(', ')}`);
      const connection = takeOver(client, most.bodyBytes, room, events);
      connections.push(connection);
      down.set(connection, performance.now());
    },
  });
  running.then(() => undefined, reject);
  if (signal.aborted) interrupt();
}

/** Tells when a target breaks down, so that load on it ends. */
export interface Breaker {
  /** true from the answer on that makes a burst of server errors */
  sees(status: number): boolean;
}

/** Of so many answers in a row at least half were server errors. A rate limiter's 503 is one as well: load ends there too. */
const WINDOW = 100;
const BURST = WINDOW / 2;

export function createBreaker(): Breaker {
  const failed = new Uint8Array(WINDOW);
  let [at, sum] = [0, 0];
  return {
    sees: (status) => {
      const now = status >= 500 ? 1 : 0;
      sum += now - (failed[at] ?? 0);
      failed[at] = now;
      at = (at + 1) % WINDOW;
      return sum >= BURST;
    },
  };
}
