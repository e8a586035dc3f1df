import { isAstray, isRefused, type Sample } from '../sample.ts';
import { createProbeClient, Stopped, type ProbeClient, type ProbeMeans } from './probe-client.ts';
import { probeCounted } from './counted.ts';
import { probeSilent } from './silent.ts';

/** What a probe has seen, and why it ended where it did not come to its end. */
export interface ProbeEnd {
  readonly samples: readonly Sample[];
  readonly stopped: Stopped | undefined;
}

const MOST_REFUSED = 2;

/** Probes a rate limit from its first request to its last; never throws for what the target does. */
export async function probeLimiter(means: ProbeMeans): Promise<ProbeEnd> {
  const client = createProbeClient(means);
  try {
    const first = await begin(client);
    if (first.limit !== undefined && first.remaining !== undefined && !isRefused(first)) await probeCounted(client, first, first.limit);
    else if (!isRefused(first)) await probeSilent(client);
    return { samples: client.samples, stopped: undefined };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return { samples: client.samples, stopped: error };
  }
}

/** The first request that passes; a limit that is used up already is waited for twice. */
async function begin(client: ProbeClient): Promise<Sample> {
  let first = await client.ask('first');
  for (let again = 0; again < MOST_REFUSED && isRefused(first); again++) {
    const named = first.reset ?? first.retryAt;
    if (named === undefined) return first;
    await client.waitUntil(Math.max(client.surely(named.seconds), client.now() + 1000));
    first = await client.ask('first');
  }
  if (first.status !== undefined && isAstray(first))
    throw new Stopped('not-served', `the request to probe with is answered with status ${first.status}, so that its limit cannot be seen`);
  return first;
}
