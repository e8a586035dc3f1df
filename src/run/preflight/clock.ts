import type { Mistake } from './mistake.ts';

/** Network, whole seconds of Date (RFC 9110, section 6.6.1) and an NTP that has just begun: what is beyond is set wrong. */
const TOLERANCE_MS = 60_000;

/**
 * A service whose clock goes wrong: by this machine's where it is real, by the target's own where it can be turned.
 * @param expected milliseconds since the epoch
 */
export function clockMistake(document: string, date: string | undefined, expected: number, turned: boolean): Mistake | undefined {
  const shown = Date.parse(date ?? '');
  const skew = shown - expected;
  // No Date at all is for judges to speak of.
  if (Number.isNaN(shown) || Math.abs(skew) <= TOLERANCE_MS) return undefined;
  const length = `${Math.round(Math.abs(skew) / 1000)} s ${skew > 0 ? 'ahead of' : 'behind'}`;
  return turned
    ? {
        key: 'clock.http',
        what: `the Date of ${document} is ${length} the clock that can be turned`,
        remedy: "Name the clock of this deployment, or 'real'",
        blame: 'config',
      }
    : {
        key: 'clock',
        what: `the Date of ${document} is ${length} the clock of this machine`,
        remedy: "Set the one that is wrong, or name under 'clock' where the target's clock can be turned",
        blame: 'config',
      };
}
