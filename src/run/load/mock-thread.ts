import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LimiterSettings } from '../../model/types.ts';
import type { RunningMock } from '../../mock/kit/start-mock.ts';

/** What the embedded deployment is to be; plain data, because it crosses into a thread. */
export interface MockOrder {
  readonly seed: number;
  readonly limiter: LimiterSettings;
  readonly choices: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly faults: readonly string[];
}

/** Starts the embedded deployment in a thread of its own. Rejects with what kept it from starting. */
export async function startMockThread(order: MockOrder): Promise<RunningMock> {
  const worker = new Worker(new URL('./mock-worker.js', import.meta.url), { workerData: order });
  const [addresses] = await once(worker, 'message');
  return { ...addresses, close: async () => void (await worker.terminate()) };
}
