import { referencesIn } from '../families/rewrite.ts';
import { usesOf } from '../families/uses.ts';
import { pointerSegment } from '../pointer.ts';
import type { DocumentSpec, Expectation, Given, Step, UseRow } from '../types.ts';
import { FileReferences } from './file-references.ts';
import type { Reference } from './mistake.ts';
import type { DefinedNames } from './names.ts';

/** What rows of families.yaml have in common: under one key stands the same in all of them. */
interface FamilyRow {
  readonly given?: readonly Given[];
  readonly prepare?: readonly Step[];
  readonly step?: Step;
  readonly caller?: string;
  readonly uses?: readonly string[];
  readonly use?: string;
  readonly from?: string;
  readonly between?: readonly Step[];
  readonly renewed?: readonly Step[];
  readonly another?: readonly Step[];
  readonly settle?: readonly Step[];
  readonly read?: Step;
  readonly beside?: Step;
  readonly afterwards?: readonly Step[];
  readonly broken?: readonly Expectation[];
  readonly kept?: readonly Expectation[];
  readonly before?: readonly Expectation[];
  readonly after?: readonly Expectation[];
  readonly met?: readonly Expectation[];
  readonly expect?: readonly Expectation[];
  readonly unchanged?: readonly Expectation[];
}

/** Names in families.yaml that must be defined in another row. */
export function* familyReferences(spec: DocumentSpec, names: DefinedNames): Generator<Reference> {
  const file = new FileReferences('families', names);
  const uses = usesOf(spec);
  for (const [family, rows] of Object.entries(spec.families))
    for (const [index, row] of rows.entries()) yield* rowReferences(file, row, `/${family}/${index}`, uses);
  yield* ownReferences(file, spec, uses);
}

function* rowReferences(file: FileReferences, row: FamilyRow, pointer: string, all: Uses): Generator<Reference> {
  const { caller, uses, use, from, between, renewed, another, settle, read, beside, afterwards } = row;
  const { broken, kept, before, after, met, expect, unchanged } = row;
  yield* file.asked(row, pointer);
  yield* file.callers(`${pointer}/caller`, caller);
  for (const [key, named] of Object.entries({ uses, use, from })) yield* useReferences(file, `${pointer}/${key}`, named, all);
  for (const [key, steps] of Object.entries({ between, renewed, another, settle, afterwards }))
    yield* file.steps(steps, `${pointer}/${key}`);
  for (const [key, step] of Object.entries({ read, beside })) if (step !== undefined) yield* file.step(step, `${pointer}/${key}`);
  for (const [key, expectations] of Object.entries({ broken, kept, before, after, met, expect, unchanged }))
    yield* file.expectations(expectations, `${pointer}/${key}`);
}

/** What only one family has. */
function* ownReferences(file: FileReferences, { families }: DocumentSpec, all: Uses): Generator<Reference> {
  const { nearMisses = [], guards = [], policies = [], isolations = [], stateOperations = [], deletions = [] } = families;
  const { roundTrips = [], enumerations = [] } = families;
  function* sent(pointer: string, use: string, name: string): Generator<Reference> {
    const step = all.get(use)?.step;
    if (step === undefined) return;
    const known = new Set(referencesIn([step.with, step.headers, step.query]));
    yield* file.named(pointer, `a reference that '${use}' sends`, name, known);
  }
  function* parameter(pointer: string, use: string, name: string): Generator<Reference> {
    const args = all.get(use)?.step.with;
    if (args !== undefined) yield* file.named(pointer, `a parameter that '${use}' sends`, name, new Set(Object.keys(args)));
  }
  for (const [index, { use, secret, others = [], twice = [] }] of nearMisses.entries()) {
    yield* sent(`/nearMisses/${index}/secret`, use, secret);
    for (const [at, other] of others.entries()) yield* rowReferences(file, other, `/nearMisses/${index}/others/${at}`, all);
    for (const [at, again] of twice.entries()) yield* rowReferences(file, again, `/nearMisses/${index}/twice/${at}`, all);
  }
  for (const [index, { uses, instead = {}, without = [] }] of guards.entries())
    for (const use of uses) {
      for (const from of Object.keys(instead)) yield* sent(`/guards/${index}/instead/${pointerSegment(from)}`, use, from);
      const known = new Set(Object.keys(all.get(use)?.step.with ?? {}));
      if (all.has(use)) yield* file.named(`/guards/${index}/without`, `a parameter that '${use}' sends`, without, known);
    }
  for (const [index, { uses, value }] of policies.entries()) for (const use of uses) yield* sent(`/policies/${index}/value`, use, value);
  const guardIds = new Set(guards.map(({ id }) => id));
  for (const [index, { guard }] of isolations.entries())
    yield* file.named(`/isolations/${index}/guard`, 'a guard of families.yaml', guard, guardIds);
  for (const [index, { from, subject, offers, omits }] of stateOperations.entries()) {
    yield* sent(`/stateOperations/${index}/subject`, from, subject);
    yield* file.operations(`/stateOperations/${index}/offers`, offers);
    yield* file.operations(`/stateOperations/${index}/omits`, omits);
  }
  for (const [index, { call, names, with: args = {}, uses = [], omits }] of deletions.entries()) {
    const pointer = `/deletions/${index}`;
    yield* file.step({ call, with: args }, pointer);
    const parameters = file.names.parameters.get(call);
    if (parameters !== undefined) yield* file.named(`${pointer}/names`, `a parameter of ${call}`, names, parameters);
    for (const use of uses) yield* parameter(`${pointer}/names`, use, names);
    yield* useReferences(file, `${pointer}/omits`, omits, all);
  }
  for (const [family, rows] of Object.entries({ roundTrips, enumerations }))
    for (const [index, { use, argument }] of rows.entries()) yield* parameter(`/${family}/${index}/argument`, use, argument);
}

type Uses = ReadonlyMap<string, UseRow>;

function useReferences(
  file: FileReferences,
  pointer: string,
  named: string | readonly string[] | undefined,
  all: Uses,
): Generator<Reference> {
  return file.named(pointer, 'a use of families.yaml or an example of endpoints.yaml', named, new Set(all.keys()));
}
