import { isAstray, isRefused, isServerError, type Sample } from '../sample.ts';
import type { ProbeClient } from './probe-client.ts';

/** So many of the last operations are used at the same time where they are too many to be sent all at once. */
const EDGE = 8;
const MOST_ROUNDS = 12;
/** How far the count is gone on with where Remaining says nothing of it. */
const BEYOND = 8;
/** What has given so many times its limit will give more. */
const FOREVER = 2;

/** Sends until a request is refused, the last few and `over` more at the same time, to see whether any of those passes. Answers whether one was. */
export async function exhaust(client: ProbeClient, phase: string, limit: number, since: readonly Sample[], over: number): Promise<boolean> {
  let known = lowest(since);
  let passed = since.length;
  let refill = 0;
  let falls = false;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const left = known ?? limit - passed;
    // All that is left and some more, with what comes back meanwhile.
    const last = Math.ceil((Math.max(0, left) + over) * (1 + 2 * refill));
    const atOnce = left <= 2 * EDGE || last <= client.concurrency;
    const came = await client.flood(phase, atOnce ? last : left - Math.min(EDGE, client.concurrency - 1), { untilRefused: true });
    if (came.some(isRefused)) return true;
    if (came.some((sample) => isAstray(sample) && !isServerError(sample))) return false;
    passed += came.length;
    const now = lowest(came);
    // What came back meanwhile, for each request.
    if (now !== undefined && known !== undefined) refill = Math.max(refill, (came.length - (known - now)) / came.length);
    // A count that does not go down says nothing: from here on our own count has to do.
    falls ||= now !== undefined && known !== undefined && now < known;
    const isStuck = now === undefined || !falls;
    known = isStuck ? undefined : now;
    if (passed > FOREVER * limit + BEYOND) return false;
  }
  return false;
}

function lowest(samples: readonly Sample[]): number | undefined {
  const told = samples.flatMap(({ remaining }) => (remaining === undefined ? [] : [remaining]));
  return told.length === 0 ? undefined : Math.min(...told);
}
