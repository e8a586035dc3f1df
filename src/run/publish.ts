import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cannotWrite, isFileError } from './file-error.ts';

const STAGE = '.reports.part';

/**
 * Lets files be made in a folder of their own, and moves all of them into place when all of them stand: whoever looks meets the old ones
 * or the new ones, and a full disk costs nothing that was there. Throws RunError where the folder cannot be written.
 */
export function publish(folder: string, make: (stage: string) => void): void {
  const stage = join(folder, STAGE);
  try {
    rmSync(stage, { recursive: true, force: true });
    mkdirSync(stage);
    make(stage);
    for (const name of readdirSync(stage)) {
      const place = join(folder, name);
      // A rename replaces a file, and no folder.
      if (statSync(place, { throwIfNoEntry: false })?.isDirectory() === true) rmSync(place, { recursive: true });
      renameSync(join(stage, name), place);
    }
    rmSync(stage, { recursive: true, force: true });
  } catch (error) {
    discard(stage);
    if (!isFileError(error)) throw error;
    throw cannotWrite(
      folder,
      error,
      "The reports that were there are as they were, and the trace is kept: once that is put right, 'assay report' makes them of it",
    );
  }
}

/** As far as that goes: what cannot be written can perhaps not be removed either, and that is told already. */
function discard(stage: string): void {
  try {
    rmSync(stage, { recursive: true, force: true });
  } catch {
    // told by what failed first
  }
}
