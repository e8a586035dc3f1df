import { beginsWith } from '../left-out.ts';
import { isOpen } from '../needs.ts';
import { pointerSegments, pointerSegment } from '../pointer.ts';
import type { DocumentSource, FileKey } from '../sources.ts';
import type { DocumentSpec, IndexedClause, Clause, OperationRow, ConcurrencyRow, Step, Until } from '../types.ts';
import { isLinear, LINEAR } from '../schema/linear-pattern.ts';
import { didYouMean } from '../yaml-file.ts';
import type { Mistake } from './mistake.ts';
import { definedNames } from './names.ts';
import { placeholders } from './placeholders.ts';
import { references } from './references.ts';

/** What the files of these documents say wrongly of one another and, where they stand beside others, of all: lines `file:line:column  field  expected …, found …`. */
export function crossCheck(
  sources: readonly DocumentSource[],
  all: readonly DocumentSpec[],
  clauses: ReadonlyMap<string, IndexedClause>,
): readonly string[] {
  const prefixes = new Map(all.toReversed().map(({ document, name }) => [document.idPrefix, name]));
  return sources.flatMap(({ spec, written, at }) =>
    [...wrongPrefixes(spec, prefixes), ...mistakesIn(spec, clauses)].map(({ file, pointer, expected, found }) => {
      const place = written(file, pointer);
      return `${at(file, place)}  ${pointerSegments(place).join('.')}  expected ${expected}, found ${found}`;
    }),
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
    ...featureRules(spec),
    ...rowRules(spec),
    ...placeholders(spec, names),
    ...emptyRanges(spec),
    ...FILES.flatMap((file) => [...wrongPatterns(spec[file], '', file)]),
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

/** Patterns of schemas that cannot be matched in a time that no target decides. */
function* wrongPatterns(value: unknown, pointer: string, file: FileKey): Generator<Mistake> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, entry] of Object.entries(value)) {
    const place = `${pointer}/${pointerSegment(key)}`;
    const patterns =
      key === 'patternProperties' ? Object.keys(Object(entry)) : key === 'pattern' && typeof entry === 'string' ? [entry] : [];
    for (const pattern of patterns) if (!isLinear(pattern)) yield { file, pointer: place, expected: LINEAR, found: `'${pattern}'` };
    yield* wrongPatterns(entry, place, file);
  }
}

/** A row that speaks for a clause. */
export interface ClauseReference {
  readonly file: FileKey;
  readonly pointer: string;
  readonly clause: string;
}

const FILES = [
  'document',
  'resources',
  'endpoints',
  'states',
  'errors',
  'authentication',
  'events',
  'limits',
  'versioning',
  'providerStates',
  'probes',
  'families',
] as const satisfies readonly FileKey[];

/** Every id under a key 'clauses', in all files but clauses.yaml. */
export function clauseReferences(spec: DocumentSpec): readonly ClauseReference[] {
  return FILES.flatMap((file) => [...within(spec[file], '', file)]);
}

function* within(value: unknown, pointer: string, file: FileKey): Generator<ClauseReference> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, entry] of Object.entries(value)) {
    if (key === 'clauses') yield* listed(entry, `${pointer}/clauses`, file);
    else yield* within(entry, `${pointer}/${pointerSegment(key)}`, file);
  }
}

/** Ids in a list, or in lists by law. */
function* listed(value: unknown, pointer: string, file: FileKey): Generator<ClauseReference> {
  if (typeof value === 'string') yield { file, pointer, clause: value };
  else if (typeof value === 'object' && value !== null)
    for (const [key, entry] of Object.entries(value)) yield* listed(entry, `${pointer}/${pointerSegment(key)}`, file);
}

/** What a clause must have beside what its schema demands. */
function clauseRules({ clauses, endpoints }: DocumentSpec): readonly Mistake[] {
  const operations = new Map(endpoints.operations.map((operation) => [operation.id, operation]));
  return clauses.flatMap((clause, index) => {
    const mistake = (key: string, expected: string, found: string): Mistake => ({
      file: 'clauses',
      pointer: `/clauses/${index}${key}`,
      expected,
      found,
    });
    return [
      ...(clause.feature === '' ? [mistake('', `'feature', because no feature's 'clauses' begin ${clause.id}`, 'none')] : []),
      ...statusRules(clause, mistake),
      ...needsRules(clause, operations, mistake),
      ...sourceRules(clause, mistake),
    ];
  });
}

/** What features have of clauses: beginnings of ids that are there, each in one feature. */
function featureRules({ features, clauses }: DocumentSpec): readonly Mistake[] {
  const seen = new Set<string>();
  return features.flatMap(({ clauses: own = [] }, index) =>
    own.flatMap((beginning, at): readonly Mistake[] => {
      const again = seen.has(beginning);
      seen.add(beginning);
      const isThere = clauses.some(({ id }) => beginsWith(id, beginning));
      const expected = again ? 'a beginning that no other row has' : "the beginning of a clause's id";
      return isThere && !again
        ? []
        : [{ file: 'clauses', pointer: `/features/${index}/clauses/${at}`, expected, found: `'${beginning}'${again ? ' again' : ''}` }];
    }),
  );
}

type Complain = (key: string, expected: string, found: string) => Mistake;

function statusRules({ status, reason, filledBy, id }: Clause, mistake: Complain): readonly Mistake[] {
  if (status === 'unspecified') return filledBy === undefined ? [mistake('', `'filledBy', because ${id} is unspecified`, 'none')] : [];
  const unreasoned = (status === 'informative' || status === 'reference-only') && reason === undefined;
  return [
    ...(unreasoned ? [mistake('', `'reason', because ${id} is ${status}`, 'none')] : []),
    ...(filledBy === undefined ? [] : [mistake('/filledBy', `no 'filledBy', because ${id} is ${status}`, filledBy.join(', '))]),
  ];
}

/** A binding is needed for what the document leaves open, and for nothing else. */
function needsRules({ needs = [] }: Clause, operations: ReadonlyMap<string, OperationRow>, mistake: Complain): readonly Mistake[] {
  return needs.flatMap((name, at) => {
    const operation = operations.get(name);
    return operation === undefined || isOpen(operation)
      ? []
      : [mistake(`/needs/${at}`, 'an operation that the document leaves open', `'${name}', which it shows whole`)];
  });
}

function sourceRules({ source: { heading, line, item, row, table, sentence } }: Clause, mistake: Complain): readonly Mistake[] {
  const kinds = Object.entries({ heading, line, item, row }).flatMap(([kind, value]) => (value === undefined ? [] : [kind]));
  return [
    ...(kinds.length === 1
      ? []
      : [mistake('/source', 'exactly one of heading, line, item and row', kinds.length === 0 ? 'none' : kinds.join(' and '))]),
    ...(table !== undefined && row === undefined
      ? [mistake('/source/table', "'table' with 'row' only", `it with ${kinds.join(' and ')}`)]
      : []),
    ...(sentence !== undefined && line === undefined && item === undefined
      ? [mistake('/source/sentence', "'sentence' with 'line' or 'item' only", `it with ${kinds.join(' and ')}`)]
      : []),
  ];
}

/** What rows of probes and families must have beside what their schemas demand. */
function rowRules({ probes, families, states, resources }: DocumentSpec): readonly Mistake[] {
  const { uses = [], deadlines = [], concurrent = [] } = families;
  return [
    ...states.machines.flatMap(({ id, transitions }, index) => inherited('states', id, transitions, `/machines/${index}/transitions`)),
    ...resources.resources.flatMap(({ name, fields }, index) => inherited('resources', name, fields, `/resources/${index}/fields`)),
    ...probes.probes.flatMap(({ steps }, index) => stepRules('probes', steps, `/probes/${index}/steps`)),
    ...uses.flatMap(({ prepare = [] }, index) => stepRules('families', prepare, `/uses/${index}/prepare`)),
    ...deadlines.flatMap(({ until }, index) => oneEnd('families', until, `/deadlines/${index}/until`)),
    ...concurrent.flatMap((row, index) => raceRules(row, `/concurrent/${index}`)),
  ];
}

/** Rows that take their clauses from what holds them. */
function inherited(
  file: FileKey,
  holder: string,
  rows: readonly { readonly clauses: readonly string[] }[],
  list: string,
): readonly Mistake[] {
  return rows.flatMap(({ clauses }, at) =>
    clauses.length > 0 ? [] : [{ file, pointer: `${list}/${at}`, expected: `'clauses', because ${holder} has none`, found: 'none' }],
  );
}

function stepRules(file: FileKey, steps: readonly Step[], pointer: string): readonly Mistake[] {
  return steps.flatMap(({ until }, index) => (until === undefined ? [] : oneEnd(file, until, `${pointer}/${index}/until`)));
}

function oneEnd(file: FileKey, { moment, duration }: Until, pointer: string): readonly Mistake[] {
  if ((moment === undefined) !== (duration === undefined)) return [];
  return [{ file, pointer, expected: "either 'moment' or 'duration'", found: moment === undefined ? 'none' : 'both' }];
}

function raceRules({ beside, own, expect, distinct, afterwards }: ConcurrencyRow, pointer: string): readonly Mistake[] {
  const mistake = (expected: string, found: string): Mistake => ({ file: 'families', pointer, expected, found });
  const isSilent = [expect, distinct, afterwards, beside?.expect].every((one) => one === undefined);
  return [
    ...(beside !== undefined && own !== undefined ? [mistake("'beside' or 'own'", 'both')] : []),
    ...(isSilent ? [mistake("'expect', 'distinct' or 'afterwards'", 'none')] : []),
  ];
}

/** Ids that two rows of a document share. */
function duplicates(spec: DocumentSpec): readonly Mistake[] {
  const { clauses, features, resources, endpoints, states, providerStates, probes, families } = spec;
  const transitions = states.machines.flatMap((machine, index) =>
    machine.transitions.map(({ id }, at) => ({ id, pointer: `/machines/${index}/transitions/${at}/id` })),
  );
  return [
    ...repeated('clauses', rows(clauses, '/clauses')),
    ...repeated('clauses', rows(features, '/features')),
    ...repeated('resources', named(resources.resources, '/resources')),
    ...repeated('resources', rows(resources.rules, '/rules')),
    ...repeated('endpoints', rows(endpoints.operations, '/operations')),
    ...repeated('states', rows(states.machines, '/machines')),
    ...repeated('states', transitions),
    ...repeated('providerStates', named(providerStates.states, '/states')),
    ...repeated('providerStates', named(providerStates.acts, '/acts')),
    ...repeated('probes', rows(probes.probes, '/probes')),
    ...Object.entries(families).flatMap(([key, list]) => repeated('families', rows(list, `/${key}`))),
    ...probes.probes.flatMap(({ sizes }, index) => repeated('probes', rows(sizes, `/probes/${index}/sizes`))),
  ];
}

interface Row {
  readonly id: string;
  readonly pointer: string;
}

function rows(all: readonly { readonly id: string }[] | undefined, list: string): readonly Row[] {
  return (all ?? []).map(({ id }, index) => ({ id, pointer: `${list}/${index}/id` }));
}

function named(all: readonly { readonly name: string }[], list: string): readonly Row[] {
  return all.map(({ name }, index) => ({ id: name, pointer: `${list}/${index}/name` }));
}

function repeated(file: FileKey, all: readonly Row[]): readonly Mistake[] {
  const seen = new Set<string>();
  return all.flatMap(({ id, pointer }) => {
    const known = seen.has(id);
    seen.add(id);
    return known ? [{ file, pointer, expected: 'an id that no other row has', found: `'${id}' again` }] : [];
  });
}
