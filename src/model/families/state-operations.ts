import type { DocumentSpec, Given, ProbeRow, StateOperationsRow, Step, UseRow } from '../types.ts';
import { inWords, REFUSALS, type Family } from './family.ts';
import { mergedGiven } from './guards.ts';
import { holdsReference, referencesIn, withReference } from './rewrite.ts';
import { useNamed, usesOf } from './uses.ts';

/** What a state does not offer is not possible in it. */
export const stateOperations: Family = {
  name: 'state × operation',
  probesOf: (spec) =>
    (spec.families.stateOperations ?? []).flatMap((row) =>
      operationsElsewhere(spec, row).map((use) => ({ place: `${row.id}/${use.step.call ?? use.id}`, probe: probeOf(spec, row, use) })),
    ),
};

/** For each operation that goes on from a state, but for those that the row leaves out, the first use. */
function operationsElsewhere(spec: DocumentSpec, { subject, offers, omits = [] }: StateOperationsRow): readonly UseRow[] {
  const goingOn = [...usesOf(spec).values()].filter(({ step }) => holdsReference(step, subject));
  const left = [...offers, ...omits];
  return goingOn.filter(
    ({ step: { call = '' } }, index) => !left.includes(call) && goingOn.findIndex(({ step }) => step.call === call) === index,
  );
}

function probeOf(spec: DocumentSpec, row: StateOperationsRow, { needs = [], permissions = [], step }: UseRow): ProbeRow {
  const from = useNamed(spec, row.from);
  const given = mergedGiven(from.given ?? [], row.given ?? []);
  const { prepare = [] } = from;
  const words = `${step.call ?? ''} ${row.about}`;
  const allNeeds = [...new Set([...(from.needs ?? []).filter((need) => need !== from.step.call), ...needs])];
  const allPermissions = [...new Set([...(from.permissions ?? []), ...permissions])];
  return {
    id: `state-operation.${row.id}.${step.call ?? ''}`,
    about: words,
    given,
    ...(allNeeds.length === 0 ? {} : { needs: allNeeds }),
    ...(allPermissions.length === 0 ? {} : { permissions: allPermissions }),
    steps: [...prepare, ...attempt(row, withKnownData(spec, given, prepare, step), words)],
  };
}

/** The request, and where it is one with an effect that can be read, the reading after a refusal. */
function attempt({ expect, refused }: StateOperationsRow, step: Step, words: string): readonly Step[] {
  const tried = { ...step, expect: expect.map((one) => inWords(one, words)) };
  if (refused === undefined || !refused.calls.includes(step.call ?? '')) return [tried];
  return [
    { ...tried, id: 'tried' },
    {
      ...refused.read,
      when: { '$tried.status': REFUSALS },
      expect: refused.expect.map((one) => inWords(one, `after a refusal of ${words}`)),
    },
  ];
}

/** The request, with the datum of another provider state for what is not there in this one, and a fresh value for what is in none. */
function withKnownData({ providerStates }: DocumentSpec, given: readonly Given[], prepare: readonly Step[], step: Step): Step {
  const known = given.flatMap(({ as = 'user', state }) => {
    const { data = {} } = providerStates.states.find(({ name }) => name === state) ?? {};
    return Object.entries(data).flatMap(([name, { required }]) => (required === true ? [`$${as}.${name}`] : []));
  });
  const always = new Set(['fresh', 'credentials', ...prepare.flatMap(({ id }) => id ?? [])]);
  const missing = referencesIn(step).filter((one) => !known.includes(one) && !always.has(partsOf(one)[0]));
  return missing.reduce(
    (changed, one) => withReference(changed, one, known.find((other) => partsOf(other)[1] === partsOf(one)[1]) ?? '$fresh.id'),
    step,
  );
}

function partsOf(reference: string): readonly [alias: string, datum: string] {
  const [alias = '', datum = ''] = reference.slice(1).split('.');
  return [alias, datum];
}
