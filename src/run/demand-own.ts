import type { ProfileFile } from '../model/types.ts';
import { RunError } from './run-error.ts';

/** Only the embedded deployment has faults and choices. Throws RunError where another target is to be given some by this flag. */
export function demandOwn({ embedded, name }: ProfileFile, flag: string): void {
  if (embedded === undefined)
    throw new RunError('not-the-embedded-mock', `${flag} is for the embedded deployment: '${name}' is another one. Leave it out`);
}
