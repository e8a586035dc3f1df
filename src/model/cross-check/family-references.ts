import { referencesIn } from '../families/rewrite.ts';
import { usesOf } from '../families/uses.ts';
import { pointerSegment } from '../pointer.ts';
import type {
  ConcurrencyRow,
  DeletionRow,
  DocumentSpec,
  GuardRow,
  IsolationRow,
  RoundTripRow,
  StateOperationsRow,
  UseRow,
} from '../types.ts';
import type { Reference } from './mistake.ts';
import type { DefinedNames } from './names.ts';
import { expectationReferences, givenReferences, stepReferences } from './step-references.ts';

/** Names in families.yaml that must be defined in another row. */
export function* familyReferences(spec: DocumentSpec, names: DefinedNames): Generator<Reference> {
  const {
    uses = [],
    nearMisses = [],
    guards = [],
    repetitions = [],
    policies = [],
    isolations = [],
    stateOperations = [],
    deletions = [],
    durability = [],
    deadlines = [],
    concurrent = [],
    roundTrips = [],
    enumerations = [],
  } = spec.families;
  const all = usesOf(spec);
  for (const [index, { step, ...use }] of uses.entries()) {
    yield* preparationReferences(use, `/uses/${index}`, names);
    yield* stepReferences('families', step, `/uses/${index}/step`, names);
  }
  for (const [index, { use, secret, expect, others = [] }] of nearMisses.entries()) {
    const pointer = `/nearMisses/${index}`;
    yield useReference(`${pointer}/use`, use, all);
    const step = all.get(use)?.step;
    if (step !== undefined) yield sentReference(`${pointer}/secret`, use, secret, step);
    for (const [at, one] of expect.entries()) yield* expectationReferences('families', one, `${pointer}/expect/${at}`, names);
    for (const [at, { expect: own = [], ...other }] of others.entries()) {
      yield* preparationReferences(other, `${pointer}/others/${at}`, names);
      for (const [which, one] of own.entries())
        yield* expectationReferences('families', one, `${pointer}/others/${at}/expect/${which}`, names);
    }
  }
  for (const [index, guard] of guards.entries()) yield* guardReferences(guard, `/guards/${index}`, all, names);
  for (const [index, { uses: ids, expect }] of repetitions.entries()) {
    for (const [at, id] of ids.entries()) yield useReference(`/repetitions/${index}/uses/${at}`, id, all);
    for (const [at, one] of expect.entries()) yield* expectationReferences('families', one, `/repetitions/${index}/expect/${at}`, names);
  }
  for (const [index, { uses: ids, value, broken, kept = [] }] of policies.entries()) {
    for (const [at, id] of ids.entries()) {
      yield useReference(`/policies/${index}/uses/${at}`, id, all);
      const step = all.get(id)?.step;
      if (step !== undefined) yield sentReference(`/policies/${index}/value`, id, value, step);
    }
    for (const [at, one] of broken.entries()) yield* expectationReferences('families', one, `/policies/${index}/broken/${at}`, names);
    for (const [at, one] of kept.entries()) yield* expectationReferences('families', one, `/policies/${index}/kept/${at}`, names);
  }
  for (const [index, isolation] of isolations.entries()) yield* isolationReferences(isolation, `/isolations/${index}`, guards, all, names);
  for (const [index, row] of stateOperations.entries()) yield* stateOperationsReferences(row, `/stateOperations/${index}`, spec, names);
  for (const [index, deletion] of deletions.entries()) yield* deletionReferences(deletion, `/deletions/${index}`, spec, names);
  for (const [index, { uses: ids, between = [], renewed = [], expect, unchanged = [] }] of durability.entries()) {
    const pointer = `/durability/${index}`;
    for (const [at, id] of ids.entries()) yield useReference(`${pointer}/uses/${at}`, id, all);
    for (const [at, one] of between.entries()) yield* stepReferences('families', one, `${pointer}/between/${at}`, names);
    for (const [at, one] of renewed.entries()) yield* stepReferences('families', one, `${pointer}/renewed/${at}`, names);
    for (const [at, one] of expect.entries()) yield* expectationReferences('families', one, `${pointer}/expect/${at}`, names);
    for (const [at, one] of unchanged.entries()) yield* expectationReferences('families', one, `${pointer}/unchanged/${at}`, names);
  }
  for (const [index, { uses: ids, prepare = [], before = [], after = [] }] of deadlines.entries()) {
    const pointer = `/deadlines/${index}`;
    for (const [at, id] of ids.entries()) yield useReference(`${pointer}/uses/${at}`, id, all);
    yield* preparationReferences({ prepare }, pointer, names);
    for (const [at, one] of before.entries()) yield* expectationReferences('families', one, `${pointer}/before/${at}`, names);
    for (const [at, one] of after.entries()) yield* expectationReferences('families', one, `${pointer}/after/${at}`, names);
  }
  for (const [index, row] of concurrent.entries()) yield* concurrencyReferences(row, `/concurrent/${index}`, all, names);
  for (const [index, row] of roundTrips.entries()) yield* writingReferences(row, `/roundTrips/${index}`, all, names);
  for (const [index, { given = [], expect = [], ...row }] of enumerations.entries()) {
    const pointer = `/enumerations/${index}`;
    yield* writingReferences(row, pointer, all, names);
    yield* preparationReferences({ given }, pointer, names);
    for (const [at, one] of expect.entries()) yield* expectationReferences('families', one, `${pointer}/expect/${at}`, names);
  }
}

/** A use that writes a value, and what shows it. */
function* writingReferences(
  { use, argument, read }: Pick<RoundTripRow, 'use' | 'argument' | 'read'>,
  pointer: string,
  all: ReadonlyMap<string, UseRow>,
  names: DefinedNames,
): Generator<Reference> {
  yield useReference(`${pointer}/use`, use, all);
  yield* stepReferences('families', read, `${pointer}/read`, names);
  const args = all.get(use)?.step.with;
  if (args !== undefined)
    yield {
      file: 'families',
      pointer: `${pointer}/argument`,
      what: `a parameter that '${use}' sends`,
      name: argument,
      known: new Set(Object.keys(args)),
    };
}

function* guardReferences(
  { uses, caller, instead = {}, without = [], expect, ...guard }: GuardRow,
  pointer: string,
  all: ReadonlyMap<string, UseRow>,
  names: DefinedNames,
): Generator<Reference> {
  yield* preparationReferences(guard, pointer, names);
  if (caller !== undefined)
    yield { file: 'families', pointer: `${pointer}/caller`, what: 'a caller of authentication.yaml', name: caller, known: names.callers };
  for (const [at, id] of uses.entries()) {
    yield useReference(`${pointer}/uses/${at}`, id, all);
    const step = all.get(id)?.step;
    if (step === undefined) continue;
    const args = new Set(Object.keys(step.with ?? {}));
    for (const from of Object.keys(instead)) yield sentReference(`${pointer}/instead/${pointerSegment(from)}`, id, from, step);
    for (const [which, name] of without.entries())
      yield { file: 'families', pointer: `${pointer}/without/${which}`, what: `a parameter that '${id}' sends`, name, known: args };
  }
  for (const [at, one] of expect.entries()) yield* expectationReferences('families', one, `${pointer}/expect/${at}`, names);
}

function* isolationReferences(
  { uses, guard, read, expect, ...isolation }: IsolationRow,
  pointer: string,
  guards: readonly GuardRow[],
  all: ReadonlyMap<string, UseRow>,
  names: DefinedNames,
): Generator<Reference> {
  yield* preparationReferences(isolation, pointer, names);
  yield* stepReferences('families', read, `${pointer}/read`, names);
  if (guard !== undefined)
    yield {
      file: 'families',
      pointer: `${pointer}/guard`,
      what: 'a guard of families.yaml',
      name: guard,
      known: new Set(guards.map(({ id }) => id)),
    };
  for (const [at, id] of uses.entries()) yield useReference(`${pointer}/uses/${at}`, id, all);
  for (const [at, one] of expect.entries()) yield* expectationReferences('families', one, `${pointer}/expect/${at}`, names);
}

function* stateOperationsReferences(
  { from, given = [], subject, offers, omits = [], expect }: StateOperationsRow,
  pointer: string,
  spec: DocumentSpec,
  names: DefinedNames,
): Generator<Reference> {
  const all = usesOf(spec);
  yield useReference(`${pointer}/from`, from, all);
  const step = all.get(from)?.step;
  if (step !== undefined) yield sentReference(`${pointer}/subject`, from, subject, step);
  for (const [key, operations] of Object.entries({ offers, omits }))
    for (const [at, name] of operations.entries())
      yield { file: 'families', pointer: `${pointer}/${key}/${at}`, what: 'an operation of endpoints.yaml', name, known: names.operations };
  yield* preparationReferences({ given }, pointer, names);
  for (const [at, one] of expect.entries()) yield* expectationReferences('families', one, `${pointer}/expect/${at}`, names);
}

function* deletionReferences(
  { call, names: named, with: args = {}, uses = [], omits = [], expect }: DeletionRow,
  pointer: string,
  spec: DocumentSpec,
  names: DefinedNames,
): Generator<Reference> {
  const all = usesOf(spec);
  yield* stepReferences('families', { call, with: args }, pointer, names);
  const parameters = names.parameters.get(call);
  if (parameters !== undefined)
    yield { file: 'families', pointer: `${pointer}/names`, what: `a parameter of ${call}`, name: named, known: parameters };
  for (const [at, id] of uses.entries()) {
    yield useReference(`${pointer}/uses/${at}`, id, all);
    const sent = all.get(id)?.step.with;
    if (sent !== undefined)
      yield {
        file: 'families',
        pointer: `${pointer}/names`,
        what: `a parameter that '${id}' sends`,
        name: named,
        known: new Set(Object.keys(sent)),
      };
  }
  for (const [at, id] of omits.entries()) yield useReference(`${pointer}/omits/${at}`, id, all);
  for (const [at, one] of expect.entries()) yield* expectationReferences('families', one, `${pointer}/expect/${at}`, names);
}

function* concurrencyReferences(
  { uses, beside, afterwards = [], expect = [], ...row }: ConcurrencyRow,
  pointer: string,
  all: ReadonlyMap<string, UseRow>,
  names: DefinedNames,
): Generator<Reference> {
  yield* preparationReferences(row, pointer, names);
  for (const [at, id] of uses.entries()) yield useReference(`${pointer}/uses/${at}`, id, all);
  if (beside !== undefined) yield* stepReferences('families', beside, `${pointer}/beside`, names);
  for (const [at, one] of afterwards.entries()) yield* stepReferences('families', one, `${pointer}/afterwards/${at}`, names);
  for (const [at, one] of expect.entries()) yield* expectationReferences('families', one, `${pointer}/expect/${at}`, names);
}

function sentReference(pointer: string, use: string, name: string, { with: args, headers, query }: UseRow['step']): Reference {
  return { file: 'families', pointer, what: `a reference that '${use}' sends`, name, known: new Set(referencesIn([args, headers, query])) };
}

function useReference(pointer: string, name: string, all: ReadonlyMap<string, UseRow>): Reference {
  return { file: 'families', pointer, what: 'a use of families.yaml or an example of endpoints.yaml', name, known: new Set(all.keys()) };
}

function* preparationReferences(
  { given = [], prepare = [] }: Partial<Pick<UseRow, 'given' | 'prepare'>>,
  pointer: string,
  names: DefinedNames,
): Generator<Reference> {
  for (const [at, one] of given.entries()) yield* givenReferences('families', one, `${pointer}/given/${at}`, names);
  for (const [at, one] of prepare.entries()) yield* stepReferences('families', one, `${pointer}/prepare/${at}`, names);
}
