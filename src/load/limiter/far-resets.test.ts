import { expect, test } from 'vitest';
import { samples } from './sample-fixtures.ts';
import { slidingCounter } from './hypotheses/sliding-counter.ts';
import { factsOf } from './facts.ts';
import { inferLimiter } from './infer-limiter.ts';

/** Ten operations, then refusals, with a reset as a target has it. */
const announcing = (reset: number): ReturnType<typeof samples> =>
  samples(
    ...Array.from({ length: 14 }, (_, index) => ({
      limit: 10,
      remaining: Math.max(0, 9 - index),
      reset,
      status: index < 10 ? 200 : 429,
    })),
  );

test.each([31_536_000, 1e12, 1e300, Infinity, -1e12])('a reset in %s seconds is understood, and few periods are thought of', (seconds) => {
  const probed = announcing(seconds);
  const hypotheses = slidingCounter(factsOf(probed, {}), 10);
  expect([inferLimiter(probed).facts.limit, hypotheses.length < 10_000]).toEqual([10, true]);
});
