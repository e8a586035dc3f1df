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

/** Limit and period of a limiter; the period in milliseconds. */
export interface LimiterMeasure {
  readonly limit: number;
  readonly periodMs: number;
}

/**
 * One kind of limiter as pure functions over the state of one key. `now` in milliseconds. `state` is undefined for a key
 * that was never seen. Refused requests are not counted.
 */
interface LimiterKind<State> {
  readonly admit: (
    state: State | undefined,
    now: number,
    measure: LimiterMeasure,
  ) => { readonly state: State; readonly allowance: Allowance };
  /** an admitted request is over; only kinds that count what is in flight have it */
  readonly release?: (state: State) => State;
}

/** What is answered with a state: the times in milliseconds become whole seconds, rounded up. */
function outcome<State>(state: State, { resetAt, retryAt, ...allowance }: Allowance): ReturnType<LimiterKind<State>['admit']> {
  const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);
  return { state, allowance: { ...allowance, resetAt: seconds(resetAt), retryAt: seconds(retryAt) } };
}

/** At most `limit` requests in flight. When one ends cannot be foreseen: the times are a period from now. */
const concurrency: LimiterKind<number> = {
  admit(state, now, { limit, periodMs }) {
    const busy = state ?? 0;
    const allowed = busy < limit;
    const after = allowed ? busy + 1 : busy;
    return outcome(after, { allowed, limit, remaining: limit - after, resetAt: now + periodMs, retryAt: now + periodMs });
  },
  release: (state) => Math.max(0, state - 1),
};

interface Window {
  readonly start: number;
  readonly used: number;
}

function fixedWindow(startOf: (now: number, measure: LimiterMeasure) => number): LimiterKind<Window> {
  return {
    admit(state, now, measure) {
      const { limit, periodMs } = measure;
      const live = state !== undefined && now < state.start + periodMs ? state : { start: startOf(now, measure), used: 0 };
      const allowed = live.used < limit;
      const used = allowed ? live.used + 1 : live.used;
      const end = live.start + periodMs;
      return outcome({ start: live.start, used }, { allowed, limit, remaining: limit - used, resetAt: end, retryAt: end });
    },
  };
}

/** Windows that begin at multiples of the period since the epoch, the same for every key. */
const fixedAligned: LimiterKind<Window> = fixedWindow((now, { periodMs }) => now - (now % periodMs));

/** Windows that begin with the first request of a key after its last window has ended. */
const fixedFirst: LimiterKind<Window> = fixedWindow((now) => now);

/** Admits everything; the allowance is always full. */
const none: LimiterKind<null> = {
  admit: (_state, now, { limit }) => outcome(null, { allowed: true, limit, remaining: limit, resetAt: now, retryAt: now }),
};

interface Counters {
  readonly start: number;
  readonly previous: number;
  readonly current: number;
}

/**
 * Two aligned windows; the previous one counts in the share of it that the last period still covers. Everything is kept
 * in request-milliseconds, so that no rounding lets a request through early.
 */
const slidingCounter: LimiterKind<Counters> = {
  admit(state, now, { limit, periodMs }) {
    const start = now - (now % periodMs);
    const rolled = roll(state, start, periodMs);
    const load = (counters: Counters): number => counters.previous * (periodMs - (now - start)) + counters.current * periodMs;
    const allowed = load(rolled) + periodMs <= limit * periodMs;
    const after = allowed ? { ...rolled, current: rolled.current + 1 } : rolled;
    const remaining = Math.max(0, Math.floor((limit * periodMs - load(after)) / periodMs));
    const resetAt = start + (after.current > 0 ? 2 : 1) * periodMs;
    const retryAt = nextAdmission(after, (remaining + 1) * periodMs, limit * periodMs, periodMs);
    return outcome(after, { allowed, limit, remaining, resetAt, retryAt });
  },
};

function roll(state: Counters | undefined, start: number, periodMs: number): Counters {
  if (state === undefined || state.start < start - periodMs) return { start, previous: 0, current: 0 };
  return state.start === start ? state : { start, previous: state.current, current: 0 };
}

/** First time at which `room` request-milliseconds are free, in this window or in the next, where today's count fades. */
function nextAdmission({ start, previous, current }: Counters, room: number, capacity: number, periodMs: number): number {
  const free = capacity - room;
  const fades = (fading: number, fixed: number): number => Math.max(0, Math.ceil(periodMs - (free - fixed) / fading));
  if (current * periodMs <= free) return start + fades(previous, current * periodMs);
  return start + periodMs + fades(current, 0);
}

/** Times of the admitted requests of the last period, oldest first. */
type Log = readonly number[];

/** At most `limit` admitted requests in any span of one period. */
const slidingLog: LimiterKind<Log> = {
  admit(state, now, { limit, periodMs }) {
    const live = (state ?? []).filter((at) => at > now - periodMs);
    const allowed = live.length < limit;
    const log = allowed ? [...live, now] : live;
    const oldest = log[0] ?? now - periodMs;
    const newest = log.at(-1) ?? now - periodMs;
    return outcome(log, { allowed, limit, remaining: limit - log.length, resetAt: newest + periodMs, retryAt: oldest + periodMs });
  },
};

/** What has been taken and not yet flowed back, in token-milliseconds: one token is `periodMs`, `limit` flow back a millisecond. */
interface Bucket {
  readonly missing: number;
  readonly at: number;
}

/** A bucket of `limit` tokens that fills evenly, `limit` tokens a period. */
const tokenBucket: LimiterKind<Bucket> = {
  admit(state, now, { limit, periodMs }) {
    const before = state === undefined ? 0 : Math.max(0, state.missing - (now - state.at) * limit);
    const allowed = before + periodMs <= limit * periodMs;
    const missing = allowed ? before + periodMs : before;
    const remaining = limit - Math.ceil(missing / periodMs);
    const untilOneMore = missing - Math.max(0, limit - remaining - 1) * periodMs;
    const [resetAt, retryAt] = [now + Math.ceil(missing / limit), now + Math.ceil(untilOneMore / limit)];
    return outcome({ missing, at: now }, { allowed, limit, remaining, resetAt, retryAt });
  },
};
