import type { RateLimitHeaderRow } from '../../model/types.ts';
import type { Exchanged } from '../../drive/exchanger.ts';
import type { Mistake } from './mistake.ts';

interface Allowance {
  readonly remaining: number;
  /** seconds until the limit is over */
  readonly seconds: number;
}

/** What is left of a rate limit, by the headers that the document names and the answer's own Date; undefined where they don't say. */
function allowance(rows: readonly RateLimitHeaderRow[], response: Exchanged['response'], now: number): Allowance | undefined {
  const value = (role: RateLimitHeaderRow['role']): number => {
    const name = rows.find((row) => row.role === role)?.name.toLowerCase();
    return Number(name === undefined ? Number.NaN : (response?.headers[name] ?? Number.NaN));
  };
  const remaining = value('remaining');
  const date = Date.parse(String(response?.headers['date'] ?? ''));
  const seconds = value('reset') - (Number.isNaN(date) ? now : date) / 1000;
  return Number.isFinite(remaining) && Number.isFinite(seconds) ? { remaining, seconds: Math.max(0, Math.ceil(seconds)) } : undefined;
}

/** Where the limit is used up for longer than the run may take; a word where the plan takes more than is left. */
export function headroom(
  document: string,
  rows: readonly RateLimitHeaderRow[],
  response: Exchanged['response'],
  { planned, leftMs, now, turned }: { readonly planned: number; readonly leftMs: number; readonly now: number; readonly turned: boolean },
): { readonly mistake?: Mistake; readonly notice?: string } {
  const left = allowance(rows, response, now);
  if (left === undefined || turned) return {};
  if (left.remaining <= 0 && left.seconds * 1000 >= leftMs)
    return {
      mistake: {
        key: 'budget.duration',
        what: `the rate limit of ${document} is used up for ${left.seconds} s, and ${Math.round(leftMs / 1000)} s are left for the run`,
        remedy: 'Run it later, or allow more time',
        blame: 'config',
      },
    };
  if (left.remaining >= planned) return {};
  return {
    notice: `${document}: the rate limit leaves ${left.remaining} requests for the next ${left.seconds} s, the plan takes ${planned}: the run will wait`,
  };
}

/** Network, whole seconds of Date (RFC 9110, section 6.6.1) and an NTP that has just begun: what is beyond is set wrong. */
const TOLERANCE_MS = 60_000;

/**
 * A service whose clock goes wrong, by this machine's. Where the target's own can be turned, that one counts: a proxy in front may write
 * another Date.
 */
export function clockFindings(
  document: string,
  date: unknown,
  { now, turned, anyClock }: { readonly now: number; readonly turned: number | undefined; readonly anyClock: boolean },
): { readonly mistake?: Mistake; readonly notice?: string } {
  const shown = Date.parse(typeof date === 'string' ? date : '');
  const skew = shown - (turned ?? now);
  // No Date at all is for judges to speak of.
  if (Number.isNaN(shown) || Math.abs(skew) <= TOLERANCE_MS) return {};
  const length = `the Date of ${document} is ${Math.round(Math.abs(skew) / 1000)} s ${skew > 0 ? 'ahead of' : 'behind'}`;
  if (turned !== undefined) return { notice: `${length} the clock that can be turned: moments are read by that clock` };
  const what = `${length} the clock of this machine`;
  if (anyClock) return { notice: `${what}: moments are read by its own clock` };
  const remedy = "Set the one that is wrong, or name under 'clock' where the target's clock can be turned";
  return { mistake: { key: 'clock', what, remedy, blame: 'config' } };
}
