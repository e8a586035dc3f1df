import type { RateLimitHeaderRow } from '../../model/types.ts';
import { fitsRole } from '../rate-limit-rows.ts';
import { ABSENT, layoutReader, type HeaderLayout } from './raw-headers.ts';

/** The rate-limit headers of one answer as numbers; NaN for what is not there. */
export interface LimitNumbers {
  limit: number;
  remaining: number;
  reset: number;
  'retry-at': number;
}

/**
 * Tells of raw headers whether the judges of rate-limit headers can object to anything. The numbers are those of the last answer that
 * was asked about.
 */
export interface HeaderSieve {
  passes(status: number, raw: readonly string[]): boolean;
  readonly numbers: Readonly<LimitNumbers>;
  readonly layout: (raw: readonly string[]) => HeaderLayout;
}

export function createHeaderSieve(rows: readonly RateLimitHeaderRow[]): HeaderSieve {
  const layoutOf = layoutReader();
  const numbers: LimitNumbers = { limit: NaN, remaining: NaN, reset: NaN, 'retry-at': NaN };
  const everywhere = rows.some(({ on }) => on === 'every-response');
  const wanted = rows.map(({ name, role, on }) => ({ name: name.toLowerCase(), role, on }));
  let known: HeaderLayout | undefined;
  let positions: readonly number[] = [];

  return {
    numbers,
    layout: layoutOf,
    passes: (status, raw) => {
      if (wanted.length === 0) return true;
      const layout = layoutOf(raw);
      if (layout !== known) {
        known = layout;
        positions = wanted.map(({ name }) => layout.at(name));
      }
      for (let index = 0; index < wanted.length; index++) {
        const row = wanted[index];
        const at = positions[index] ?? ABSENT;
        if (row === undefined) continue;
        numbers[row.role] = NaN;
        const isPromised = row.on === 'every-response' || status === 429;
        if (at < 0) {
          if (isPromised || at !== ABSENT) return false;
          continue;
        }
        const value = wholeNumberIn(raw[at] ?? '');
        if (value < 0 || !fitsRole(row.role, value)) {
          if (isPromised) return false;
          continue;
        }
        numbers[row.role] = value;
      }
      return !everywhere || obeysLaws(numbers, status);
    },
  };
}

/** As rateLimitLawJudge has it for one answer. What is not there contradicts nothing here. */
function obeysLaws({ limit, remaining, reset, 'retry-at': retryAt }: LimitNumbers, status: number): boolean {
  if (status === 429 && limit === 0) return true;
  return !(remaining > limit) && !(retryAt > reset);
}

const ZERO = 48;
const NINE = 57;
/** More digits than a moment in milliseconds has are for the judges to speak of. */
const MOST_DIGITS = 15;

/** The number that a text of digits alone is; -1 for any other. */
export function wholeNumberIn(text: string): number {
  const { length } = text;
  if (length === 0 || length > MOST_DIGITS) return -1;
  let value = 0;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code < ZERO || code > NINE) return -1;
    value = value * 10 + (code - ZERO);
  }
  return value;
}
