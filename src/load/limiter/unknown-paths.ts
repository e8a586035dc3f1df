import { isPassed, isRefused, OWN, type Sample } from './sample.ts';

/** A request for an unknown path between two others, none of them at the same time: did the count go down once or twice? */
export function unknownPathCounts(own: readonly Sample[], left: (sample: Sample) => number | undefined): boolean | undefined {
  const drop = (from: Sample | undefined, to: Sample | undefined): number | undefined => {
    const [had, has] = [from && left(from), to && left(to)];
    return had === undefined || has === undefined || (to !== undefined && !isPassed(to)) ? undefined : had - has;
  };
  for (const [index, sample] of own.entries()) {
    const [before, after] = [own[index - 1], own[index + 1]];
    if (sample.asks !== 'unknown-path' || !isPassed(sample)) continue;
    // What one request takes is one operation, as a rule.
    const one = Math.max(1, drop(own[index - 2], before) ?? 1);
    const both = drop(before, after);
    if (both === one) return false;
    if (both === 2 * one) return true;
  }
  return undefined;
}

/** Whether a request for an unknown path was let through between two refused ones: it is not limited then. */
export function unknownPathsPass(samples: readonly Sample[]): boolean {
  const own = samples.filter(({ subject }) => subject === OWN);
  return own.some((sample, index) => {
    const [before, after] = [own[index - 1], own[index + 1]];
    return sample.asks === 'unknown-path' && isPassed(sample) && [before, after].every((other) => other !== undefined && isRefused(other));
  });
}
