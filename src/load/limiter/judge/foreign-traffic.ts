import { untilRefused } from '../decisions.ts';
import type { Facts } from '../facts.ts';
import { othersUse, type ProbeEvidence } from './probe-evidence.ts';

/** Why what is missing may be what others have used; undefined where nothing speaks for others. */
export function foreignTraffic({ foreign, facts }: ProbeEvidence): string | undefined {
  if (foreign > 0) return othersUse(foreign, facts);
  const lost = lostUntilRefused(facts);
  if (lost === 0) return undefined;
  return `a request was refused while ${lost} more should have been left: somebody else may have used those, and what came back later. Probe with a key of its own`;
}

/** How many operations were told of that neither were left at the first refusal nor can be ours. */
function lostUntilRefused({ decisions, own }: Facts): number {
  const before = untilRefused(decisions);
  const refused = decisions[before.length]?.sample;
  if (refused === undefined || (refused.remaining ?? 0) > 0) return 0;
  const lost = before.map(({ sample, left = 0 }) => {
    const since = own.filter((other) => other !== sample && other.receivedMs > sample.sentMs && other.sentMs < refused.receivedMs);
    return left - since.length;
  });
  return Math.max(0, ...lost);
}
