import { expect, test } from 'vitest';
import { openPool, type Hand } from './pool.ts';

/** A thread that adds its order to each task; it fails at 13. */
const worker = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, workerData } from 'node:worker_threads';
    parentPort.on('message', (task) => {
      if (task === 13) throw new Error('thirteen');
      parentPort.postMessage(workerData + task);
    });
  `)}`,
);
const here = (order: number): Hand<number, number> => {
  return async (task) => order + task;
};

test.each([0, 1, 3])(
  'with %i threads every task is done, and told as it comes; the results have the order of the tasks',
  async (threads) => {
    const pool = openPool(worker, 100, threads, here);
    const told: number[] = [];
    const results = await pool.run([5, 1, 4, 2, 3], (result) => void told.push(result));
    await pool.close();
    expect([results, told.toSorted()]).toEqual([
      [105, 101, 104, 102, 103],
      [101, 102, 103, 104, 105],
    ]);
  },
);

test('a thread that dies ends the work with what it died of', async () => {
  const pool = openPool(worker, 100, 1, here);
  await expect(pool.run([1, 13, 2], () => undefined)).rejects.toThrow('thirteen');
  await pool.close();
});
