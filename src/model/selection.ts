import type { IndexedClause, Selection } from './types.ts';

/** True where a filter of a run (documents, features, globs over clause ids) takes the clause in; no filter takes all. */
export function isSelected(
  clause: Pick<IndexedClause, 'id' | 'document' | 'feature'>,
  { documents, features, clauses, excluded }: Selection,
): boolean {
  return (
    (documents === undefined || documents.includes(clause.document)) &&
    (features === undefined || features.includes(clause.feature)) &&
    (clauses === undefined || globPattern(clauses).test(clause.id)) &&
    (excluded === undefined || !globPattern(excluded).test(clause.id))
  );
}

/** True for clauses that a run can judge, at least with control over the target. */
export function isJudgeable({ status }: IndexedClause): boolean {
  return status === 'testable' || status === 'reference-only';
}

/**
 * `*` stands for any characters of one name component, `**` for any at all; of several globs with commas between, any may match. Globs come
 * from anybody's files: each character is held against an id once.
 */
export function globPattern(globs: string): { readonly test: (id: string) => boolean } {
  const patterns = globs.split(',').map((glob) => glob.match(/\*\*+|[^]/g) ?? []);
  return { test: (id) => patterns.some((tokens) => matches(tokens, id)) };
}

function matches(tokens: readonly string[], id: string): boolean {
  // Ends of all beginnings of the id that the tokens so far may stand for.
  let ends: readonly number[] = [0];
  for (const token of tokens) {
    if (ends.length === 0) return false;
    if (token.startsWith('*')) {
      const [first = 0] = ends;
      const stop = token === '*' ? '.' : undefined;
      const reached = new Set(ends);
      for (let at = first; at < id.length; at++) if (reached.has(at) && id[at] !== stop) reached.add(at + 1);
      ends = [...reached].toSorted((one, other) => one - other);
    } else ends = ends.flatMap((end) => (id[end] === token ? [end + 1] : []));
  }
  return ends.at(-1) === id.length;
}

/** What a run was narrowed to, in words. */
export function selectionText(selection: Selection): string {
  return Object.entries(selection)
    .flatMap(([what, value]) => (value === undefined ? [] : [`${what} ${String(value).replaceAll(',', ', ')}`]))
    .join('; ');
}

export function isFiltered(selection: Selection): boolean {
  return Object.values(selection).some((filter) => filter !== undefined);
}
