import { expect, test } from 'vitest';
import { doorSpec, sampleProfile, sampleSpecs } from '../profile/profile-fixtures.ts';
import { withReadBacks } from './read-back-once.ts';
import { planDocument } from './plan.ts';

const spec = doorSpec();
const plan = planDocument(sampleSpecs(spec), spec, sampleProfile(), {}, 1, 5);

test.each([
  ['ask for a state', 'a shut door'],
  ['call an operation', 'removeDoor'],
])('of all cases that %s, in order, the first reads back whether it or what it makes goes, and no other', (_asks, kind) => {
  const { cases, walks } = withReadBacks(plan);
  const all = [...cases, ...walks.flatMap((walk) => walk.cases)];
  const asking = all.filter(
    ({ given, steps }) => given.some(({ state }) => state === kind) || steps.some(({ step }) => step.call === kind),
  );
  expect(asking.length).toBeGreaterThan(1);
  expect(all.filter(({ looks = [] }) => looks.includes(kind)).map(({ id }) => id)).toEqual([asking[0]?.id]);
  expect(all.every(({ looks }) => looks !== undefined)).toBe(true);
});

test('nothing else about the plan changes', () => {
  const { cases } = withReadBacks(plan);
  expect(cases.map(({ looks: _looks, ...rest }) => rest)).toEqual(plan.cases);
});
