import { createHash } from 'node:crypto';
import type { Mutant } from './mutant.ts';

/**
 * Draws mutants by the hash of seed and id, so that a change to the source or to the suite moves few of them in or out: what has been
 * classified stays in the sample.
 */
export function drawSample(mutants: readonly Mutant[], size: number, seed: number): readonly Mutant[] {
  return mutants
    .map((mutant) => ({ mutant, rank: createHash('sha256').update(`${seed} ${mutant.id}`).digest('hex') }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant);
}
