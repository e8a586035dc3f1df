import { performance } from 'node:perf_hooks';
import { openFigures } from './figures.ts';
import { watchGenerator } from './generator-health.ts';
import { createLatencyHistogram, loadHistograms } from './histogram.ts';
import { oneOrigin, type LoadEnd, type LoadOrder, type LoadOutcome, type LoadWatch } from './load-order.ts';
import { openPacedSenders } from './paced-senders.ts';
import type { LossReason, Sent } from './load-answer.ts';
import type { SenderEvents, Senders } from './senders.ts';
import { sliceLength } from './timeline.ts';
import { openUnpacedSenders } from './unpaced-senders.ts';

/** To whoever looks for a target that breaks down, no answer is as bad as a server error. */
const NO_ANSWER = 599;
const SWEEP_MS = 50;
/** When a load is over its last answers are waited for so long. */
const LAST_ANSWERS_MS = 2_000;

/** Sends the requests as ordered, tells of every answer, and accounts for every request. Rejects with MixedOrigins. */
export async function runLoad(order: LoadOrder, watch: LoadWatch): Promise<LoadOutcome> {
  const origin = oneOrigin(order.requests);
  await loadHistograms();
  return new Promise((resolve, reject) => start(order, watch, origin, resolve, reject));
}

/** autocannon accepts any certificate; credentials go to none that does not hold. */
function isUnpaced({ rate, mostPerSecond }: LoadOrder, origin: string): boolean {
  return rate === undefined && mostPerSecond === undefined && origin.startsWith('http:');
}

function start(
  order: LoadOrder,
  watch: LoadWatch,
  origin: string,
  resolve: (outcome: LoadOutcome) => void,
  reject: (error: unknown) => void,
): void {
  const { signal, lastAnswersMs: graceMs = LAST_ANSWERS_MS } = order;
  const figures = openFigures(order.operations ?? []);
  const sendLag = createLatencyHistogram();
  const breaker = createBreaker();
  let generator: ReturnType<typeof watchGenerator> | undefined;
  let begunAt: number | undefined;
  let end: LoadEnd | undefined;
  let endedAt = Infinity;
  let slowestMs = 0;

  const events: SenderEvents = {
    begun: () => {
      generator = watchGenerator();
      begunAt = performance.now();
      figures.begin(begunAt);
    },
    answered: (answer) => {
      // To judge many large answers takes a time: what comes after the end is left.
      if (answer.receivedAt >= lastAt()) {
        figures.lost(answer.sent.request, 'not awaited', 0);
        return stop({ how: 'completed' });
      }
      const { statusCode } = answer.head;
      const ms = answer.receivedAt - answer.sent.dueAt;
      slowestMs = Math.max(slowestMs, answer.receivedAt - answer.sent.sentAt);
      const judged = watch.judge(answer);
      figures.answered(answer.sent.request, statusCode, answer.bytes, ms, judged === 'violation');
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
    unconnected: figures.unconnected,
    stop,
    failed: reject,
  };

  /** When nothing more is waited for. */
  function lastAt(): number {
    const over = begunAt === undefined ? endedAt : Math.min(endedAt, begunAt + order.durationMs);
    return over + graceMs;
  }

  function stop(how: LoadEnd): void {
    if (end !== undefined) return settle();
    end = how;
    endedAt = performance.now();
    senders.halt(unwaited);
    // What broke down or was interrupted is not waited for.
    if (how.how !== 'completed' && how.how !== 'budget') senders.end(interrupted);
    settle();
  }

  function settle(): void {
    if (end !== undefined && senders.isQuiet()) setImmediate(finish);
  }

  let isFinished = false;
  function finish(): void {
    if (isFinished || end === undefined) return;
    isFinished = true;
    clearInterval(sweeper);
    signal.removeEventListener('abort', interrupt);
    senders.end(interrupted);
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

  const interrupted = (): LossReason => 'interrupted';
  const interrupt = (): void => {
    stop({ how: 'interrupted' });
    // It may have been waiting for the last answers.
    senders.end(interrupted);
  };

  /** Whoever has waited longer than any answer took, and than last answers are waited for, has waited in vain; of the others nothing is known. */
  const unwaited = ({ sentAt }: Sent): LossReason =>
    performance.now() - sentAt > Math.max(slowestMs, graceMs) ? 'cut off' : 'not awaited';

  /** Time-outs, whole slices, and the end of a closed model whose connections are all waiting. */
  const sliceMs = sliceLength(order.durationMs);
  const sweeper = setInterval(() => {
    const now = performance.now();
    senders.sweep(now);
    if (end !== undefined && now >= lastAt()) senders.end(unwaited);
    if (begunAt === undefined) return;
    const slice = figures.next(now, sliceMs);
    if (slice !== undefined) {
      watch.onSlice?.(slice, figures.totals());
      const why = end === undefined ? watch.until?.({ ...figures.soFar(), durationMs: now - begunAt }) : undefined;
      if (why !== undefined) stop({ how: 'stopped', why, blame: 'target' });
    }
    if (now - begunAt >= order.durationMs) stop({ how: 'completed' });
  }, SWEEP_MS);
  signal.addEventListener('abort', interrupt);

  const open = isUnpaced(order, origin) ? openUnpacedSenders : openPacedSenders;
  const senders: Senders = open(origin, { order, tally: figures, sendLag }, events);
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
