import { agreement } from './classification.ts';
import type { Class, Entry } from './classification.ts';
import type { Mutant, Outcome } from './mutant.ts';

/** One mutant of the sample with what became of it. */
export interface Tried {
  readonly mutant: Mutant;
  readonly outcome: Outcome;
}

export interface Tally {
  readonly mutants: number;
  readonly killed: number;
  readonly equivalent: number;
  readonly undocumented: number;
  readonly missed: number;
  readonly unclassified: number;
  /** killed ÷ (mutants − equivalent − undocumented); 1 where nothing is left */
  readonly score: number;
}

/** One that no clause noticed. */
export interface Survivor extends Mutant {
  readonly outcome: Exclude<Outcome, { readonly kind: 'killed' }>;
  readonly class?: Class;
}

/** What `npm run mutants -- --json` prints, and what is published. */
export interface Score {
  readonly seed: number;
  readonly sample: number;
  readonly total: Tally;
  readonly byDocument: Readonly<Record<string, Tally>>;
  readonly byKind: Readonly<Record<string, Tally>>;
  /** of those that were not killed: how their trial ended */
  readonly notKilled: { readonly survived: number; readonly inconclusive: number; readonly broke: number };
  /** of all mutants of the services: no request reaches them, so that they are not drawn */
  readonly notCovered: {
    readonly mutants: number;
    readonly of: number;
    readonly byDocument: Readonly<Record<string, number>>;
    readonly byKind: Readonly<Record<string, number>>;
  };
  /** entries for both of which there is a second, independent answer */
  readonly agreement: { readonly both: number; readonly agree: number };
  /** entries that no longer hold: the mutant is killed, or its source is gone */
  readonly contradicted: readonly { readonly mutant: string; readonly why: string }[];
  readonly durationMs: number;
  readonly survivors: readonly Survivor[];
}

/** Everything that a score is made from. */
export interface Findings {
  readonly seed: number;
  /** all that can be made of the sources, and those of them that nothing reaches */
  readonly mutants: readonly Mutant[];
  readonly notCovered: readonly Mutant[];
  readonly tried: readonly Tried[];
  readonly entries: readonly Entry[];
  /** independent answers for some of the same mutants */
  readonly second: readonly Entry[];
  readonly durationMs: number;
}

export function scoreOf({ seed, mutants, notCovered, tried, entries, second, durationMs }: Findings): Score {
  const classes = new Map(entries.map((entry) => [entry.mutant, entry.class]));
  const known = new Set(mutants.map(({ id }) => id));
  const killed = new Set(tried.filter(({ outcome }) => outcome.kind === 'killed').map(({ mutant }) => mutant.id));
  const survivors = tried.flatMap(({ mutant, outcome }): readonly Survivor[] => {
    if (outcome.kind === 'killed') return [];
    const named = classes.get(mutant.id);
    return [{ ...mutant, outcome, ...(named === undefined ? {} : { class: named }) }];
  });
  const tally = (some: readonly Tried[]): Tally => tallyOf(some, classes);
  const ended = (kind: Outcome['kind']): number => tried.filter(({ outcome }) => outcome.kind === kind).length;
  return {
    seed,
    sample: tried.length,
    total: tally(tried),
    byDocument: grouped(tried, ({ mutant }) => mutant.document, tally),
    byKind: grouped(tried, ({ mutant }) => mutant.kind, tally),
    notKilled: { survived: ended('survived'), inconclusive: ended('inconclusive'), broke: ended('broke') },
    notCovered: {
      mutants: notCovered.length,
      of: mutants.length,
      byDocument: grouped(notCovered, ({ document }) => document, count),
      byKind: grouped(notCovered, ({ kind }) => kind, count),
    },
    agreement: agreement(entries, second),
    contradicted: entries.flatMap(({ mutant }) => {
      if (!known.has(mutant)) return [{ mutant, why: 'its source is gone: take the entry away, or classify what stands there now' }];
      return killed.has(mutant) ? [{ mutant, why: 'it is killed: take the entry away' }] : [];
    }),
    durationMs,
    survivors: survivors.toSorted((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1)),
  };
}

function tallyOf(tried: readonly Tried[], classes: ReadonlyMap<string, Class>): Tally {
  const alive = tried.filter(({ outcome }) => outcome.kind !== 'killed');
  const of = (kind: Class | undefined): number => alive.filter(({ mutant }) => classes.get(mutant.id) === kind).length;
  const [killed, equivalent, undocumented] = [tried.length - alive.length, of('equivalent'), of('undocumented')];
  const counted = tried.length - equivalent - undocumented;
  const score = counted === 0 ? 1 : Math.round((killed / counted) * 1000) / 1000;
  return { mutants: tried.length, killed, equivalent, undocumented, missed: of('missed'), unclassified: of(undefined), score };
}

function grouped<Item, Value>(
  items: readonly Item[],
  by: (item: Item) => string,
  value: (some: readonly Item[]) => Value,
): Readonly<Record<string, Value>> {
  const keys = [...new Set(items.map(by))].toSorted();
  return Object.fromEntries(keys.map((key) => [key, value(items.filter((item) => by(item) === key))]));
}

function count(items: readonly unknown[]): number {
  return items.length;
}
