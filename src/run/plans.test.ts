import { expect, test } from 'vitest';
import { loadSpecs } from '../model/load.ts';
import type { Selection } from '../model/types.ts';
import { plansFor } from './plans.ts';
import { profileToPlan } from './profile-to-plan.ts';
import { profileFile } from './targets.ts';

test('no more random walks are planned than the budget has requests', () => {
  const specs = loadSpecs();
  const profile = profileToPlan(profileFile('mock'), specs, {});
  const tight = { ...profile, limits: { ...profile.limits, requests: 30 } };
  const planned = (walks: number): string =>
    JSON.stringify([...plansFor(specs, tight, { seed: 1, selection: { documents: ['authentication'] }, walks }).values()]);
  expect(planned(Number.MAX_SAFE_INTEGER)).toBe(planned(30));
});

test('of a clause that no step names a quick run drives few cases, and what a profile promises is driven', () => {
  const specs = loadSpecs();
  const profile = profileToPlan(profileFile('mock'), specs, {});
  const cases = (clauses: string, depth: 'quick' | 'standard' = 'quick'): number =>
    [...plansFor(specs, profile, { seed: 1, selection: { clauses }, walks: 0, depth }).values()].reduce(
      (sum, plan) => sum + plan.cases.length,
      0,
    );
  expect(cases('authn.errors.body')).toBe(5);
  expect(cases('authn.errors.body', 'standard')).toBeGreaterThan(100);
  expect(cases('authn.transitions.skip')).toBe(1);
});

test('documents of which nothing is asked for are not planned', () => {
  const specs = loadSpecs();
  const profile = profileToPlan(profileFile('mock'), specs, {});
  const planned = (selection: Selection): readonly string[] => [...plansFor(specs, profile, { seed: 1, selection, walks: 0 }).keys()];
  expect([
    planned({ clauses: 'authn.errors.body' }),
    planned({ features: ['gov.campaigns'] }),
    planned({ excluded: 'pam.**,gov.**' }),
  ]).toEqual([['authentication'], ['governance'], ['authentication']]);
});
