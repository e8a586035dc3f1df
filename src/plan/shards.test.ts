import { expect, test } from 'vitest';
import { doorSpec, sampleProfile, sampleSpecs } from '../profile/profile-fixtures.ts';
import type { PublicProfile } from '../profile/profile.ts';
import { planDocument, type DocumentPlan } from './plan.ts';
import { partOf, placeUnits } from './shards.ts';

const spec = doorSpec();
const profile = sampleProfile();
const plan = planDocument(sampleSpecs(spec), spec, profile, {}, 1, 6);
const ids = ({ cases, walks }: DocumentPlan): readonly string[] => [...cases, ...walks].map(({ id }) => id);

/** The door's accounts: each a shut one, of these kins. */
function withAccounts(kins: readonly number[]): PublicProfile {
  const accounts = kins.map((kin) => ({ place: `accounts.yaml:${kin}`, state: 'a shut door', params: {}, consumable: false, kin }));
  return { ...profile, sources: [{ kind: 'accounts', key: 'providerStates.0', cost: 0, file: 'accounts.yaml', accounts, spent: [] }] };
}

test('the parts of a plan are the plan, each case and walk once, in its order; only the first tells what is left out', () => {
  const units = placeUnits([plan], profile, 3);
  const parts = [1, 2, 3].map((number) => partOf(plan, profile, units, { number, of: 3 }));
  expect(units.map(({ id }) => id)).toEqual(ids(plan));
  expect(parts.map(ids)).toEqual([1, 2, 3].map((number) => units.flatMap(({ id, shard }) => (shard === number ? [id] : []))));
  expect(parts.map(({ omissions }) => omissions)).toEqual([plan.omissions, [], []]);
  const sum = (count: (part: DocumentPlan) => number): number => parts.reduce((total, part) => total + count(part), 0);
  for (const purpose of ['tour', 'readBack', 'probes', 'pagination', 'walks'] as const)
    expect(sum(({ requests }) => requests[purpose])).toBe(plan.requests[purpose]);
  expect(parts.every(({ requests }) => requests.lowerBound <= requests.tour)).toBe(true);
});

test('whatever may use the same prepared account is driven by one shard', () => {
  const shards = new Set(placeUnits([plan], withAccounts([1, 2]), 4).map(({ shard }) => shard));
  const apart = new Set(placeUnits([plan], profile, 4).map(({ shard }) => shard));
  expect([shards.size, apart.size]).toEqual([1, 4]);
});

test('a single shard is the whole', () => {
  expect(partOf(plan, profile, placeUnits([plan], profile, 1), { number: 1, of: 1 })).toEqual(plan);
});
