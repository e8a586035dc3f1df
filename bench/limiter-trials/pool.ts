import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Result, Series } from './series.ts';

/** Runs series in threads. What comes out does not depend on their number. */
export interface SeriesPool {
  /** the results of each series, in the order of the runs */
  run(series: readonly Series[], onDone: (series: Series) => void): Promise<ReadonlyMap<Series, readonly Result[]>>;
  close(): Promise<void>;
}

/** So many trials at a time: short enough that no thread is left alone with a long rest. */
const CHUNK = 5;

export function openSeriesPool(threads: number): SeriesPool {
  const workers = Array.from({ length: threads }, () => new Worker(new URL('./series-worker.js', import.meta.url)));
  return {
    async run(series, onDone) {
      const waiting = series.flatMap((one) => chunksOf(one).map((chunk) => ({ one, chunk })));
      const found = new Map<Series, Result[]>(series.map((one) => [one, []]));
      const work = async (worker: Worker): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const results = await ask(worker, next.chunk);
          found.get(next.one)?.push(...results);
          onDone(next.chunk);
        }
      };
      await Promise.all(workers.map(work));
      return new Map([...found].map(([one, results]) => [one, results.toSorted((a, b) => a.seed - b.seed)]));
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

function chunksOf(series: Series): readonly Series[] {
  return Array.from({ length: Math.ceil(series.runs / CHUNK) }, (_, index) => ({
    ...series,
    from: series.from + index * CHUNK,
    runs: Math.min(CHUNK, series.runs - index * CHUNK),
  }));
}

async function ask(worker: Worker, series: Series): Promise<readonly Result[]> {
  const answer = once(worker, 'message');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(series);
  const [results] = await answer;
  return results;
}
