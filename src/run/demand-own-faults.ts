import type { ProfileFile } from '../model/types.ts';
import { RunError } from './run-error.ts';

/** Only the embedded deployment has faults to switch on. Throws RunError where another target is to be given some. */
export function demandOwnFaults({ embedded, name }: ProfileFile, faults: readonly string[]): void {
  if (embedded === undefined && faults.length > 0)
    throw new RunError('not-the-embedded-mock', `--fault is for the embedded deployment: '${name}' is another one. Leave it out`);
}
