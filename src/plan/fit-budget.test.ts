import fc from 'fast-check';
import { expect, test } from 'vitest';
import { affordable } from '../profile/budget.ts';
import { doorSpec, KNOCK_BINDING, sampleProfile, sampleSpecs } from '../profile/profile-fixtures.ts';
import type { Limits } from '../profile/profile.ts';
import type { ProbeRow } from '../model/types.ts';
import { fitToBudget } from './fit-budget.ts';
import { planDocument, plannedRequests, type DocumentPlan } from './plan.ts';

const probe = (id: string, requests: number, ...clauses: [string, ...string[]]): ProbeRow => ({
  id,
  about: id,
  steps: [
    ...Array.from({ length: requests - 1 }, () => ({ call: 'getDoor', with: { id: '1' } })),
    { call: 'getDoor', with: { id: '1' }, expect: [{ clauses, status: [200] }] },
  ],
});

const spec = doorSpec({
  probes: [probe('dear', 4, 'doors.dear'), probe('rich', 4, 'doors.a', 'doors.b'), probe('cheap', 1, 'doors.cheap')],
});
const profile = sampleProfile({ bindings: { knock: KNOCK_BINDING } });
const whole = planDocument(sampleSpecs(spec), spec, profile, {});

function fit(limits: Partial<Limits>, reserved = 0): DocumentPlan {
  const [plan] = fitToBudget([whole], profile, { ...profile.limits, ...limits }, reserved);
  if (plan === undefined) throw new Error('one plan gives one plan');
  return plan;
}

const ids = ({ cases }: DocumentPlan): readonly string[] => cases.map(({ id }) => id);
const total = plannedRequests([whole]);

test('a plan within its budget stays as it is', () => {
  expect(fit({ requests: total })).toBe(whole);
  expect(fit({ requests: total }, 1)).not.toBe(whole);
});

test('tours come first, then what judges most for a request; the rest is left out for its key', () => {
  const plan = fit({ requests: total - 4 });
  expect(ids(plan)).toEqual(['tour/door/1', 'tour/door/2', 'tour/door/3', 'tour/door/4', 'probe/rich', 'probe/cheap']);
  expect(plan.omissions).toEqual([
    {
      row: 'probe:dear',
      clauses: ['doors.dear'],
      why: `budget.requests (${total - 4}) does not suffice for it`,
      blame: 'config',
      key: 'budget.requests',
    },
  ]);
});

test('of a tour that is left out, only what no other shows is open', () => {
  const plan = fit({ requests: total - 10 });
  expect(plan.cases.some(({ id }) => id === 'tour/door/4')).toBe(false);
  expect(plan.omissions.map(({ row }) => row)).toEqual(['transition:knock@SHUT', 'probe:dear', 'probe:rich']);
});

test('time is what lacks where the pace is slow', () => {
  const plan = fit({ perSecond: 0.5, durationMs: 3_000 });
  expect([ids(plan), plan.omissions[0]?.why, plan.omissions[0]?.key]).toEqual([
    ['tour/door/2', 'probe/cheap'],
    'budget.duration (3 s at 0.5 a second) does not suffice for it',
    'budget.duration',
  ]);
});

test('what is not driven is not counted', () => {
  expect(fit({ requests: 2 }).requests).toEqual({ tour: 1, readBack: 0, probes: 1, pagination: 0, walks: 0, lowerBound: 1 });
});

test('for any budget: within it, nothing left out that a kept case shows, and every row either kept or left out', () => {
  const rowsOf = (cases: DocumentPlan['cases']): ReadonlySet<string> =>
    new Set(cases.flatMap(({ steps }) => steps.map(({ place }) => place.row)));
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: total + 3 }),
      fc.constantFrom(0.5, 2, Infinity),
      fc.integer({ min: 0, max: 5 }),
      (requests, perSecond, reserved) => {
        const limits = { ...profile.limits, requests, perSecond, durationMs: 6_000 };
        const plan = fit(limits, reserved);
        const kept = rowsOf(plan.cases);
        const left = new Set(plan.omissions.map(({ row }) => row));
        expect(plannedRequests([plan])).toBeLessThanOrEqual(Math.max(0, affordable(limits).requests - reserved));
        expect([...left].filter((row) => kept.has(row))).toEqual([]);
        expect(new Set([...kept, ...left])).toEqual(rowsOf(whole.cases));
      },
    ),
  );
});

test('walks get what tours and probes leave over, in turns from document to document', () => {
  const one = planDocument(sampleSpecs(spec), spec, profile, {}, 1, 6);
  const other = planDocument(sampleSpecs(spec), spec, profile, {}, 2, 6);
  const walking = one.requests.walks + other.requests.walks;
  const kept = (spare: number): readonly (readonly number[])[] =>
    fitToBudget([one, other], profile, { ...profile.limits, requests: total * 2 + walking - spare }).map(({ cases, walks, requests }) => [
      cases.length - whole.cases.length,
      walks.length,
      Math.sign(requests.walks),
    ]);
  expect([kept(0), kept(1), kept(walking)]).toEqual([
    [
      [0, 6, 1],
      [0, 6, 1],
    ],
    [
      [0, 6, 1],
      [0, 5, 1],
    ],
    [
      [0, 0, 0],
      [0, 0, 0],
    ],
  ]);
});
