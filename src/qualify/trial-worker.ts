import { parentPort, workerData } from 'node:worker_threads';
import { openTrials } from './trials.ts';
import type { Task } from './trial.ts';
import type { TrialOrder } from './trials.ts';

// A thread of its own that tries one fault after the other as they come; what it is to know is in its data.
const order: TrialOrder = workerData;
const tryTask = openTrials(order);

async function answer(task: Task): Promise<void> {
  const trial = await tryTask(task);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(trial);
}

parentPort?.on('message', (task: Task) => void answer(task));
