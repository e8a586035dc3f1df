import { existsSync } from 'node:fs';
import { isMainThread, Worker } from 'node:worker_threads';
import { WORKER_FLAGS } from '../drive/worker-flags.ts';
import { ownTime } from './own-time.ts';

/** A timer for longer would be none. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** What is under way when its time is over has so long to wind up. */
const GRACE_MS = 1_000;
/** An interrupted run has so long to take down what it has set up, and then its grace to put on record what is left. */
export const TAKING_DOWN_MS = 3_000;
const BEAT_MS = 100;

const BESIDE = new URL('./standstill-worker.js', import.meta.url);
/** Sources that are not compiled only tests run, with the build beside them. */
const WORKER = existsSync(BESIDE) ? BESIDE : new URL('../../dist/bundle/standstill-worker.js', import.meta.url);

/** What the thread shares that watches over the loop of this one. */
export interface Standstill {
  /** counts for as long as the loop turns */
  readonly beats: SharedArrayBuffer;
  /** the main thread's own time from which on nothing is waited for, and for how long a loop may stand still before */
  readonly limit: SharedArrayBuffer;
}

/** Ends what keeps the main thread's loop from turning, since no timer of its own could. */
export interface LoopWatch {
  /** holds the loop to this from now on, and answers to what it was held before */
  hold(limit: StandstillLimit): StandstillLimit;
}

interface StandstillLimit {
  /** milliseconds since the epoch, without those that the machine gave to others */
  readonly endsAt: number;
  /** what stands still before is ended too, for nothing that is only slow takes so long */
  readonly isEndedBefore: boolean;
}

const MOST_STILL_MS = 10_000;
const UNLIMITED: StandstillLimit = { endsAt: Infinity, isEndedBefore: false };
const UNWATCHED: LoopWatch = { hold: () => UNLIMITED };

/** Lets another thread watch over the loop of this one until the work has ended. */
export async function watched<T>(work: (watch: LoopWatch) => Promise<T>): Promise<T> {
  if (!isMainThread) return work(UNWATCHED);
  const standstill: Standstill = {
    beats: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
    limit: new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT),
  };
  const counter = new Int32Array(standstill.beats);
  const shared = new Float64Array(standstill.limit);
  let held = UNLIMITED;
  const hold = (limit: StandstillLimit): StandstillLimit => {
    const before = held;
    held = limit;
    shared.set([limit.endsAt, limit.isEndedBefore ? MOST_STILL_MS : Infinity]);
    return before;
  };
  hold(UNLIMITED);
  const beating = setInterval(() => Atomics.add(counter, 0, 1), BEAT_MS);
  const worker = new Worker(WORKER, {
    workerData: standstill,
    ...WORKER_FLAGS,
    resourceLimits: { maxOldGenerationSizeMb: 32 },
  });
  worker.unref();
  try {
    return await work({ hold });
  } finally {
    clearInterval(beating);
    void worker.terminate();
  }
}

export interface Deadline {
  readonly signal: AbortSignal;
  /** that the work may take */
  readonly milliseconds: number;
  /** how much longer what is under way has then to wind up, as far as the machine lets it; it has longer when it is interrupted */
  readonly graceMs?: number;
  readonly watch?: LoopWatch;
  readonly isEndedBefore?: boolean;
}

/** Waits for work until its time is over, and answers false where it has not come to its end by then: it is left where it stands. */
export async function endsWithin(
  { milliseconds, signal, graceMs = GRACE_MS, watch = UNWATCHED, isEndedBefore = false }: Deadline,
  work: () => Promise<void>,
): Promise<boolean> {
  const timers: NodeJS.Timeout[] = [];
  // What stands still is ended as its grace is over at the latest; that of cases is none.
  const before = watch.hold({ endsAt: ownTime() + milliseconds + graceMs - GRACE_MS, isEndedBefore });
  let interrupted = (): void => undefined;
  const late = new Promise<boolean>((resolve) => {
    const start = (ms: number, then: () => void): void => void timers.push(setTimeout(then, Math.min(Math.max(0, ms), LONGEST_TIMER_MS)));
    const windUp = (): void => {
      const began = ownTime();
      const look = (): void => {
        const left = graceMs - (ownTime() - began);
        if (left > 0) start(Math.ceil(left), look);
        else resolve(false);
      };
      look();
    };
    interrupted = () => start(TAKING_DOWN_MS, windUp);
    start(milliseconds, windUp);
    signal.addEventListener('abort', interrupted, { once: true });
    if (signal.aborted) interrupted();
  });
  try {
    return await Promise.race([work().then(() => true), late]);
  } finally {
    signal.removeEventListener('abort', interrupted);
    for (const timer of timers) clearTimeout(timer);
    watch.hold(before);
  }
}
