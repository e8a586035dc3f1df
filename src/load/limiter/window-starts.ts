import { untilRefused } from './decisions.ts';
import type { Facts } from './facts.ts';
import { GRAIN_MS } from './moment.ts';

/** Whether the first two windows that ended did so as far apart as our first requests in them: each began with such a request, and nobody else's. */
export function beginWithOurs({ decisions }: Facts): boolean {
  const refused = untilRefused(decisions).length;
  const again = decisions.findIndex(({ passed }, index) => passed && index > refused);
  const [first, next] = [decisions[0], decisions[again]];
  const ends = [decisions[refused], decisions.slice(again).find(({ passed }) => !passed)].map((one) => one?.sample.reset?.seconds ?? NaN);
  const [end = NaN, nextEnd = NaN] = ends;
  if (again < 0 || first === undefined || next === undefined) return false;
  const apart = { low: next.at.low - first.at.high, high: next.at.high - first.at.low };
  const between = (nextEnd - end) * 1000;
  return between > apart.low - GRAIN_MS && between < apart.high + GRAIN_MS;
}
