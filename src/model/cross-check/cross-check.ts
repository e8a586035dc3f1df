import { pointerSegments } from '../pointer.ts';
import type { DocumentSource } from '../sources.ts';
import type { DocumentSpec, IndexedClause } from '../types.ts';
import { didYouMean } from '../yaml-file.ts';
import { clauseReferences } from './clause-references.ts';
import { clauseRules } from './clause-rules.ts';
import { duplicates } from './duplicates.ts';
import type { Mistake } from './mistake.ts';
import { definedNames } from './names.ts';
import { placeholders } from './placeholders.ts';
import { emptyRanges } from './ranges.ts';
import { references } from './references.ts';

/** What the files of the specs say wrongly of one another: lines `file:line:column  field  expected …, found …`. */
export function crossCheck(sources: readonly DocumentSource[], clauses: ReadonlyMap<string, IndexedClause>): readonly string[] {
  return sources.flatMap(({ spec, at }) =>
    mistakesIn(spec, clauses).map(
      ({ file, pointer, expected, found }) =>
        `${at(file, pointer)}  ${pointerSegments(pointer).join('.')}  expected ${expected}, found ${found}`,
    ),
  );
}

function mistakesIn(spec: DocumentSpec, clauses: ReadonlyMap<string, IndexedClause>): readonly Mistake[] {
  const names = definedNames(spec);
  return [
    ...duplicates(spec),
    ...[...references(spec, names)].flatMap(({ file, pointer, what, name, known }) =>
      known.has(name) ? [] : [{ file, pointer, expected: what, found: `'${name}'${didYouMean(name, [...known])}` }],
    ),
    ...wrongClauses(spec, clauses),
    ...clauseRules(spec),
    ...placeholders(spec, names),
    ...emptyRanges(spec),
  ];
}

function wrongClauses(spec: DocumentSpec, clauses: ReadonlyMap<string, IndexedClause>): readonly Mistake[] {
  const expected = `a clause of ${spec.name}'s ledger`;
  const own = spec.ledger.clauses.map(({ id }) => id);
  return clauseReferences(spec).flatMap(({ file, pointer, clause }) => {
    const document = clauses.get(clause)?.document;
    if (document === undefined) return [{ file, pointer, expected, found: `'${clause}'${didYouMean(clause, own)}` }];
    return document === spec.name ? [] : [{ file, pointer, expected, found: `'${clause}', which is ${document}'s` }];
  });
}
