import { Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';
import type { Standstill } from './deadline.ts';

const LOOK_MS = 500;
/** So many looks at a loop that has not turned end what keeps it once its time is over. */
const MOST_STILL_LATE = 2;

const { beats, limit }: Standstill = workerData;
const counter = new Int32Array(beats);
const shared = new Float64Array(limit);
let last = -1;
let still = 0;

// Looks are counted, not time: a process that was suspended has not stood still.
setInterval(() => {
  const now = Atomics.load(counter, 0);
  still = now === last ? still + 1 : 0;
  last = now;
  const [endsAt = Infinity, mostStill = Infinity] = shared;
  if (still < (Date.now() > endsAt ? MOST_STILL_LATE : mostStill)) return;
  still = 0;
  const session = new Session();
  session.connectToMainThread();
  session.post('Runtime.terminateExecution', () => session.disconnect());
}, LOOK_MS);
