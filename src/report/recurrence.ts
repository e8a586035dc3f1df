import type { Recurrence } from '../model/types.ts';
import { plural } from './defects.ts';

/** The normal quantile of a two-sided confidence of 95 %. */
const Z = 1.96;

/** Whether a failure shows each time that it is driven from fresh provider states, with Wilson's interval of the rate. */
export function recurrenceOf({ failed, runs }: { readonly failed: number; readonly runs: number }): Recurrence {
  const share = failed / runs;
  const weight = Z ** 2 / runs;
  const centre = share + weight / 2;
  const spread = Z * Math.sqrt((share * (1 - share)) / runs + weight / (4 * runs));
  const [low, high] = [centre - spread, centre + spread].map((bound) => rounded(Math.min(1, Math.max(0, bound / (1 + weight)))));
  const kind = runs === 1 ? 'not-repeated' : failed === runs ? 'deterministic' : 'intermittent';
  return { kind, failed, runs, low: low ?? 0, high: high ?? 1 };
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}

const KINDS: Readonly<Record<Recurrence['kind'], string>> = {
  deterministic: 'deterministic',
  intermittent: 'intermittent',
  'not-repeated': 'not repeated',
};

/** 'intermittent: 1 of 3 runs failed, a rate of 6 to 79 % (95 % confidence)' */
export function recurrenceText({ kind, failed, runs, low, high }: Recurrence): string {
  const [from, to] = [low, high].map((share) => Math.round(share * 100));
  return `${KINDS[kind]}: ${failed} of ${plural(runs, 'run')} failed, a rate of ${from ?? 0} to ${to ?? 100} % (95 % confidence)`;
}
