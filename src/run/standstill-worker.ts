import { Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';
import type { Standstill } from './deadline.ts';
import { ownTime } from './own-time.ts';

const LOOK_MS = 500;
/** Once its time is over, a loop that has not turned for so long is ended. */
const MOST_STILL_LATE_MS = 1_000;

const { beats, limit }: Standstill = workerData;
const counter = new Int32Array(beats);
const shared = new Float64Array(limit);
let last = -1;
let stillMs = 0;
let before = ownTime('main');

// A look counts for no more than it takes: a process that was suspended, or that a busy machine lets wait, has not stood still.
setInterval(() => {
  const now = Atomics.load(counter, 0);
  const own = ownTime('main');
  stillMs = now === last ? stillMs + Math.min(Math.max(0, own - before), LOOK_MS) : 0;
  last = now;
  before = own;
  const [endsAt = Infinity, mostStillMs = Infinity] = shared;
  if (stillMs < (own > endsAt ? MOST_STILL_LATE_MS : mostStillMs)) return;
  stillMs = 0;
  const session = new Session();
  session.connectToMainThread();
  session.post('Runtime.terminateExecution', () => session.disconnect());
}, LOOK_MS);
