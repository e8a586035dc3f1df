import { factsOf } from '../facts.ts';
import { fits } from '../fits.ts';
import type { PeriodicKind } from '../kinds.ts';
import { OWN } from '../sample.ts';
import type { ProbeClient } from './probe-client.ts';

/** So far into a further window do the deciding requests come: neither as early as those of the first nor as those of the second. */
const INTO = [0.45, 0.25, 0.7];
/** So many contradictions more decide between the two. */
const ENOUGH = 2;
const BEFORE_SHARE = 0.6;
const PAIR = 2;
/** Windows take no more requests than twice the limit and so many; what is not clear by then stays open. */
const WINDOWS = 2;
const BESIDE = 20;

/**
 * What a second whole window leaves open. Windows of the clock or from the first request on: two requests more, well into a further window,
 * tell. Or weighed windows of half the length: those give something back before the announced end.
 */
export async function closeUp(client: ProbeClient, limit: number): Promise<void> {
  const { aligned, first, weighed } = costs(client);
  const best = Math.min(aligned, first);
  const reset = lastReset(client);
  if (weighed - best < ENOUGH && reset !== undefined) {
    await client.waitUntil(client.now() + (client.surely(reset) - client.now()) * BEFORE_SHARE);
    await client.ask('between');
  }
  for (const share of INTO) {
    const now = costs(client);
    const ends = lastReset(client);
    if (ends === undefined || Math.abs(now.aligned - now.first) >= ENOUGH) return;
    if (client.samples.length + PAIR > WINDOWS * limit + BESIDE) return;
    await client.waitUntil(client.surely(ends) + now.period * share);
    await client.flood('third', PAIR);
  }
}

function lastReset({ samples }: ProbeClient): number | undefined {
  return samples.findLast(({ subject, reset }) => subject === OWN && reset !== undefined)?.reset?.seconds;
}

interface Costs {
  readonly aligned: number;
  readonly first: number;
  readonly weighed: number;
  readonly period: number;
}

/** How much each of the kinds in question contradicts; a kind that was not even tried says nothing. */
function costs({ samples }: ProbeClient): Costs {
  const facts = factsOf(samples);
  const found = fits(facts, facts.limit ?? 0, { kinds: ['fixed-aligned', 'fixed-first', 'sliding-counter'] });
  const of = (kind: PeriodicKind): number => found.find(({ hypothesis }) => hypothesis.kind === kind)?.cost ?? Infinity;
  return { aligned: of('fixed-aligned'), first: of('fixed-first'), weighed: of('sliding-counter'), period: found[0]?.period.low ?? 0 };
}
