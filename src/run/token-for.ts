import type { Selection } from '../model/types.ts';
import type { Profile } from '../profile/profile.ts';
import type { Finding } from '../judge/finding.ts';
import type { TraceEvent } from '../trace/events.ts';
import { caseOf, lengthOf } from '../report/preceding-steps.ts';
import { inToken, replayToken } from './replay-token.ts';
import type { Replay } from './replay-token.ts';

export interface TokenContext {
  readonly events: readonly TraceEvent[];
  readonly seed: number;
  readonly specsDigest: string;
  readonly target: Pick<Profile, 'name' | 'digest'>;
  readonly selection: Selection;
}

/** The token by which what shows a finding can be driven again. */
export function tokenFor({ events, seed, specsDigest, target, selection }: TokenContext, finding: Finding, clause: string): string {
  return replayToken({
    seed,
    ...originOf(events, finding.case ?? lengthOf(events, finding).owner ?? ''),
    clause,
    check: finding.check,
    specs: inToken(specsDigest),
    target: target.name,
    profile: inToken(target.digest),
    selection,
  });
}

/** What is to be driven again: the case, or the walk that it was part of; never what itself drove something again. */
function originOf(events: readonly TraceEvent[], id: string): Pick<Replay, 'case' | 'walk'> {
  const event = caseOf(events, id);
  if (event === undefined) return { case: id };
  if (event.walk !== undefined) return { case: id, walk: event.walk.code };
  return event.again === undefined ? { case: id } : originOf(events, event.again.of);
}
