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
import { references } from './references.ts';
import { rowRules } from './row-rules.ts';

/** What the files of these documents say wrongly of one another and, where they stand beside others, of all: lines `file:line:column  field  expected …, found …`. */
export function crossCheck(
  sources: readonly DocumentSource[],
  all: readonly DocumentSpec[],
  clauses: ReadonlyMap<string, IndexedClause>,
): readonly string[] {
  const prefixes = new Map(all.toReversed().map(({ document, name }) => [document.idPrefix, name]));
  return sources.flatMap(({ spec, at }) =>
    [...wrongPrefixes(spec, prefixes), ...mistakesIn(spec, clauses)].map(
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
    ...rowRules(spec),
    ...placeholders(spec, names),
    ...emptyRanges(spec),
  ];
}

/** Ids of clauses and features begin with the prefix of their document, which is its alone. */
function wrongPrefixes({ name, document, clauses, features }: DocumentSpec, prefixes: ReadonlyMap<string, string>): readonly Mistake[] {
  const { idPrefix } = document;
  const first = prefixes.get(idPrefix);
  const lists = [['clauses', clauses] as const, ['features', features] as const];
  return [
    ...(first === name
      ? []
      : [
          {
            file: 'document' as const,
            pointer: '/idPrefix',
            expected: 'a prefix of its own',
            found: `'${idPrefix}', which is ${first}'s. Choose another, and begin the ids of clauses and features with it`,
          },
        ]),
    ...lists.flatMap(([key, rows]) =>
      rows.flatMap(({ id }, index): readonly Mistake[] =>
        id.startsWith(`${idPrefix}.`)
          ? []
          : [{ file: 'clauses', pointer: `/${key}/${index}/id`, expected: `an id that begins with '${idPrefix}.'`, found: `'${id}'` }],
      ),
    ),
  ];
}

function wrongClauses(spec: DocumentSpec, clauses: ReadonlyMap<string, IndexedClause>): readonly Mistake[] {
  const expected = `a clause of ${spec.name}`;
  const own = spec.clauses.map(({ id }) => id);
  return clauseReferences(spec).flatMap(({ file, pointer, clause }) => {
    const document = clauses.get(clause)?.document;
    if (document === undefined) return [{ file, pointer, expected, found: `'${clause}'${didYouMean(clause, own)}` }];
    return document === spec.name ? [] : [{ file, pointer, expected, found: `'${clause}', which is ${document}'s` }];
  });
}

/** Amounts that end before they begin. */
function emptyRanges({ probes }: DocumentSpec): readonly Mistake[] {
  return probes.probes.flatMap(({ sizes = [] }, index) => [...emptyIn(sizes, `/probes/${index}/sizes`)]);
}

function* emptyIn(value: unknown, pointer: string): Generator<Mistake> {
  if (typeof value !== 'object' || value === null) return;
  if ('from' in value && 'to' in value && Number(value.from) > Number(value.to))
    yield { file: 'probes', pointer: `${pointer}/to`, expected: `at least ${String(value.from)}`, found: String(value.to) };
  for (const [key, entry] of Object.entries(value)) yield* emptyIn(entry, `${pointer}/${key}`);
}
