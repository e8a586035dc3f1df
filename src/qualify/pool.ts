import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Task, Trial } from './trial.ts';
import { openTrials } from './trials.ts';
import type { TrialOrder, TryTask } from './trials.ts';

/** Tries many faults, as many at a time as there are threads. What comes out does not depend on their number. */
export interface Pool {
  /** the trials in the order of the tasks; `onTrial` is told each as it ends */
  run(tasks: readonly Task[], onTrial: (trial: Trial) => void): Promise<readonly Trial[]>;
  close(): Promise<void>;
}

/** @param threads 0 tries one after the other in this thread */
export function openPool(order: TrialOrder, threads: number): Pool {
  if (threads === 0) return poolOf([openTrials(order)], async () => undefined);
  const workers = Array.from({ length: threads }, () => new Worker(new URL('./trial-worker.js', import.meta.url), { workerData: order }));
  return poolOf(workers.map(asking), async () => void (await Promise.all(workers.map((worker) => worker.terminate()))));
}

/** One task at a time; a worker that dies rejects. */
function asking(worker: Worker): TryTask {
  return async (task) => {
    const answer = once(worker, 'message');
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(task);
    const [trial] = await answer;
    return trial;
  };
}

function poolOf(hands: readonly TryTask[], close: () => Promise<void>): Pool {
  return {
    async run(tasks, onTrial) {
      const waiting = tasks.map((task, index) => ({ task, index }));
      const trials = new Map<number, Trial>();
      const work = async (hand: TryTask): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const trial = await hand(next.task);
          trials.set(next.index, trial);
          onTrial(trial);
        }
      };
      await Promise.all(hands.map(work));
      return tasks.flatMap((_, index) => trials.get(index) ?? []);
    },
    close,
  };
}
