import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Subject } from '../../model/types.ts';
import { entryAt, kindOf, namesIn, RECORDED, storedChunks } from '../../model/stored-file.ts';
import { RunError } from '../run-error.ts';
import { demandFolder } from '../stored-trace.ts';

export const CERTIFICATE_FILE = 'certificate.json';

/** Files that a run's folder may have: a run leaves under a thousand. */
const MOST_FILES = 20_000;
/** Bytes of all of them. */
const MOST_BYTES = 1 << 30;
/** Folders within one another. */
const DEEPEST = 4;

/** Every file in a run's folder but the certificate, with its digest, by name. Throws RunError, SpecError where something is no plain file. */
export function runFiles(folder: string): readonly Subject[] {
  return fileNames(folder).map((name) => ({ name, digest: { sha256: digestOf(join(folder, name)) } }));
}

/** The names of these files; nothing of them has been read. Throws RunError where something is no file, or has a name that means another. */
export function fileNames(folder: string): readonly string[] {
  demandFolder(folder);
  const names: string[] = [];
  let bytes = 0;
  const look = (below: string, depth: number): void => {
    for (const entry of namesIn(join(folder, below))) {
      const name = `${below}${entry}`;
      const refuse = (what: string): RunError =>
        new RunError('run-folder-mixed', `${join(folder, name)}: ${what}. Take it out of the run's folder`);
      const trick = trickIn(name);
      if (trick !== undefined)
        throw new RunError('run-folder-mixed', `${folder}: ${JSON.stringify(name)} ${trick}. Take it out of the run's folder`);
      const stats = entryAt(join(folder, name));
      if (stats === undefined) throw refuse('it went away');
      if (stats.isDirectory() && depth < DEEPEST) look(`${name}/`, depth + 1);
      else if (!stats.isFile()) throw refuse(`expected a file, found ${kindOf(stats)}`);
      else names.push(name);
      bytes += stats.isFile() ? stats.size : 0;
      if (names.length > MOST_FILES)
        throw new RunError('run-folder-too-large', `${folder}: expected at most ${MOST_FILES} files, found more`);
      if (bytes > MOST_BYTES)
        throw new RunError('run-folder-too-large', `${folder}: expected at most ${MOST_BYTES >> 20} MiB of files, found more`);
    }
  };
  look('', 1);
  const twice = twiceIn(names);
  if (twice !== undefined)
    throw new RunError(
      'run-folder-mixed',
      `${folder}: ${twice} differ in nothing but letter case, and are one file elsewhere. Take one of them out`,
    );
  return names.filter((name) => name !== CERTIFICATE_FILE).toSorted();
}

function digestOf(file: string): string {
  const hash = createHash('sha256');
  for (const chunk of storedChunks(file, { limit: RECORDED, origin: 'found' })) hash.update(chunk);
  return hash.digest('hex');
}

/** What every file system takes for the same name, and no reader for another. */
const PLAIN = /^[\w@+=,()][\w@+=,() .-]*$|^\.[\w@+=,()-][\w@+=,() .-]*$/;

/** Why a name, in a folder or in a certificate, may mean another file than it shows; undefined where it cannot. */
export function trickIn(name: string): string | undefined {
  const parts = name.split('/');
  if (parts.length > DEEPEST) return `expected at most ${DEEPEST} folders in one another, found ${parts.length}`;
  return parts.every((part) => part.length <= 255 && PLAIN.test(part) && !/[. ]$/.test(part))
    ? undefined
    : `expected a name of Latin letters, digits, spaces and ._-@+=,(), found another`;
}

/** Two names that differ in letter case alone. */
export function twiceIn(names: readonly string[]): string | undefined {
  const seen = new Map<string, string>();
  for (const name of names) {
    const known = seen.get(name.toLowerCase());
    if (known !== undefined) return `${known} and ${name}`;
    seen.set(name.toLowerCase(), name);
  }
  return undefined;
}
