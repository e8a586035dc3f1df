import { referencesIn } from '../families/rewrite.ts';
import { usesOf } from '../families/uses.ts';
import type { DocumentSpec, UseRow } from '../types.ts';
import type { Reference } from './mistake.ts';
import type { DefinedNames } from './names.ts';
import { expectationReferences, givenReferences, stepReferences } from './step-references.ts';

/** Names in families.yaml that must be defined in another row. */
export function* familyReferences(spec: DocumentSpec, names: DefinedNames): Generator<Reference> {
  const { uses = [], nearMisses = [] } = spec.families;
  const all = usesOf(spec);
  for (const [index, { step, ...use }] of uses.entries()) {
    yield* preparationReferences(use, `/uses/${index}`, names);
    yield* stepReferences('families', step, `/uses/${index}/step`, names);
  }
  for (const [index, { use, secret, expect, others = [] }] of nearMisses.entries()) {
    const pointer = `/nearMisses/${index}`;
    yield {
      file: 'families',
      pointer: `${pointer}/use`,
      what: 'a use of families.yaml or an example of endpoints.yaml',
      name: use,
      known: new Set(all.keys()),
    };
    const step = all.get(use)?.step;
    if (step !== undefined)
      yield {
        file: 'families',
        pointer: `${pointer}/secret`,
        what: `a reference that '${use}' sends`,
        name: secret,
        known: new Set(referencesIn([step.with, step.headers, step.query])),
      };
    for (const [at, one] of expect.entries()) yield* expectationReferences('families', one, `${pointer}/expect/${at}`, names);
    for (const [at, { expect: own = [], ...other }] of others.entries()) {
      yield* preparationReferences(other, `${pointer}/others/${at}`, names);
      for (const [which, one] of own.entries())
        yield* expectationReferences('families', one, `${pointer}/others/${at}/expect/${which}`, names);
    }
  }
}

function* preparationReferences(
  { given = [], prepare = [] }: Partial<Pick<UseRow, 'given' | 'prepare'>>,
  pointer: string,
  names: DefinedNames,
): Generator<Reference> {
  for (const [at, one] of given.entries()) yield* givenReferences('families', one, `${pointer}/given/${at}`, names);
  for (const [at, one] of prepare.entries()) yield* stepReferences('families', one, `${pointer}/prepare/${at}`, names);
}
