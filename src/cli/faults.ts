import { didYouMean } from '../spec/yaml-file.ts';
import { knownFaults } from '../mock/core/known-faults.ts';
import { UsageError } from './fail.ts';

/** The faults that --fault names, each of them one that the mock has. Throws UsageError with the one that was meant. */
export function chosenFaults(ids: readonly string[] = []): readonly string[] {
  const known = knownFaults().map(({ id }) => id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw new UsageError(`unknown fault '${unknown}'${didYouMean(unknown, known)}. 'assay qualify --fault GLOB' lists those that match`);
  return ids;
}
