import {
  concurrency,
  fixedAligned,
  fixedFirst,
  none,
  slidingCounter,
  slidingLog,
  tokenBucket,
  type Allowance,
  type LimiterKind,
  type LimiterMeasure,
} from './limiter-kinds.ts';

export type { Allowance, LimiterMeasure } from './limiter-kinds.ts';

/**
 * A rate limiter over keys (a caller, a team, an address). `now` in milliseconds. Every `admit` that allowed is followed
 * by one `release` when its request is over, whatever the kind.
 */
export interface Limiter {
  admit(key: string, now: number): Allowance;
  release(key: string): void;
}

export const limiterKinds = [
  'fixed-aligned',
  'fixed-first',
  'sliding-log',
  'sliding-counter',
  'token-bucket',
  'concurrency',
  'none',
] as const;

/** The limiter kinds that the control plane and the command line name. */
export type LimiterKindName = (typeof limiterKinds)[number];

/** Kind of limiter, how many operations, in which period (milliseconds). */
export interface LimiterSettings {
  readonly kind: LimiterKindName;
  readonly limit?: number;
  readonly periodMs?: number;
}

const defaultMeasure: LimiterMeasure = { limit: 1000, periodMs: 60_000 };

/** Whether so many operations in so long a period is what the kind counts: `concurrency` and `none` count no period. */
function countsPeriods(kind: LimiterKindName): boolean {
  return kind !== 'concurrency' && kind !== 'none';
}

/**
 * A limiter of the kind of these settings, with another limit and period. Where the kind counts no periods, it is one whose
 * windows begin with a first request: they cannot end at once.
 */
export function createOwnLimiter({ kind }: LimiterSettings, measure: LimiterMeasure): Limiter {
  return createLimiter({ kind: countsPeriods(kind) ? kind : 'fixed-first', ...measure });
}

/** Makes the limiter that the settings describe; limit 1000 and a period of a minute unless told. */
export function createLimiter(settings: LimiterSettings): Limiter {
  const measure = { limit: settings.limit ?? defaultMeasure.limit, periodMs: settings.periodMs ?? defaultMeasure.periodMs };
  return limiters[settings.kind](measure);
}

const limiters: Readonly<Record<LimiterKindName, (measure: LimiterMeasure) => Limiter>> = {
  'fixed-aligned': (measure) => overKeys(fixedAligned, measure),
  'fixed-first': (measure) => overKeys(fixedFirst, measure),
  'sliding-log': (measure) => overKeys(slidingLog, measure),
  'sliding-counter': (measure) => overKeys(slidingCounter, measure),
  'token-bucket': (measure) => overKeys(tokenBucket, measure),
  concurrency: (measure) => overKeys(concurrency, measure),
  none: (measure) => overKeys(none, measure),
};

function overKeys<State>(kind: LimiterKind<State>, measure: LimiterMeasure): Limiter {
  const states = new Map<string, State>();
  return {
    admit(key, now) {
      const { state, allowance } = kind.admit(states.get(key), now, measure);
      states.set(key, state);
      return allowance;
    },
    release(key) {
      const state = states.get(key);
      if (kind.release !== undefined && state !== undefined) states.set(key, kind.release(state));
    },
  };
}
