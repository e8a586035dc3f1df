import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Does many things, as many at a time as there are hands. What comes out does not depend on their number. */
export interface Pool<Task, Result> {
  /** the results in the order of the tasks; `onResult` is told each as it comes */
  run(tasks: readonly Task[], onResult: (result: Result) => void): Promise<readonly Result[]>;
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
  const workers = Array.from({ length: threads }, () => new Worker(worker, { workerData: order }));
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
    async run(tasks, onResult) {
      const waiting = tasks.map((task, index) => ({ task, index }));
      const results = new Map<number, Result>();
      const work = async (hand: Hand<Task, Result>): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
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
