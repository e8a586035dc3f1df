import { isPassed, isRefused } from '../sample.ts';
import type { Span } from '../span.ts';
import { announcedIn, isNobodyElses, shortfallOf, shortfallSince } from './shortfall.ts';
import { foreignTraffic } from './foreign-traffic.ts';
import { notWaited, type ProbeEvidence } from './probe-evidence.ts';
import { eachPassOnce, fails, isOpen, passes, type Ruling } from './ruling.ts';

const NEVER_NAMED =
  'no answer names the moment at which all is back as it has to: one header, in Unix seconds. So there was none to wait for';

const ONCE =
  'some of the allowance was missing when all of it should have been back, once, or each time another number: somebody else may have used that. Probe with a key of its own';

/**
 * Of the whole allowance only what we have used since may be missing.
 *
 * @param some what was shown of the moments at which some of it should be back
 */
export function fullReset(evidence: ProbeEvidence, offset: Span, some: readonly Ruling[]): readonly Ruling[] {
  const { counted, facts } = evidence;
  const { limit } = facts;
  const last = counted.at(-1);
  const calls = limit === undefined ? [] : counted.filter(({ asks }) => asks === 'call');
  const announcedBefore = announcedIn(counted, offset);
  const lacking = calls.flatMap((sample) => shortfallOf(evidence, announcedBefore, sample) ?? []);
  // Where nothing is back of what should be there in part, nothing is back of all of it.
  const notEvenSome = some.flatMap(({ verdict, shownBy }) => (verdict === 'fail' ? shownBy.slice(-1) : []));
  const isShown =
    evidence.isBroken ||
    lacking.some((lack) => notEvenSome.includes(lack.sample) || isNobodyElses(lack, lacking, { limit: limit ?? 0, offset }));
  const open = foreignTraffic(evidence) ?? (isShown ? undefined : ONCE);
  const rulings = calls.flatMap((sample): readonly Ruling[] => {
    const lack = lacking.find((one) => one.sample === sample);
    if (lack === undefined) {
      const due = announcedBefore(sample);
      const isThere = due !== undefined && isPassed(sample) && shortfallSince(evidence, due, sample) === 0;
      return isThere ? [passes('reset', due, sample), passes('until-replenished', due, sample)] : [];
    }
    const { overdue, missing, used } = lack;
    if (open !== undefined) return [isOpen('reset', open, 'config', overdue, sample)];
    const expected = `from ${overdue.reset?.seconds} on the whole allowance of ${limit}, less what was used since`;
    const received = isRefused(sample) ? `a refusal after ${used}` : `${sample.remaining} remain after ${used}, ${missing} too few`;
    const wrong = fails('reset', expected, received, overdue, sample);
    return isRefused(sample) ? [wrong, fails('until-replenished', expected, received, overdue, sample)] : [wrong];
  });
  if (rulings.length > 0 || last === undefined) return eachPassOnce(rulings);
  if (!counted.some(({ reset }) => reset?.form === 'seconds')) return [isOpen('reset', NEVER_NAMED, 'target', last)];
  return [isOpen('reset', notWaited(evidence), 'config', last)];
}
