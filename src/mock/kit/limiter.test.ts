import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLimiter, limiterKinds, type Allowance, type LimiterSettings } from './limiter.ts';

const start = 1_767_225_600_000;

/** Admits a request at each of these offsets in milliseconds. */
function admitAt(settings: LimiterSettings, offsets: readonly number[]): readonly Allowance[] {
  const limiter = createLimiter(settings);
  return offsets.map((offset) => limiter.admit('key', start + offset));
}

const short = (allowances: readonly Allowance[]): readonly string[] =>
  allowances.map(
    ({ allowed, remaining, resetAt, retryAt }) =>
      `${allowed ? 'yes' : 'no'} ${remaining} +${resetAt - start / 1000} +${retryAt - start / 1000}`,
  );

const twoInTen = { limit: 2, periodMs: 10_000 };

test('fixed windows that are aligned end with the period of the epoch', () => {
  expect(short(admitAt({ kind: 'fixed-aligned', ...twoInTen }, [4000, 5000, 6000, 10_000]))).toEqual([
    'yes 1 +10 +10',
    'yes 0 +10 +10',
    'no 0 +10 +10',
    'yes 1 +20 +20',
  ]);
});

test('fixed windows that begin with the first request end a period later', () => {
  expect(short(admitAt({ kind: 'fixed-first', ...twoInTen }, [4000, 5000, 13_999, 14_000]))).toEqual([
    'yes 1 +14 +14',
    'yes 0 +14 +14',
    'no 0 +14 +14',
    'yes 1 +24 +24',
  ]);
});

test('a sliding log replenishes one by one', () => {
  expect(short(admitAt({ kind: 'sliding-log', ...twoInTen }, [4000, 6000, 13_999, 14_000, 16_000]))).toEqual([
    'yes 1 +14 +14',
    'yes 0 +16 +14',
    'no 0 +16 +14',
    'yes 0 +24 +16',
    'yes 0 +26 +24',
  ]);
});

test('a sliding counter weighs the window before', () => {
  expect(short(admitAt({ kind: 'sliding-counter', ...twoInTen }, [4000, 9000, 10_000, 15_000, 20_000]))).toEqual([
    'yes 1 +20 +20',
    'yes 0 +20 +15',
    'no 0 +20 +15',
    'yes 0 +30 +20',
    'yes 0 +40 +30',
  ]);
});

test('a token bucket fills evenly', () => {
  expect(short(admitAt({ kind: 'token-bucket', ...twoInTen }, [0, 0, 4999, 5000, 20_000]))).toEqual([
    'yes 1 +5 +5',
    'yes 0 +10 +5',
    'no 0 +10 +5',
    'yes 0 +15 +10',
    'yes 1 +25 +25',
  ]);
});

test('a concurrency limit counts what is in flight', () => {
  const limiter = createLimiter({ kind: 'concurrency', limit: 2, periodMs: 1000 });
  const admit = (): boolean => limiter.admit('key', start).allowed;
  const before = [admit(), admit(), admit()];
  limiter.release('key');
  expect([...before, admit(), admit()]).toEqual([true, true, false, true, false]);
});

test('no limit admits everything and shows a full allowance', () => {
  expect(short(admitAt({ kind: 'none', ...twoInTen }, [0, 0, 0]))).toEqual(['yes 2 +0 +0', 'yes 2 +0 +0', 'yes 2 +0 +0']);
});

test('keys are counted apart', () => {
  const limiter = createLimiter({ kind: 'fixed-aligned', limit: 1, periodMs: 1000 });
  expect(['a', 'a', 'b'].map((key) => limiter.admit(key, start).allowed)).toEqual([true, false, true]);
});

const timed = limiterKinds.filter((kind) => kind !== 'concurrency');
const settings = fc.record({ limit: fc.integer({ min: 1, max: 8 }), periodMs: fc.integer({ min: 1, max: 5000 }) });
const gaps = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 40 });

test.each(timed)('%s: a refused request is admitted at retryAt, and the allowance is full at resetAt, if nothing else is sent', (kind) => {
  fc.assert(
    fc.property(settings, gaps, (measure, steps) => {
      let now = start;
      const times = steps.map((gap) => (now += gap));
      const after = (at: (last: Allowance) => number): { readonly last: Allowance; readonly next: Allowance } => {
        const limiter = createLimiter({ kind, ...measure });
        const last = times.map((time) => limiter.admit('key', time)).at(-1) ?? limiter.admit('key', start);
        return { last, next: limiter.admit('key', Math.max(now, at(last) * 1000)) };
      };
      const { last, next: retried } = after(({ retryAt }) => retryAt);
      const { next: reset } = after(({ resetAt }) => resetAt);
      const full = kind === 'none' ? measure.limit : measure.limit - 1;
      expect({
        retried: retried.allowed,
        grown: retried.remaining >= Math.min(full, last.remaining),
        reset: reset.allowed,
        remaining: reset.remaining,
        order: now <= last.retryAt * 1000 && last.retryAt <= last.resetAt,
      }).toEqual({ retried: true, grown: true, reset: true, remaining: full, order: true });
    }),
    { numRuns: 300 },
  );
});

/** The span in which a kind admits no more than its law says: an aligned window, or a period from any admission on. */
function spanOf(kind: LimiterSettings['kind'], at: number, periodMs: number): readonly [from: number, until: number] {
  const from = kind === 'fixed-aligned' || kind === 'sliding-counter' ? at - (at % periodMs) : at;
  return [from, from + periodMs];
}

test.each(timed.filter((kind) => kind !== 'none'))('%s: no more is admitted than its law says, and a refusal leaves nothing', (kind) => {
  fc.assert(
    fc.property(settings, gaps, (measure, steps) => {
      const { limit, periodMs } = measure;
      let now = start;
      const times = steps.map((gap) => (now += gap));
      const limiter = createLimiter({ kind, ...measure });
      const answers = times.map((at) => ({ at, ...limiter.admit('key', at) }));
      const admitted = answers.filter(({ allowed }) => allowed).map(({ at }) => at);
      const within = (from: number, until: number): number => admitted.filter((at) => at >= from && at < until).length;
      const mostAdmitted = Math.max(...admitted.map((at) => within(...spanOf(kind, at, periodMs))));
      expect(mostAdmitted).toBeLessThanOrEqual(kind === 'token-bucket' || kind === 'fixed-first' ? 2 * limit : limit);
      for (const { allowed, remaining } of answers) expect(allowed || remaining === 0).toBe(true);
    }),
    { numRuns: 200 },
  );
});
