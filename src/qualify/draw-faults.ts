import { globPattern } from '../model/selection.ts';
import { shuffled } from '../run/plans.ts';

/** The faults whose id matches, or so many of them, drawn by the seed, in the order in which they stand. */
export function drawFaults<Fault extends { readonly id: string }>(
  faults: readonly Fault[],
  { fault = '**', sample, seed }: { readonly fault?: string | undefined; readonly sample?: number | undefined; readonly seed: number },
): readonly Fault[] {
  const pattern = globPattern(fault);
  const matching = faults.filter(({ id }) => pattern.test(id));
  const drawn = new Set(shuffled(matching, seed).slice(0, sample ?? matching.length));
  return matching.filter((one) => drawn.has(one));
}
