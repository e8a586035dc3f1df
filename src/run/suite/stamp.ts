import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the build puts on record of the suite: which files run, and what they were built from. */
export interface Stamp {
  /** the commit; null outside a Git checkout */
  readonly commit: string | null;
  /** files that were not as committed */
  readonly changes: readonly string[];
  /** SHA-256 of every file that runs or is read by it, by path */
  readonly files: Readonly<Record<string, string>>;
}

/** Where the build writes it, below the package's folder. */
export const STAMP_FILE = join('dist', 'suite.json');

/** What it reads, beside the code. */
const SPECS = 'specs';

/** SHA-256 of every file of the suite, by path, in order: of this code, as far as it is there, and of all specs. */
export function suiteFiles(root: string, code: readonly string[]): Readonly<Record<string, string>> {
  const specs = filesBelow(root, SPECS).filter((path) => /\.(json|yaml)$/.test(path));
  const there = code.filter((path) => existsSync(join(root, path)));
  return Object.fromEntries([...there, ...specs].toSorted().map((path) => [path, sha256(readFileSync(join(root, path)))]));
}

/** One digest for all files. */
export function suiteDigest(files: Stamp['files']): string {
  return sha256(JSON.stringify(files));
}

/** Every file below a folder of the package, by its path from the package's. */
export function filesBelow(root: string, folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, '/').length).replaceAll('\\', '/'));
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
