import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leakingTimestamp } from '../../../bench/limiter-trials/limiters/leaking-timestamp.ts';
import { requestLog } from '../../../bench/limiter-trials/limiters/request-log.ts';
import { wallClockWindow } from '../../../bench/limiter-trials/limiters/wall-clock-window.ts';
import type { Simulated } from '../../../bench/limiter-trials/limiters/simulated.ts';
import { breaksItsWord, bucketPeriods } from './words.ts';
import { factsOf } from './facts.ts';
import { NOON_MS, samples, type SampleSketch } from './sample-fixtures.ts';

const LIMIT = 20;
const PERIOD_S = 40;

/** Uses all of it at once, and looks again now and then; others use it at moments of their own. Seconds after noon. */
function probe(limiterAt: (second: number) => Simulated, others: readonly number[] = []): ReturnType<typeof factsOf> {
  const mine = [...Array.from({ length: LIMIT + 2 }, (_, index) => 0.3 + index * 0.02), 12, 22.4, 33.1, 48.7, 48.8];
  const all = [...mine.map((at) => ({ at, isMine: true })), ...others.map((at) => ({ at, isMine: false }))];
  const sketches = all
    .toSorted((a, b) => a.at - b.at)
    .flatMap(({ at, isMine }): readonly SampleSketch[] => {
      const { ok, limit, remaining, fullAtMs } = limiterAt(at).hit(NOON_MS + at * 1000 + 5);
      const reset = Math.ceil((fullAtMs - NOON_MS) / 1000);
      return isMine ? [{ at, phase: at < 0.31 ? 'first' : 'exhaust', status: ok ? 200 : 429, limit, remaining, reset }] : [];
    });
  return factsOf(samples(...sketches));
}

test('a bucket keeps its word, whoever else uses it, and whenever', () => {
  const rhythm = fc.array(fc.double({ min: 0, max: 50, noNaN: true }), { maxLength: 60 });
  fc.assert(
    fc.property(rhythm, (others) => {
      const bucket = leakingTimestamp(LIMIT, PERIOD_S * 1000);
      expect(breaksItsWord(probe(() => bucket, others))).toBe(false);
    }),
  );
});

test('a bucket of which only half is filled again breaks it', () => {
  const [whole, half] = [leakingTimestamp(LIMIT, PERIOD_S * 1000), leakingTimestamp(LIMIT / 2, PERIOD_S * 1000)];
  for (let count = 0; count < LIMIT / 2; count++) half.hit(NOON_MS + 1000);
  const facts = probe((second) => ({
    hit: (nowMs) => ({ ...(second < 1 ? whole : half).hit(nowMs), limit: LIMIT }),
    done: () => undefined,
  }));
  expect([bucketPeriods(facts).length > 0, breaksItsWord(facts)]).toEqual([true, true]);
});

test.each([
  ['a log of operations', requestLog(LIMIT, PERIOD_S * 1000)],
  ['windows of the clock', wallClockWindow(LIMIT, PERIOD_S * 1000)],
] as const)('%s: no bucket speaks so', (_what, limiter) => {
  const facts = probe(() => limiter, [0.1, 0.4, 0.5, 9, 20]);
  expect([bucketPeriods(facts), breaksItsWord(facts)]).toEqual([[], false]);
});
