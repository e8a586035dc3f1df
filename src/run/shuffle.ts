import fc from 'fast-check';

/** The same entries in an order that the seed decides. */
export function shuffled<Entry>(entries: readonly Entry[], seed: number): readonly Entry[] {
  const subset = fc.shuffledSubarray([...entries], { minLength: entries.length, maxLength: entries.length });
  return fc.sample(subset, { seed, numRuns: 1 })[0] ?? [];
}
