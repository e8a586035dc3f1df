import { chooseFaults } from '../mock/kit/known-faults.ts';

/** The faults that --fault names, each of them one that the mock has. Throws ControlError with the one that was meant, or two that exclude each other. */
export function chosenFaults(ids: readonly string[] = []): readonly string[] {
  return chooseFaults(ids).map(({ id }) => id);
}
