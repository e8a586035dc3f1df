import { InvalidArgumentError } from 'commander';
import { limiterKinds } from '../mock/core/limiter.ts';
import type { LimiterSettings } from '../mock/core/limiter.ts';

/** A whole number from `least` to `most`, or commander's own complaint. */
export function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value) || value < least || value > most) {
      const upTo = most === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${most}`;
      throw new InvalidArgumentError(`Expected a whole number of at least ${least}${upTo}.`);
    }
    return value;
  };
}

/** Collects a repeatable option. */
export function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}

const LIMITER = /^([a-z-]+)(?::limit=(\d+),period=(\d+(?:\.\d+)?)s?)?$/;

/** `token-bucket:limit=60,period=10`: kind, operations, seconds; or commander's own complaint. */
export function limiterSettings(text: string): LimiterSettings {
  const [, name, limit, period] = LIMITER.exec(text) ?? [];
  const kind = limiterKinds.find((known) => known === name);
  if (kind === undefined) throw new InvalidArgumentError(`Expected KIND:limit=N,period=S with one of ${limiterKinds.join(', ')}.`);
  return {
    kind,
    ...(limit === undefined ? {} : { limit: Number(limit) }),
    ...(period === undefined ? {} : { periodMs: Number(period) * 1000 }),
  };
}
