import { parentPort } from 'node:worker_threads';
import type { Hand } from './pool.ts';

/** Makes this thread do one task after the other as they come. */
export function answerTasks<Task, Result>(hand: Hand<Task, Result>): void {
  const answer = async (task: Task): Promise<void> => {
    const result = await hand(task);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(result);
  };
  parentPort?.on('message', (task: Task) => void answer(task));
}
