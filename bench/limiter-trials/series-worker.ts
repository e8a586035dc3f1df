import { parentPort } from 'node:worker_threads';
import { runSeries } from './series.ts';
import type { Series } from './series.ts';
import { trialBench } from './trial.ts';

// A thread of its own that runs one series after the other as they come.
const bench = trialBench();

async function answer(series: Series): Promise<void> {
  const results = await runSeries(bench, series);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(results);
}

parentPort?.on('message', (series: Series) => void answer(series));
