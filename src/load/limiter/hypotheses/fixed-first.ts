import { anchors } from '../anchors.ts';
import type { Facts } from '../facts.ts';
import { firstWindowMeter } from '../models/fixed-window.ts';
import { candidatePeriods, intersection, seenPeriod } from './periods.ts';
import type { Span } from '../span.ts';
import type { Hypothesis } from './hypothesis.ts';

/** Windows that begin with a request: the period is the time to the announced end, or to the first request that passed again. */
export function fixedFirst(facts: Facts, limit: number): readonly Hypothesis[] {
  const others = ofOthers(facts, limit);
  const used = others?.used ?? facts.usedBefore;
  const all = anchors(facts);
  const [first] = all;
  // Others had begun the first window where they had used some of it.
  const own = used > 0 ? all.slice(1) : all;
  const announced = own.flatMap(({ at, reset }) => (reset === undefined ? [] : [{ low: reset.low - at.high, high: reset.high - at.low }]));
  return candidatePeriods(intersection(announced), used > 0 ? undefined : seenPeriod(facts)).map((periods) => ({
    kind: 'fixed-first',
    period: periods,
    refusedCount: false,
    meter: (period) => {
      const begun =
        others?.end ??
        (first === undefined || used === 0 ? undefined : (first.reset ?? { low: first.at.low, high: first.at.high + period.high }));
      return firstWindowMeter({ limit, period, used, firstEnd: begun });
    },
  }));
}

/** The window that others had begun, where it shows only by more than a whole limit passing before the first refusal, and nothing is told. */
function ofOthers({ decisions }: Facts, limit: number): { readonly used: number; readonly end: Span } | undefined {
  const refused = decisions.findIndex(({ passed }) => !passed);
  const more = refused - limit;
  const [last, next] = [decisions[more - 1], decisions[more]];
  if (more >= limit || last === undefined || next === undefined || decisions.some(({ left }) => left !== undefined)) return undefined;
  return { used: limit - more, end: { low: last.at.low, high: next.at.high } };
}
