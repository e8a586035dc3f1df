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

/** `*` stands for any characters of one name component, `**` for any at all; of several globs with commas between, any may match. */
export function globPattern(globs: string): RegExp {
  const patterns = globs
    .split(',')
    .map((glob) => glob.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*\*|\*/g, (star) => (star === '**' ? '.*' : '[^.]*')));
  return new RegExp(`^(?:${patterns.join('|')})$`);
}

export function isFiltered(selection: Selection): boolean {
  return Object.values(selection).some((filter) => filter !== undefined);
}
