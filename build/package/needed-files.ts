import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** What of package.json says where the use of a package begins. */
interface Manifest {
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** A file that another one names: imports, re-exports, workers, and the types that a declaration writes out. */
const REFERENCES = /\b(?:from|import|URL)\s*\(?\s*['"](\.{1,2}\/[^'"]+\.[jt]s)['"]/g;

/**
 * The files of a build that its use needs, by path, in order: those that commands and exports begin with, and whatever these
 * import. Tests, fixtures and the tools of the repository are not among them, because nothing of that imports them.
 */
export function neededFiles(root: string): readonly string[] {
  const open = [...beginnings(root)];
  const needed = new Set<string>();
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (needed.has(path) || !existsSync(join(root, path))) continue;
    needed.add(path);
    open.push(...referencesOf(path, readFileSync(join(root, path), 'utf8')));
  }
  return [...needed].toSorted();
}

/** The files of a build that commands and exports begin with. */
export function beginnings(root: string): readonly string[] {
  const { bin = {}, exports = {} }: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const targets = Object.values(exports).flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)));
  return [...Object.values(bin), ...targets].map((path) => posix.normalize(path)).filter((path) => path.startsWith('dist/'));
}

/** Declarations name sources as they are written; beside a declaration stands a declaration. */
function referencesOf(path: string, text: string): readonly string[] {
  const declares = path.endsWith('.d.ts');
  return [...text.matchAll(REFERENCES)].map(([, name = '']) => {
    const file = posix.join(posix.dirname(path), name);
    return declares ? file.replace(/(\.d)?\.[jt]s$/, '.d.ts') : file;
  });
}
