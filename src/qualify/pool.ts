import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { WORKER_FLAGS } from '../drive/worker-flags.ts';

/** Does many things, as many at a time as there are hands. What comes out does not depend on their number. */
export interface Pool<Task, Result> {
  /** the results in the order of the tasks; `onResult` is told each as it comes. No task is begun once the signal is aborted */
  run(tasks: readonly Task[], onResult: (result: Result) => void, signal?: AbortSignal): Promise<readonly Result[]>;
  close(): Promise<void>;
}

/** Does one task. */
export type Hand<Task, Result> = (task: Task) => Promise<Result>;

/**
 * @param worker the module of a thread, which answers each task with `answerTasks`; `order` is its workerData
 * @param here what does the same in this thread, for 0 threads
 */
export function openPool<Order, Task, Result>(
  worker: URL,
  order: Order,
  threads: number,
  here: (order: Order) => Hand<Task, Result>,
): Pool<Task, Result> {
  if (threads === 0) return poolOf([here(order)], async () => undefined);
  return openThreads(
    worker,
    Array.from({ length: threads }, () => order),
  );
}

/** A thread for each order: each does its tasks in its own way. */
export function openThreads<Task, Result>(worker: URL, orders: readonly unknown[]): Pool<Task, Result> {
  const workers = orders.map((order) => new Worker(worker, { workerData: order, ...WORKER_FLAGS }));
  return poolOf(workers.map(asking<Task, Result>), async () => void (await Promise.all(workers.map((one) => one.terminate()))));
}

/** One task at a time; a worker that dies rejects. */
function asking<Task, Result>(worker: Worker): Hand<Task, Result> {
  return async (task) => {
    const answer = once(worker, 'message');
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(task);
    const [result] = await answer;
    return result;
  };
}

function poolOf<Task, Result>(hands: readonly Hand<Task, Result>[], close: () => Promise<void>): Pool<Task, Result> {
  return {
    async run(tasks, onResult, signal) {
      const waiting = tasks.map((task, index) => ({ task, index }));
      const results = new Map<number, Result>();
      const begin = (): { readonly task: Task; readonly index: number } | undefined =>
        signal?.aborted === true ? undefined : waiting.shift();
      const work = async (hand: Hand<Task, Result>): Promise<void> => {
        for (let next = begin(); next !== undefined; next = begin()) {
          const result = await hand(next.task);
          results.set(next.index, result);
          onResult(result);
        }
      };
      await Promise.all(hands.map(work));
      return [...results].toSorted(([one], [other]) => one - other).map(([, result]) => result);
    },
    close,
  };
}
