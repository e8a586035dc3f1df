import type { DocumentName } from '../../src/mock/kit/documents.ts';

/** One random change to the source of a service of the mock. */
export interface Mutant {
  /** file, kind and a hash of the source line, the replacement and their ordinal in the file: the same wherever the line moves */
  readonly id: string;
  /** the name by which the instrumented source switches it */
  readonly number: string;
  readonly document: DocumentName;
  /** under src/mock */
  readonly file: string;
  /** the mutator that made it */
  readonly kind: string;
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
}

/** What the unchanged mock shows: everything that a trial is held against. */
export interface Baseline {
  /** for each document the clauses that pass */
  readonly green: Readonly<Record<DocumentName, readonly string[]>>;
  /** for each document the ids of its cases and walks, the one with the fewest requests first */
  readonly units: Readonly<Record<DocumentName, readonly string[]>>;
  /** by number of the mutant; what is not here was not reached */
  readonly coverage: Readonly<Record<string, Reach>>;
  /** how long it took */
  readonly durationMs: number;
}

/** How far the unchanged mock reaches the place of a mutant. */
export interface Reach {
  /** it runs where the module is imported, so that only a fresh import shows it */
  readonly atImport: boolean;
  /** how often it runs in one run of its document */
  readonly hits: number;
  /** indices of the units of its document that reach it */
  readonly units: readonly number[];
}

/** What became of one mutant. */
export type Outcome =
  | { readonly kind: 'killed'; readonly clauses: readonly string[]; readonly requests: number }
  | { readonly kind: 'survived' }
  /** no clause failed, and these can no longer be judged: no kill */
  | { readonly kind: 'inconclusive'; readonly clauses: readonly string[] }
  /** the trial did not come to its end: no kill, whatever was seen */
  | { readonly kind: 'broke'; readonly why: string };
