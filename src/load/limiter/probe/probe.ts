import { isAstray, isRefused } from '../sample.ts';
import type { Sample } from '../sample.ts';
import { createConductor, Stopped } from './probe-client.ts';
import type { Conductor, ProbeMeans } from './probe-client.ts';
import { countedCourse } from './counted.ts';
import { silentCourse } from './silent.ts';

/** What a probe has seen, and why it ended where it did not come to its end. */
export interface CourseEnd {
  readonly samples: readonly Sample[];
  readonly stopped: Stopped | undefined;
}

const MOST_REFUSED = 2;

/** Probes a rate limit from its first request to its last; never throws for what the target does. */
export async function conductCourse(means: ProbeMeans): Promise<CourseEnd> {
  const conductor = createConductor(means);
  try {
    const first = await begin(conductor);
    if (first.limit !== undefined && first.remaining !== undefined && !isRefused(first)) await countedCourse(conductor, first, first.limit);
    else if (!isRefused(first)) await silentCourse(conductor);
    return { samples: conductor.samples, stopped: undefined };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return { samples: conductor.samples, stopped: error };
  }
}

/** The first request that passes; a limit that is used up already is waited for twice. */
async function begin(conductor: Conductor): Promise<Sample> {
  let first = await conductor.ask('first');
  for (let again = 0; again < MOST_REFUSED && isRefused(first); again++) {
    const named = first.reset ?? first.retryAt;
    if (named === undefined) return first;
    await conductor.waitUntil(Math.max(conductor.surely(named.seconds), conductor.now() + 1000));
    first = await conductor.ask('first');
  }
  if (first.status !== undefined && isAstray(first))
    throw new Stopped('not-served', `the request to probe with is answered with status ${first.status}, so that its limit cannot be seen`);
  return first;
}
