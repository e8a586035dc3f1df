import { referencesIn } from '../families/rewrite.ts';
import { usesOf } from '../families/uses.ts';
import { pointerSegment } from '../pointer.ts';
import type { DeletionRow, DocumentSpec, GuardRow, StateOperationsRow, UseRow } from '../types.ts';
import { familyRows } from './family-rows.ts';
import type { PartedRow } from './family-rows.ts';
import type { Reference } from './mistake.ts';
import type { DefinedNames, Names } from './names.ts';
import { expectationReferences, givenReferences, stepReferences } from './step-references.ts';

/** Names in families.yaml that must be defined in another row. */
export function* familyReferences(spec: DocumentSpec, names: DefinedNames): Generator<Reference> {
  const all = usesOf(spec);
  for (const parted of familyRows(spec)) {
    yield* partReferences(parted, all, names);
    for (const inner of parted.inner) yield* partReferences(inner, all, names);
  }
  for (const [index, guard] of (spec.families.guards ?? []).entries()) yield* guardReferences(guard, `/guards/${index}`, all, names);
  const guards = new Set((spec.families.guards ?? []).map(({ id }) => id));
  for (const [index, { guard }] of (spec.families.isolations ?? []).entries())
    if (guard !== undefined) yield reference(`/isolations/${index}/guard`, 'a guard of families.yaml', guard, guards);
  for (const [index, row] of (spec.families.stateOperations ?? []).entries())
    yield* operationReferences(row, `/stateOperations/${index}`, names);
  for (const [index, row] of (spec.families.deletions ?? []).entries()) yield* deletionReferences(row, `/deletions/${index}`, all, names);
}

/** What the parts of a row name, whatever its list. */
function* partReferences(
  { row, pointer, uses, given, steps, expectations }: PartedRow,
  all: ReadonlyMap<string, UseRow>,
  names: DefinedNames,
): Generator<Reference> {
  for (const [at, one] of given) yield* givenReferences('families', one, at, names);
  for (const [at, one] of steps) yield* stepReferences('families', one, at, names);
  for (const [at, one] of expectations) yield* expectationReferences('families', one, at, names);
  for (const [at, id] of uses) {
    yield useReference(at, id, all);
    const step = all.get(id)?.step;
    if (step === undefined) continue;
    const sent = new Set(referencesIn([step.with, step.headers, step.query]));
    for (const [key, name] of Object.entries({
      ...('secret' in row ? { secret: row.secret } : {}),
      ...('subject' in row ? { subject: row.subject } : {}),
      ...('value' in row ? { value: row.value } : {}),
    }))
      yield reference(`${pointer}/${key}`, `a reference that '${id}' sends`, name, sent);
    if ('argument' in row) yield reference(`${pointer}/argument`, `a parameter that '${id}' sends`, row.argument, argumentsOf(step));
  }
}

function* guardReferences(
  { uses, caller, instead = {}, without = [] }: GuardRow,
  pointer: string,
  all: ReadonlyMap<string, UseRow>,
  names: DefinedNames,
): Generator<Reference> {
  if (caller !== undefined) yield reference(`${pointer}/caller`, 'a caller of authentication.yaml', caller, names.callers);
  for (const id of uses) {
    const step = all.get(id)?.step;
    if (step === undefined) continue;
    const sent = new Set(referencesIn([step.with, step.headers, step.query]));
    for (const from of Object.keys(instead))
      yield reference(`${pointer}/instead/${pointerSegment(from)}`, `a reference that '${id}' sends`, from, sent);
    for (const [at, name] of without.entries())
      yield reference(`${pointer}/without/${at}`, `a parameter that '${id}' sends`, name, argumentsOf(step));
  }
}

function* operationReferences({ offers, omits = [] }: StateOperationsRow, pointer: string, names: DefinedNames): Generator<Reference> {
  for (const [key, operations] of Object.entries({ offers, omits }))
    for (const [at, name] of operations.entries())
      yield reference(`${pointer}/${key}/${at}`, 'an operation of endpoints.yaml', name, names.operations);
}

function* deletionReferences(
  { call, names: named, with: args = {}, uses = [], omits = [] }: DeletionRow,
  pointer: string,
  all: ReadonlyMap<string, UseRow>,
  names: DefinedNames,
): Generator<Reference> {
  yield* stepReferences('families', { call, with: args }, pointer, names);
  const parameters = names.parameters.get(call);
  if (parameters !== undefined) yield reference(`${pointer}/names`, `a parameter of ${call}`, named, parameters);
  for (const id of uses) {
    const step = all.get(id)?.step;
    if (step !== undefined) yield reference(`${pointer}/names`, `a parameter that '${id}' sends`, named, argumentsOf(step));
  }
  for (const [at, id] of omits.entries()) yield useReference(`${pointer}/omits/${at}`, id, all);
}

function argumentsOf({ with: args = {} }: UseRow['step']): Names {
  return new Set(Object.keys(args));
}

function useReference(pointer: string, name: string, all: ReadonlyMap<string, UseRow>): Reference {
  return reference(pointer, 'a use of families.yaml or an example of endpoints.yaml', name, new Set(all.keys()));
}

function reference(pointer: string, what: string, name: string, known: Names): Reference {
  return { file: 'families', pointer, what, name, known };
}
