import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { filesBelow } from '../../src/run/suite-state.ts';
import { beginnings } from './needed-files.ts';

/** The sources of what npm packs, their types included, by path. */
export function shippedSources(root: string): ReadonlySet<string> {
  const entries = beginnings(root).flatMap((path) => sourceOf(root, path.replace(/^dist\/(.*?)(?:\.d)?\.[jt]s$/, '$1.ts')));
  return new Set([...reachedFrom(root, entries), ...filesBelow(root, 'src/export/k6')]);
}

/** These files, and whatever they import, types included. */
export function reachedFrom(root: string, files: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...files];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    open.push(...importsOf(root, file).flatMap(({ name }) => sourceOf(root, name)));
  }
  return reached;
}

export interface Import {
  readonly how: string;
  readonly name: string;
}

/** What a source imports, now or when it needs it, by path; a thread by the file that the build makes of its source. */
export function importsOf(root: string, file: string): readonly Import[] {
  return Array.from(readFileSync(join(root, file), 'utf8').matchAll(IMPORT), ([, how = '', name = '']) => ({
    how,
    name: posix.join(posix.dirname(file), name),
  }));
}

function sourceOf(root: string, name: string): readonly string[] {
  const file = name.replace(/\.js$/, '.ts');
  return existsSync(join(root, file)) ? [file] : [];
}

const IMPORT = /\b(from|import|URL)\s*\(?\s*'(\.{1,2}\/[^']+\.[jt]s)'/g;
