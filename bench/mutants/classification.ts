import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export const CLASSES = ['equivalent', 'undocumented', 'missed'] as const;
export type Class = (typeof CLASSES)[number];

/** Why a mutant survives. */
export interface Entry {
  readonly mutant: string;
  readonly class: Class;
  readonly reason: string;
  /** of an undocumented one: where the documents leave it open, or what they are silent on */
  readonly documents?: string;
}

/** Reads a list of entries. Throws with place, expected and found. */
export function readEntries(file: string): readonly Entry[] {
  return entriesIn(readFileSync(file, 'utf8'), file);
}

export function entriesIn(text: string, file: string): readonly Entry[] {
  const list: unknown = parse(text) ?? [];
  if (!Array.isArray(list)) throw new TypeError(`${file}: expected a list of entries, found ${typeof list}`);
  const entries = list.map((value: unknown, index) => entryOf(value, `${file}, entry ${index + 1}`));
  const twice = entries.find(({ mutant }, index) => entries.findIndex((other) => other.mutant === mutant) !== index);
  if (twice !== undefined) throw new TypeError(`${file}: ${twice.mutant} has two entries; expected one`);
  return entries;
}

function entryOf(value: unknown, place: string): Entry {
  const text = (key: string): string | undefined => {
    const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
    return typeof found === 'string' && found.trim() !== '' ? found : undefined;
  };
  const [mutant, named, reason, documents] = [text('mutant'), text('class'), text('reason'), text('documents')];
  const kind = CLASSES.find((one) => one === named);
  if (mutant === undefined) throw new TypeError(`${place}: expected 'mutant' with the id of one, found none`);
  if (kind === undefined) throw new TypeError(`${place} (${mutant}): expected 'class' to be ${CLASSES.join(', ')}; found '${named ?? ''}'`);
  if (reason === undefined) throw new TypeError(`${place} (${mutant}): expected 'reason' with a sentence, found none`);
  if (kind === 'undocumented' && documents === undefined)
    throw new TypeError(
      `${place} (${mutant}): expected 'documents' with the sentence or section that leaves it open, or what they are silent on`,
    );
  return { mutant, class: kind, reason, ...(documents === undefined ? {} : { documents }) };
}

/** How often two people who classified the same mutants agree. */
export function agreement(first: readonly Entry[], second: readonly Entry[]): { readonly both: number; readonly agree: number } {
  const known = new Map(first.map((entry) => [entry.mutant, entry.class]));
  const both = second.filter(({ mutant }) => known.has(mutant));
  return { both: both.length, agree: both.filter((entry) => known.get(entry.mutant) === entry.class).length };
}
