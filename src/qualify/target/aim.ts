import { digestOf } from '../../model/text-digest.ts';
import type { DocumentName, IndexedClause, OfferedFault, Specs } from '../../model/types.ts';

/** Where a fault is to be looked for. */
export interface Aim {
  /** clauses that the fault names, or that its quote is: a failure of one of these kills it by its own clause */
  readonly own: readonly string[];
  /** clauses near those, the nearest first */
  readonly near: readonly string[];
  /** whose cases are driven */
  readonly documents: readonly DocumentName[];
}

/** So many clauses are meant by a quote that is no whole sentence, row or item of a document. */
const MOST_MEANT = 3;
const MOST_NEAR = 20;

/** Finds the clauses that a fault means: by their ids, by the text that they stand for, or else by the words of its quote. */
export function aimAt({ clauses, documents }: Specs, fault: OfferedFault): Aim {
  const about = documentOf(fault, Object.keys(documents));
  const all = [...clauses.values()].filter(({ document }) => about === undefined || document === about);
  const named = [fault.clause ?? [], fault.alsoBreaks ?? []].flat().flatMap((id) => clauses.get(id) ?? []);
  const alike = likest(all, fault.quote ?? '');
  const meant = named.length > 0 ? named : quoted(all, fault.quote, alike);
  const neighbours = all.filter((clause) =>
    meant.some(({ feature, source }) => feature === clause.feature || source.section === clause.source.section),
  );
  const own = meant.map(({ id }) => id);
  const near = [...alike.slice(0, MOST_NEAR), ...neighbours].map(({ id }) => id).filter((id) => !own.includes(id));
  return { own, near: [...new Set(near)], documents: documentsOf(meant, about ?? Object.keys(documents)) };
}

/** The document that a fault is about, as it says itself or by its label. */
function documentOf({ document, labels = [] }: OfferedFault, known: readonly DocumentName[]): DocumentName | undefined {
  const label = Array.isArray(labels) ? undefined : labels['document'];
  return document ?? known.find((name) => name === label);
}

function documentsOf(meant: readonly IndexedClause[], otherwise: DocumentName | readonly DocumentName[]): readonly DocumentName[] {
  return meant.length > 0 ? [...new Set(meant.map(({ document }) => document))] : [otherwise].flat();
}

/** The clauses of exactly this text, else those whose words are nearest. */
function quoted(all: readonly IndexedClause[], quote: string | undefined, alike: readonly IndexedClause[]): readonly IndexedClause[] {
  if (quote === undefined) return [];
  const digest = digestOf(quote.trim().replaceAll(/\s+/g, ' '));
  const exact = all.filter(({ source }) => source.digest === digest);
  return exact.length > 0 ? exact : alike.slice(0, MOST_MEANT);
}

/** Clauses that share words with a text, the likest first: a word counts the more, the fewer clauses have it. */
function likest(all: readonly IndexedClause[], text: string): readonly IndexedClause[] {
  const wanted = wordsOf(text);
  if (wanted.size === 0) return [];
  const words = all.map((clause) => ({ clause, own: wordsOf(`${clause.says} ${clause.source.section} ${clause.id}`) }));
  const counts = new Map<string, number>();
  for (const { own } of words) for (const word of own) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weight = (word: string): number => Math.log(1 + all.length / (counts.get(word) ?? all.length));
  const length = (own: ReadonlySet<string>): number => Math.hypot(...[...own].map(weight));
  return words
    .map(({ clause, own }) => ({ clause, shared: [...own].filter((word) => wanted.has(word)), own }))
    .filter(({ shared }) => shared.length > 0)
    .map(({ clause, shared, own }) => ({ clause, score: shared.reduce((sum, word) => sum + weight(word) ** 2, 0) / length(own) }))
    .toSorted((one, other) => other.score - one.score)
    .map(({ clause }) => clause);
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return new Set(words.filter((word) => word.length > 2).map((word) => word.replace(/s$/, '')));
}
