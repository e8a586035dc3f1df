import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Requirements, SuiteState } from '../model/types.ts';
import { createHash } from 'node:crypto';

/** Which suite stands in a package's folder now, and what makes it another than the release of that version. */
export function suiteState(root: string, specsDigest: string, release: Requirements | undefined): SuiteState {
  const stamp = readStamp(join(root, STAMP_FILE));
  const files = suiteFiles(
    root,
    Object.keys(stamp?.files ?? {}).filter((path) => /\.c?js$/.test(path)),
  );
  return {
    digest: suiteDigest(files),
    commit: stamp?.commit ?? null,
    dirty: [...(stamp === undefined ? ['it was not built: npm run build'] : strayed(stamp, files)), ...otherSpecs(specsDigest, release)],
  };
}

function strayed({ changes, files }: Stamp, now: Stamp['files']): readonly string[] {
  const changed = [...new Set([...Object.keys(files), ...Object.keys(now)])].filter((path) => files[path] !== now[path]);
  return [
    ...(changes.length === 0 ? [] : [`it was built with uncommitted changes: ${someOf(changes)}`]),
    ...(changed.length === 0 ? [] : [`files have changed since the build: ${someOf(changed)}`]),
  ];
}

function otherSpecs(digest: string, release: Requirements | undefined): readonly string[] {
  if (release === undefined) return ['specs/releases has no requirements of this version'];
  return release.specs === digest ? [] : [`its specs have the digest ${digest}, those of release ${release.version} ${release.specs}`];
}

function someOf(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

/** The build's own file: only a cut one is to be feared, and that counts as none. */
function readStamp(file: string): Stamp | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const stamp: Stamp = JSON.parse(readFileSync(file, 'utf8'));
    return stamp;
  } catch {
    return undefined;
  }
}

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
