import { Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';
import type { Standstill } from './deadline.ts';

const LOOK_MS = 500;
/** So many looks at a loop that has not turned end what keeps it: by then nothing that is only slow is met. Once time is over, fewer do. */
const MOST_STILL = 20;
const MOST_STILL_LATE = 2;

const { beats, endsAt }: Standstill = workerData;
const counter = new Int32Array(beats);
let last = -1;
let still = 0;

// Looks are counted, not time: a process that was suspended has not stood still.
setInterval(() => {
  const now = Atomics.load(counter, 0);
  still = now === last ? still + 1 : 0;
  last = now;
  if (still < (Date.now() > endsAt ? MOST_STILL_LATE : MOST_STILL)) return;
  still = 0;
  const session = new Session();
  session.connectToMainThread();
  session.post('Runtime.terminateExecution', () => session.disconnect());
}, LOOK_MS);
