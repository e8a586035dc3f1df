import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from './package-root.ts';
import type { Place } from '../model/types.ts';

/** At which places of the specs a deployment that conforms shows each clause: what a plan can foresee of clauses that show in passing. */
export type ShownAt = ReadonlyMap<string, ReadonlySet<string>>;

/** Where the build writes what it saw of the package's documents, below the package's folder. */
export const SHOWN_FILE = join('dist', 'shown.json');

/** What the build writes: the specs that it was made of, their places, and by clause the numbers of those that show it. */
export interface ClausePlaces {
  readonly digest: string;
  readonly places: readonly string[];
  readonly clauses: Readonly<Record<string, readonly number[]>>;
}

/** A place by its row and step, whatever state a probe of many states starts from. */
export function placeName({ row, at }: Place): string {
  return `${row.split('@')[0]}/${at}`;
}

/** What the build saw of these specs; undefined where it saw nothing, or others. */
export function shownAt(digest: string): ShownAt | undefined {
  const file = join(PACKAGE_ROOT, SHOWN_FILE);
  if (!existsSync(file)) return undefined;
  const shown: ClausePlaces = JSON.parse(readFileSync(file, 'utf8'));
  return shown.digest === digest ? shownIn(shown) : undefined;
}

export function shownIn({ places, clauses }: ClausePlaces): ShownAt {
  return new Map(Object.entries(clauses).map(([clause, at]) => [clause, new Set(at.map((index) => places[index] ?? ''))]));
}
