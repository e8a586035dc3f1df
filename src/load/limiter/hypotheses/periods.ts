import type { Facts } from '../facts.ts';
import { overlap, type Span } from '../span.ts';

/** The shortest period that is thought of. */
const SHORTEST_MS = 500;

/** What all spans allow; undefined where they contradict each other. */
export function intersection(spans: readonly Span[]): Span | undefined {
  const [first, ...others] = spans;
  return others.reduce<Span | undefined>((both, span) => (both === undefined ? undefined : overlap(both, span)), first);
}

/** The periods that are left to try: those announced, and those that the refusals allow. */
export function candidatePeriods(...spans: readonly (Span | undefined)[]): readonly Span[] {
  return spans.flatMap((span) => {
    const possible = span === undefined ? undefined : overlap(span, { low: SHORTEST_MS, high: Infinity });
    return possible === undefined ? [] : [possible];
  });
}

/** Time from the first request to the first one that passed after a refusal: at least to the last refusal before it. */
export function seenPeriod({ decisions }: Facts): Span | undefined {
  const [first] = decisions;
  const refused = decisions.findIndex(({ passed }) => !passed);
  const again = decisions.findIndex(({ passed }, index) => index > refused && passed);
  const [lastRefused, firstAgain] = [decisions[again - 1], decisions[again]];
  if (first === undefined || refused < 0 || lastRefused === undefined || firstAgain === undefined) return undefined;
  return { low: lastRefused.at.low - first.at.high, high: firstAgain.at.high - first.at.low };
}
