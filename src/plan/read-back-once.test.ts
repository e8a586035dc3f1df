import { expect, test } from 'vitest';
import { doorSpec, sampleProfile, sampleSpecs } from '../profile/profile-fixtures.ts';
import { withReadBacks } from './read-back-once.ts';
import { planDocument } from './plan.ts';

const spec = doorSpec();
const plan = planDocument(sampleSpecs(spec), spec, sampleProfile(), {}, 1, 5);

test('of all cases that ask for a state, in order, the first reads back whether it goes, and no other', () => {
  const { cases, walks } = withReadBacks(plan);
  const all = [...cases, ...walks.flatMap((walk) => walk.cases)];
  expect(all.filter(({ looks = [] }) => looks.length > 0).map(({ id, looks }) => [id, looks])).toEqual([[cases[0]?.id, ['a shut door']]]);
  expect(all.every(({ looks }) => looks !== undefined)).toBe(true);
});

test('nothing else about the plan changes', () => {
  const { cases } = withReadBacks(plan);
  expect(cases.map(({ looks: _looks, ...rest }) => rest)).toEqual(plan.cases);
});
