import { InvalidArgumentError } from 'commander';
import type { DocumentName, Shard, Specs } from '../model/types.ts';
import { limiterKinds, type LimiterSettings } from '../mock/kit/limiter.ts';
import { parseThreshold, ThresholdError, type Threshold } from '../load/thresholds.ts';
import { didYouMean } from '../model/yaml-file.ts';
import { UsageError } from './fail.ts';

/** A whole number from `least` to `most`, or commander's own complaint. */
export function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!Number.isSafeInteger(value) || value < least || value > most) {
      const upTo = most === Number.MAX_SAFE_INTEGER && !(value > most) ? '' : ` and at most ${most}`;
      throw new InvalidArgumentError(`Expected a whole number of at least ${least}${upTo}.`);
    }
    return value;
  };
}

/** One of these words, or commander's own complaint. */
export function oneOf<Word extends string>(words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const found = words.find((word) => word === text);
    if (found === undefined) throw new InvalidArgumentError(`Expected one of ${words.join(', ')}.`);
    return found;
  };
}

/** `2/4`: the second of four shards; or commander's own complaint. */
export function shardOfRun(text: string): Shard {
  const [, number = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (number < 1 || number > of) throw new InvalidArgumentError('Expected i/n, such as 2/4: i from 1 to n.');
  return { number, of };
}

const LIMITER_KEYS = ['limit', 'period'];
const LIMITER = /^(?::limit=(\d+),period=(\d+(?:\.\d+)?)s?)?$/;

/** `token-bucket:limit=60,period=10`: kind, operations, seconds; or commander's own complaint. */
export function limiterSettings(text: string): LimiterSettings {
  const [name = '', ...settings] = text.split(':');
  const kind = limiterKinds.find((known) => known === name);
  if (kind === undefined)
    throw new InvalidArgumentError(
      `Expected KIND:limit=N,period=S with one of ${limiterKinds.join(', ')}${didYouMean(name, limiterKinds) || '.'}`,
    );
  const keys = settings.flatMap((part) => part.split(',')).map((part) => part.split('=')[0] ?? '');
  const strange = keys.find((key) => !LIMITER_KEYS.includes(key));
  if (strange !== undefined)
    throw new InvalidArgumentError(
      `Expected the keys ${LIMITER_KEYS.join(' and ')}, found '${strange}'${didYouMean(strange, LIMITER_KEYS) || '.'}`,
    );
  const [whole, limit, period] = LIMITER.exec(text.slice(name.length)) ?? [];
  if (whole === undefined) throw new InvalidArgumentError(`Expected ${name}:limit=N,period=S, such as ${name}:limit=60,period=10.`);
  const isFit = limit === undefined || (isWithin(Number(limit), 1, MOST_REQUESTS) && isWithin(Number(period), 0.001, LONGEST_PERIOD));
  if (!isFit) throw new InvalidArgumentError(`Expected a limit of 1 to ${MOST_REQUESTS} requests in 0.001 to ${LONGEST_PERIOD} seconds.`);
  return {
    kind,
    ...(limit === undefined ? {} : { limit: Number(limit) }),
    ...(period === undefined ? {} : { periodMs: Number(period) * 1000 }),
  };
}

const MOST_REQUESTS = 1_000_000;
const LONGEST_PERIOD = 86_400;

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

const LENGTH = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/;
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Milliseconds of `5s`, `500ms`, `10m`, `1h`; seconds where no unit is given; or commander's own complaint. */
export function lengthOfTime(text: string): number {
  const [, number, unit = 's'] = LENGTH.exec(text) ?? [];
  const value = Number(number) * (UNITS[unit] ?? Number.NaN);
  if (!(value > 0)) throw new InvalidArgumentError('Expected a length of time such as 500ms, 5s, 10m or 1h.');
  return value;
}

/** A number, or commander's own complaint. */
export function anyNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('Expected a number.');
  return value;
}

/** A number above 0, or commander's own complaint. */
export function positiveNumber(text: string): number {
  const value = anyNumber(text);
  if (value <= 0) throw new InvalidArgumentError('Expected a number above 0.');
  return value;
}

/** One of the documents. Throws UsageError. */
export function documentName(text: string, { documents }: Specs): DocumentName {
  const known = Object.keys(documents);
  if (known.includes(text)) return text;
  throw new UsageError(
    'document-unknown',
    `--document ${text}: there is no such document. Known: ${known.join(', ')}${didYouMean(text, known)}`,
  );
}

/** A threshold of a load such as `p99<250ms`; or commander's own complaint. */
export function threshold(text: string): Threshold {
  try {
    return parseThreshold(text);
  } catch (error) {
    if (error instanceof ThresholdError) throw new InvalidArgumentError(`${error.objection.replace(/^e/, 'E')}.`);
    throw error;
  }
}
