import { createHash } from 'node:crypto';

/** What a seed means for one case: no two cases draw the same, and a case draws the same whatever else is planned. */
export function ownSeed(seed: number, id: string): number {
  return createHash('sha256').update(`${seed}/${id}`).digest().readInt32BE(0);
}
