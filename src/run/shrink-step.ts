import fc from 'fast-check';
import type { Step } from '../model/types.ts';
import type { Variation } from '../plan/negative-data.ts';

/**
 * The simplest step of a variation, by fast-check's lights, that still fails; the one that the seed draws comes first. At most so many
 * are tried: what has been found by then stands. Undefined where not even the first one fails.
 */
export async function shrinkStep(
  { step }: Variation,
  seed: number,
  most: number,
  fails: (step: Step) => Promise<boolean>,
): Promise<Step | undefined> {
  let best: Step | undefined;
  let left = most;
  const holds = async (candidate: Step): Promise<boolean> => {
    if (left <= 0) return true;
    left -= 1;
    if (!(await fails(candidate))) return true;
    best = candidate;
    return false;
  };
  await fc.check(fc.asyncProperty(step, holds), { seed, numRuns: 1 });
  return best;
}
