import { existsSync } from 'node:fs';
import { isMainThread, Worker } from 'node:worker_threads';

/** A timer for longer would be none. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** What is under way when its time is over, or when it is interrupted, has so long to wind up. */
const GRACE_MS = 1_000;
const BEAT_MS = 100;

const BESIDE = new URL('./standstill-worker.js', import.meta.url);
/** Sources that are not compiled only tests run, with the build beside them. */
const WORKER = existsSync(BESIDE) ? BESIDE : new URL('../../dist/bundle/standstill-worker.js', import.meta.url);

/** What the thread is told that watches over the loop of this one. */
export interface Standstill {
  /** counts for as long as the loop turns */
  readonly beats: SharedArrayBuffer;
  /** milliseconds since the epoch from which on nothing is waited for */
  readonly endsAt: number;
}

/**
 * Waits for work until its time is over, and answers false where it has not come to its end by then: it is left where it stands. Code that
 * keeps the main thread's loop from turning is ended by another thread, since no timer of its own could.
 *
 * @param milliseconds that the work may take
 */
export async function endsWithin(milliseconds: number, signal: AbortSignal, work: () => Promise<void>): Promise<boolean> {
  const timers: NodeJS.Timeout[] = [];
  const watch = isMainThread ? watchLoop(milliseconds) : undefined;
  let interrupted = (): void => undefined;
  const late = new Promise<boolean>((resolve) => {
    const start = (ms: number): void => void timers.push(setTimeout(() => resolve(false), Math.min(Math.max(0, ms), LONGEST_TIMER_MS)));
    interrupted = () => start(GRACE_MS);
    start(milliseconds + GRACE_MS);
    signal.addEventListener('abort', interrupted, { once: true });
    if (signal.aborted) interrupted();
  });
  try {
    return await Promise.race([work().then(() => true), late]);
  } finally {
    signal.removeEventListener('abort', interrupted);
    for (const timer of timers) clearTimeout(timer);
    watch?.end();
  }
}

function watchLoop(milliseconds: number): { readonly end: () => void } {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const counter = new Int32Array(beats);
  const beating = setInterval(() => Atomics.add(counter, 0, 1), BEAT_MS);
  const standstill: Standstill = { beats, endsAt: Date.now() + milliseconds };
  const worker = new Worker(WORKER, { workerData: standstill, resourceLimits: { maxOldGenerationSizeMb: 32 } });
  worker.unref();
  return {
    end: () => {
      clearInterval(beating);
      void worker.terminate();
    },
  };
}
