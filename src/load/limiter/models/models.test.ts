import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BUILDS } from '../../../../bench/limiter-trials/cell.ts';
import { type Meter, permitted, type PeriodicKind } from './model.ts';
import { plus, type Span } from '../span.ts';
import { alignedWindowMeter, windowMeter } from './fixed-window.ts';
import { slidingCounterMeter } from './sliding-counter.ts';
import { slidingLogMeter } from './sliding-log.ts';
import { tokenBucketMeter } from './token-bucket.ts';

const LIMIT = 6;
const PERIOD_MS = 10_000;
/** A boundary of the windows of the clock. */
const START_MS = 1_900_000_000_000;
const exactly = (value: number): Span => ({ low: value, high: value });

const METERS: Readonly<Record<PeriodicKind, (limit: number) => Meter>> = {
  'fixed-aligned': (limit) =>
    alignedWindowMeter({ limit, period: exactly(PERIOD_MS), boundary: exactly(START_MS), used: 0, isFirstEnd: false }),
  'fixed-first': (limit) => windowMeter(limit, 0, undefined, (at) => plus(at, exactly(PERIOD_MS))),
  'sliding-log': (limit) => slidingLogMeter({ limit, period: exactly(PERIOD_MS), used: 0 }),
  'sliding-counter': (limit) => slidingCounterMeter({ limit, period: PERIOD_MS, boundary: exactly(START_MS), used: 0 }),
  'token-bucket': (limit) => tokenBucketMeter({ limit, period: exactly(PERIOD_MS), used: 0 }),
};
const KINDS = ['fixed-aligned', 'fixed-first', 'sliding-log', 'sliding-counter', 'token-bucket'] as const;

/** Waits between requests, one after the other: none, short, or past a period. */
const waits = fc.array(
  fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 100, max: 4000 }), fc.integer({ min: 9000, max: 25_000 })),
  {
    minLength: 1,
    maxLength: 60,
  },
);
/** How much earlier and later than at its moment a decision may have been taken, for all that we know. */
const doubts = fc.tuple(fc.nat(30), fc.nat(30));

/** Lets a limiter decide and a model watch; answers what the model did not permit. */
function watched(
  kind: PeriodicKind,
  meter: Meter,
  moments: readonly number[],
  [before, after]: readonly [number, number],
): readonly string[] {
  const limiter = BUILDS[kind](LIMIT, PERIOD_MS);
  return moments.flatMap((moment): readonly string[] => {
    const at = { low: moment - before, high: moment + after };
    const { ok, remaining, fullAtMs } = limiter.hit(moment);
    const { mayPass, mayRefuse, left } = permitted(meter.limit, meter.uses(at));
    meter.record(at, { passed: ok, counts: ok, left: ok ? remaining : undefined, announced: fullAtMs });
    const full = meter.fullAt(at);
    return [
      ...(ok ? (mayPass ? [] : ['passed']) : mayRefuse ? [] : ['refused']),
      ...(!ok || (left.low <= remaining && remaining <= left.high) ? [] : [`left ${remaining}`]),
      ...(full.low - 1 <= fullAtMs && fullAtMs <= full.high + 1 ? [] : ['full']),
    ];
  });
}

test.each(KINDS)('%s: the model permits everything that such a limiter does', (kind) => {
  fc.assert(
    fc.property(waits, doubts, (pauses, doubt) => {
      let moment = START_MS + 3000;
      const moments = pauses.map((pause) => (moment += pause));
      expect(watched(kind, METERS[kind](LIMIT), moments, doubt)).toEqual([]);
    }),
  );
});

test.each([
  { kind: 'fixed-aligned', pauses: [1696, 19, 18_007, 17_278, 100], doubt: [0, 0] },
  { kind: 'sliding-counter', pauses: [26, 40, 3999, 22_921, 9000], doubt: [0, 14] },
  { kind: 'sliding-counter', pauses: [17_000, 9075, 925], doubt: [1, 0] },
  { kind: 'sliding-counter', pauses: [17_000, 9000, 1001], doubt: [1, 0] },
] as const)('$kind: what comes at a boundary belongs to the window that begins there', ({ kind, pauses, doubt }) => {
  let moment = START_MS + 3000;
  const moments = pauses.map((pause) => (moment += pause));
  expect(watched(kind, METERS[kind](LIMIT), moments, doubt)).toEqual([]);
});

/** All of it at once and some more, a look before the end of the period and one after it. */
const AT_ONCE = Array.from({ length: LIMIT + 2 }, (_, index) => START_MS + 3000 + index);
const LOOKS = [START_MS + 9500, START_MS + 11_500, START_MS + 12_500, START_MS + 14_000, START_MS + 21_000];

test.each(KINDS)('%s: the model does not permit what a limiter of another size does', (kind) => {
  const contradicted = [LIMIT - 1, LIMIT + 1].map((limit) => watched(kind, METERS[kind](limit), AT_ONCE, [0, 0]).length > 0);
  expect(contradicted).toEqual([true, true]);
});

test('no model permits what a limiter of another kind does', () => {
  const fitting = KINDS.map((real) =>
    KINDS.filter((kind) => watched(real, METERS[kind](LIMIT), [...AT_ONCE, ...LOOKS], [0, 0]).length === 0),
  );
  expect(fitting).toEqual(KINDS.map((kind) => [kind]));
});

test('what others used before the first request is missing', () => {
  const used = 2;
  const meters: readonly Meter[] = [
    alignedWindowMeter({ limit: LIMIT, period: exactly(PERIOD_MS), boundary: exactly(START_MS), used, isFirstEnd: false }),
    windowMeter(LIMIT, used, exactly(START_MS + 5000), (at) => plus(at, exactly(PERIOD_MS))),
    slidingLogMeter({ limit: LIMIT, period: exactly(PERIOD_MS), used }),
    slidingCounterMeter({ limit: LIMIT, period: PERIOD_MS, boundary: exactly(START_MS), used }),
    tokenBucketMeter({ limit: LIMIT, period: exactly(PERIOD_MS), used }),
  ];
  const at = exactly(START_MS + 1000);
  expect(meters.map((meter) => permitted(meter.limit, meter.uses(at)).left)).toEqual([
    exactly(3),
    exactly(3),
    { low: 3, high: 5 },
    exactly(3),
    { low: 2, high: 4 },
  ]);
});

test('a refusal that counts as well keeps a log full', () => {
  const meter = slidingLogMeter({ limit: 1, period: exactly(PERIOD_MS), used: 0 });
  for (const moment of [0, 9000])
    meter.record(exactly(moment), { passed: moment === 0, counts: true, left: undefined, announced: undefined });
  expect([permitted(meter.limit, meter.uses(exactly(12_000))).mayPass, meter.fullAt(exactly(12_000))]).toEqual([false, exactly(19_000)]);
});

test('windows that begin with the first request hold it, however long it was under way', () => {
  const first = { low: START_MS - 20, high: START_MS + 20 };
  const decided = { passed: true, counts: true, left: undefined, announced: undefined };
  const permits = [0, -Infinity].map((from) => {
    const meter = slidingCounterMeter({ limit: 1, period: PERIOD_MS, boundary: first, from, used: 0 });
    meter.record(first, decided);
    return permitted(meter.limit, meter.uses(exactly(START_MS + 1000))).mayPass;
  });
  expect(permits).toEqual([false, true]);
});
