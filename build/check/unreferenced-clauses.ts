import { clauseReferences } from '../../src/model/cross-check/cross-check.ts';
import type { Specs } from '../../src/model/types.ts';

/** Testable clauses that no row of any spec file speaks for: only a judge written for them can judge them. */
export function unreferencedClauses({ documents }: Specs): readonly string[] {
  return Object.values(documents).flatMap((spec) => {
    const referenced = new Set(clauseReferences(spec).map(({ clause }) => clause));
    return spec.clauses.filter(({ id, status }) => status === 'testable' && !referenced.has(id)).map(({ id }) => id);
  });
}
