import { parentPort, workerData } from 'node:worker_threads';
import { createRealClock } from '../../mock/kit/clock.ts';
import { startMock } from '../../mock/kit/start-mock.ts';
import type { MockOrder } from './load-run.ts';

// The embedded deployment in a thread of its own: it shall not compete with whoever loads it.
const order: MockOrder = workerData;
const { services, control } = await startMock({ ...order, clock: createRealClock() });
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage({ services, control });
