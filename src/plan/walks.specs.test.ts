import { describe, expect, test } from 'vitest';
import { readProfile, resolveProfile } from '../profile/load-profile.ts';
import { loadSpecs } from '../model/load.ts';
import { planDocument } from './plan.ts';
import { touchesOthers } from './walk-paths.ts';
import { transitionsOf } from './transition-system.ts';

const specs = loadSpecs();
const file = 'specs/profiles/mock.yaml';
const url = 'http://127.0.0.1';
const services = { 'privileged-access': url, authentication: url, governance: url };
const profile = resolveProfile(readProfile(file, specs), file, {}, { services, control: url });
const walksOf = (spec: (typeof documents)[number], count: number, seed: number): ReturnType<typeof planDocument>['walks'] =>
  planDocument(specs, spec, profile, {}, seed, count).walks;
/** What is sent, and in which order; what it was drawn from cannot be compared. */
const driven = (walks: ReturnType<typeof walksOf>): readonly unknown[] => walks.map(({ cases, turns }) => ({ cases, turns }));
const documents = Object.values(specs.documents);

describe.each(documents)('$name', (spec) => {
  const walks = walksOf(spec, 60, 3);

  test('so many walks are planned as were asked for, by the seed', () => {
    expect(walks.map(({ id }) => id)).toEqual(Array.from({ length: 60 }, (_none, index) => `walk/${spec.name}/${index + 1}`));
    expect(driven(walksOf(spec, 60, 3))).toEqual(driven(walks));
    expect(driven(walksOf(spec, 60, 4))).not.toEqual(driven(walks));
  });

  test('a walk of several sequences touches nothing that is not its own', () => {
    const several = walks.filter(({ cases }) => cases.length > 1).flatMap(({ cases }) => cases);
    expect(several.flatMap(({ steps }) => steps.filter(({ step }) => touchesOthers(step)))).toEqual([]);
    expect(several.length).toBeGreaterThan(0);
  });

  test('each step has its turn', () => {
    const turns = walks.map(({ turns: own, cases }) => cases.map((_case, index) => own.flat().filter((whose) => whose === index).length));
    const steps = walks.map(({ cases }) => cases.map((planned) => planned.steps.length));
    expect(turns.map((own, walk) => own.map((times, index) => times >= (steps[walk]?.[index] ?? 0)))).toEqual(
      steps.map((own) => own.map(() => true)),
    );
  });

  test('many walks take every transition that can be taken', () => {
    const taken = new Set(walksOf(spec, 300, 1).flatMap(({ cases }) => cases.flatMap(({ steps }) => steps.map(({ takes }) => takes?.id))));
    const able = transitionsOf(spec, profile).map(({ id }) => id);
    expect(able.filter((id) => !taken.has(id))).toEqual([]);
  });
});
