import type { Check, Finding } from './finding.ts';

/** The clauses that a document binds to parts of a law; a part without any is not judged there. */
export type LawClauses<Part extends string> = Readonly<Partial<Record<Part, readonly string[]>>>;

export type Contradiction = { readonly expected: string; readonly received: string } | undefined;

/** A check for each part of a law that the document states. */
export function lawChecks(law: string, clauses: LawClauses<string> = {}): readonly Check[] {
  return Object.entries(clauses).flatMap(([part, ids = []]) => (ids.length === 0 ? [] : [{ id: `law/${law}.${part}`, clauses: ids }]));
}

/** What a part of a law says of these exchanges; none where the document does not state it. */
export function lawFinding<Part extends string>(
  law: string,
  bound: LawClauses<Part>,
  part: Part,
  evidence: Pick<Finding, 'exchanges' | 'case'>,
  wrong: Contradiction,
): readonly Finding[] {
  const clauses = bound[part] ?? [];
  if (clauses.length === 0) return [];
  const base = { check: `law/${law}.${part}`, clauses, ...evidence, basis: 'documented' as const };
  return [wrong === undefined ? { ...base, verdict: 'pass' } : { ...base, verdict: 'fail', blame: 'target', ...wrong }];
}
