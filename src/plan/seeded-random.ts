import fc from 'fast-check';
import { createHash } from 'node:crypto';

/** Choices that a seed decides: the same seed makes the same ones in the same order. */
export interface SeededRandom {
  /** a whole number from 0 up to, and without, `end` */
  below(end: number): number;
  /** one of these, heavier ones more often; undefined where there is none */
  pick<Option>(options: readonly Option[], weight?: (option: Option) => number): Option | undefined;
  /** true once in so many times */
  once(times: number): boolean;
}

const RANGE = 2 ** 31;
const BLOCK = 64;

/** Draws numbers by fast-check, without its liking for small and round ones. */
export function createSeededRandom(seed: number): SeededRandom {
  const block = fc.noBias(fc.array(fc.nat({ max: RANGE - 1 }), { minLength: BLOCK, maxLength: BLOCK }));
  let drawn = 0;
  let numbers: readonly number[] = [];

  function fraction(): number {
    const at = drawn % BLOCK;
    if (at === 0) numbers = fc.sample(block, { seed: seed + drawn, numRuns: 1 })[0] ?? [];
    drawn += 1;
    return (numbers[at] ?? 0) / RANGE;
  }

  return {
    below: (end) => Math.floor(fraction() * end),
    pick: (options, weight = () => 1) => {
      const weights = options.map(weight);
      let left = fraction() * weights.reduce((sum, one) => sum + one, 0);
      return options.find((_option, index) => (left -= weights[index] ?? 0) < 0) ?? options.at(-1);
    },
    once: (times) => fraction() * times < 1,
  };
}

/** What a seed means for one case: no two cases draw the same, and a case draws the same whatever else is planned. */
export function ownSeed(seed: number, id: string): number {
  return createHash('sha256').update(`${seed}/${id}`).digest().readInt32BE(0);
}
