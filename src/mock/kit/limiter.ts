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

/** Limit and period of a limiter; the period in milliseconds. */
export interface LimiterMeasure {
  readonly limit: number;
  readonly periodMs: number;
}

/** Kind of limiter, how many operations, in which period (milliseconds). */
export interface LimiterSettings extends Partial<LimiterMeasure> {
  readonly kind: LimiterKindName;
}

/**
 * What a limiter says of one request, in the words of the rate-limit headers. Times are whole Unix seconds, rounded up,
 * so that a client that waits until then is never early.
 */
export interface Allowance {
  readonly allowed: boolean;
  /** operations permitted in a period, or at the same time */
  readonly limit: number;
  /** operations left, after this one */
  readonly remaining: number;
  /** when the allowance is full again, if nothing else is sent */
  readonly resetAt: number;
  /** when the allowance next grows; a refused request sent then is admitted, if nothing else is sent */
  readonly retryAt: number;
}

/** What an allowance says to the client, in headers whose names begin alike. */
export function limitHeaders(prefix: string, { limit, remaining, resetAt }: Allowance): Readonly<Record<string, string>> {
  return { [`${prefix}-limit`]: String(limit), [`${prefix}-remaining`]: String(remaining), [`${prefix}-reset`]: String(resetAt) };
}

/**
 * A limiter of the kind of these settings, with another limit and period. Where the kind counts no periods (`concurrency`, `none`), it is one
 * whose windows begin with a first request: they cannot end at once.
 */
export function createOwnLimiter({ kind }: LimiterSettings, measure: LimiterMeasure): Limiter {
  return createLimiter({ kind: kind === 'concurrency' || kind === 'none' ? 'fixed-first' : kind, ...measure });
}

/** Makes the limiter that the settings describe; limit 1000 and a period of a minute unless told. */
export function createLimiter({ kind, limit = 1000, periodMs = 60_000 }: LimiterSettings): Limiter {
  const counters = new Map<string, Counter>();
  const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);
  return {
    admit(key, now) {
      const counter = counters.get(key) ?? kinds[kind]({ limit, periodMs });
      counters.set(key, counter);
      const { resetAt, retryAt, ...counted } = counter.admit(now);
      return { ...counted, limit, resetAt: seconds(resetAt), retryAt: seconds(retryAt) };
    },
    release: (key) => counters.get(key)?.release?.(),
  };
}

/** Counts the requests of one key. All times in milliseconds. Refused requests are not counted. */
interface Counter {
  admit(now: number): Omit<Allowance, 'limit'>;
  /** an admitted request is over; only kinds that count what is in flight have it */
  release?(): void;
}

type LimiterKind = (measure: LimiterMeasure) => Counter;

/** At most `limit` requests in flight. When one ends cannot be foreseen: the times are a period from now. */
const concurrency: LimiterKind = ({ limit, periodMs }) => {
  let busy = 0;
  return {
    admit(now) {
      const allowed = busy < limit;
      if (allowed) busy += 1;
      return { allowed, remaining: limit - busy, resetAt: now + periodMs, retryAt: now + periodMs };
    },
    release() {
      busy = Math.max(0, busy - 1);
    },
  };
};

const fixedWindow =
  (startOf: (now: number, periodMs: number) => number): LimiterKind =>
  ({ limit, periodMs }) => {
    let [end, used] = [-Infinity, 0];
    return {
      admit(now) {
        if (now >= end) [end, used] = [startOf(now, periodMs) + periodMs, 0];
        const allowed = used < limit;
        if (allowed) used += 1;
        return { allowed, remaining: limit - used, resetAt: end, retryAt: end };
      },
    };
  };

/**
 * Two aligned windows; the previous one counts in the share of it that the last period still covers. Everything is kept
 * in request-milliseconds, so that no rounding lets a request through early.
 */
const slidingCounter: LimiterKind = ({ limit, periodMs }) => {
  let [start, previous, current] = [-Infinity, 0, 0];
  const capacity = limit * periodMs;
  /** first time at which so many request-milliseconds are free, in this window or in the next, where today's count fades */
  const freeAt = (room: number): number => {
    const free = capacity - room;
    const fades = (fading: number, fixed: number): number => Math.max(0, Math.ceil(periodMs - (free - fixed) / fading));
    if (current * periodMs <= free) return start + fades(previous, current * periodMs);
    return start + periodMs + fades(current, 0);
  };
  return {
    admit(now) {
      const begun = now - (now % periodMs);
      if (begun !== start) [start, previous, current] = [begun, start < begun - periodMs ? 0 : current, 0];
      const load = (): number => previous * (periodMs - (now - start)) + current * periodMs;
      const allowed = load() + periodMs <= capacity;
      if (allowed) current += 1;
      const remaining = Math.max(0, Math.floor((capacity - load()) / periodMs));
      return { allowed, remaining, resetAt: start + (current > 0 ? 2 : 1) * periodMs, retryAt: freeAt((remaining + 1) * periodMs) };
    },
  };
};

/** At most `limit` admitted requests in any span of one period. */
const slidingLog: LimiterKind = ({ limit, periodMs }) => {
  let admitted: readonly number[] = [];
  return {
    admit(now) {
      admitted = admitted.filter((at) => at > now - periodMs);
      const allowed = admitted.length < limit;
      if (allowed) admitted = [...admitted, now];
      const [oldest, newest] = [admitted[0] ?? now - periodMs, admitted.at(-1) ?? now - periodMs];
      return { allowed, remaining: limit - admitted.length, resetAt: newest + periodMs, retryAt: oldest + periodMs };
    },
  };
};

/** A bucket of `limit` tokens that fills evenly, `limit` a period. It is kept in token-milliseconds: one token is `periodMs`. */
const tokenBucket: LimiterKind = ({ limit, periodMs }) => {
  let [missing, at] = [0, 0];
  return {
    admit(now) {
      [missing, at] = [Math.max(0, missing - (now - at) * limit), now];
      const allowed = missing + periodMs <= limit * periodMs;
      if (allowed) missing += periodMs;
      const remaining = limit - Math.ceil(missing / periodMs);
      const untilOneMore = missing - Math.max(0, limit - remaining - 1) * periodMs;
      return { allowed, remaining, resetAt: now + Math.ceil(missing / limit), retryAt: now + Math.ceil(untilOneMore / limit) };
    },
  };
};

const kinds: Readonly<Record<LimiterKindName, LimiterKind>> = {
  /** windows that begin at multiples of the period since the epoch, the same for every key */
  'fixed-aligned': fixedWindow((now, periodMs) => now - (now % periodMs)),
  /** windows that begin with the first request of a key after its last window has ended */
  'fixed-first': fixedWindow((now) => now),
  'sliding-log': slidingLog,
  'sliding-counter': slidingCounter,
  'token-bucket': tokenBucket,
  concurrency,
  /** admits everything; the allowance is always full */
  none: ({ limit }) => ({ admit: (now) => ({ allowed: true, remaining: limit, resetAt: now, retryAt: now }) }),
};
