import { casesOf, type CaseEvidence } from './evidence.ts';
import type { Finding, JudgeInput } from './finding.ts';
import { isForeignDate } from './target-date.ts';
import { isHeldAgainstTarget } from './unverified-states.ts';

const REASON =
  'clock.http was turned, and the Date of the responses did not follow: see that it is the clock of this target, or test it without what writes another Date';

/**
 * The same findings, but that none is held against the target after a turn of the clock that its responses do not show. A proxy that writes a
 * Date of its own looks like the clock of another deployment: what passes then is right all the same, and what fails may be either's.
 */
export function withoutUnfollowedClock({ profile, spec, evidence }: JudgeInput, findings: readonly Finding[]): readonly Finding[] {
  if (profile.embedded || !findings.some(isHeldAgainstTarget)) return findings;
  const turnedInVain = ({ events }: CaseEvidence): boolean => {
    const turn = events.findIndex(({ type }) => type === 'clock');
    return turn >= 0 && events.slice(turn).some((event) => event.type === 'exchange' && isForeignDate(evidence, event));
  };
  const cases = new Set(
    casesOf(evidence, spec.name)
      .filter(turnedInVain)
      .map(({ case: { case: id } }) => id),
  );
  return findings.map((finding) => {
    if (!isHeldAgainstTarget(finding) || !cases.has(finding.case ?? '')) return finding;
    const { expected: _expected, received: _received, ...rest } = finding;
    return { ...rest, verdict: 'inconclusive', blame: 'config', reason: REASON };
  });
}
