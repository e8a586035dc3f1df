import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Subject } from '../../spec/types.ts';
import { RunError } from '../run-error.ts';

export const CERTIFICATE_FILE = 'certificate.json';

/** Every file in a run's folder but the certificate, with its digest, by name. Throws RunError where something is no file. */
export function runFiles(folder: string): readonly Subject[] {
  demandFolder(folder);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      // What a link shows can be another thing tomorrow.
      if (!entry.isFile())
        throw new RunError('usage', `${path}: expected a file, found a link or a device. Take it out of the run's folder`);
      return path.slice(join(folder, '/').length).replaceAll('\\', '/');
    });
  return names
    .filter((name) => name !== CERTIFICATE_FILE)
    .toSorted()
    .map((name) => ({
      name,
      digest: {
        sha256: createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      },
    }));
}

export function demandFolder(folder: string): void {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new RunError('usage', `${folder}: expected the folder of a run, found ${existsSync(folder) ? 'a file' : 'nothing'}`);
}
