import { expect, test } from 'vitest';
import { doorSpec, KNOCK_BINDING, sampleProfile, sampleSpecs } from '../profile/profile-fixtures.ts';
import type { ProbeRow } from '../model/types.ts';
import { familyPlans } from './family-plans.ts';
import { fitToDepth } from './fit-depth.ts';
import { planDocument } from './plan.ts';

const probe = (id: string, more: Partial<ProbeRow>): ProbeRow => ({
  id,
  about: id,
  steps: [{ call: 'getDoor', with: { id: '1' }, expect: [{ clauses: ['doors.a'], status: [200] }] }],
  ...more,
});
const place = (name: string): Partial<ProbeRow> => ({ adds: true, family: { name, place: 'door' } });

const spec = doorSpec({
  probes: [
    probe('own', {}),
    probe('added', { adds: true }),
    probe('guard-1', place('guards')),
    probe('guard-2', place('guards')),
    probe('repetition-1', place('repetition')),
    probe('repetition-2', { ...place('repetition'), adds: ['doors.b'] }),
  ],
});
const profile = sampleProfile({ bindings: { knock: KNOCK_BINDING } });
const whole = planDocument(sampleSpecs(spec), spec, profile, {});

test('quick keeps the tours, what no other stands in for, and the first place of each family', () => {
  const { cases, omissions } = fitToDepth(whole, profile, 'quick');
  const ids = cases.map(({ id }) => id);
  const tours = whole.cases.map(({ id }) => id).filter((id) => id.startsWith('tour/'));
  expect(ids).toEqual([...tours, 'probe/own', 'probe/guard-1', 'probe/repetition-1', 'probe/repetition-2']);
  expect(omissions).toEqual(whole.omissions);
});

test('standard and thorough plan every case', () => {
  expect([fitToDepth(whole, profile, undefined), fitToDepth(whole, profile, 'thorough')]).toEqual([whole, whole]);
});

test('a probe all of whose steps a planned one takes as well is left out, and its place is planned all the same', () => {
  const place = 'door/read';
  const including = doorSpec({
    probes: [
      probe('at-once', { family: { name: 'durability', place } }),
      probe('later', { family: { name: 'durability', place: `${place}/later`, includes: place } }),
      probe('of-another-family', { family: { name: 'repetition', place } }),
    ],
  });
  const both = planDocument(sampleSpecs(including), including, profile, {});
  const fitted = fitToDepth(both, profile, undefined);
  const alone = { ...both, cases: both.cases.filter(({ id }) => id !== 'probe/later') };
  const probes = ({ cases }: typeof both): readonly string[] => cases.map(({ id }) => id).filter((id) => id.startsWith('probe/'));
  expect([probes(fitted), probes(fitToDepth(alone, profile, undefined))]).toEqual([
    ['probe/later', 'probe/of-another-family'],
    ['probe/at-once', 'probe/of-another-family'],
  ]);
  expect(familyPlans([fitted])).toMatchObject([
    { name: 'repetition', places: 1, planned: 1 },
    { name: 'durability', places: 2, planned: 2 },
  ]);
  expect(fitted.omissions).toEqual(both.omissions);
});
