import { documentOf } from '../model/document-of.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { valueBindings } from '../profile/check-profile.ts';
import { sampleProfile } from '../profile/profile-fixtures.ts';
import { readProfile, resolveProfile } from '../profile/load-profile.ts';
import type { PublicProfile } from '../profile/profile.ts';
import { loadSpecs } from '../model/load.ts';
import type { DocumentSpec } from '../model/types.ts';
import { fitToDepth } from './fit-depth.ts';
import { planDocument, plannedRequests, type DocumentPlan } from './plan.ts';
import { rowClauses } from './row-clauses.ts';
import type { Size } from './sizes.ts';

const specs = loadSpecs();

/** Every operation that the document leaves open is bound somehow. */
function everythingBound(spec: DocumentSpec): PublicProfile {
  const operations = spec.endpoints.operations.map(({ id, method = 'POST', path = `/${id}` }) => [id, { method, path }] as const);
  const values = valueBindings(spec).map((name) => [name, '/value'] as const);
  return sampleProfile({ bindings: Object.fromEntries([...values, ...operations]) }, {}, spec.name);
}

function nothingBound(spec: DocumentSpec): PublicProfile {
  return sampleProfile({}, {}, spec.name);
}

/** Rows that are driven, and rows that are left out. */
function rowsOf({ cases, omissions }: DocumentPlan): { readonly driven: ReadonlySet<string>; readonly omitted: ReadonlySet<string> } {
  const taken = cases.flatMap(({ steps }) =>
    steps.flatMap(({ takes, place }) => (takes === undefined ? [place.row] : [`transition:${takes.id}`])),
  );
  return { driven: new Set(taken), omitted: new Set(omissions.map(({ row }) => row)) };
}

const mock = (spec: DocumentSpec): PublicProfile => {
  const file = 'specs/profiles/mock.yaml';
  const addresses = { 'privileged-access': 'http://127.0.0.1:1', authentication: 'http://127.0.0.1:2', governance: 'http://127.0.0.1:3' };
  const profile = resolveProfile(readProfile(file, specs), file, {}, { services: addresses, control: 'http://127.0.0.1:4' });
  return { ...profile, services: Object.fromEntries(Object.entries(profile.services).filter(([name]) => name === spec.name)) };
};

test.each(Object.values(specs.documents))('nothing of $name is left out on the embedded mock', (spec) => {
  const { omissions, cases } = planDocument(specs, spec, mock(spec), {});
  expect(omissions).toEqual([]);
  expect(cases.length).toBeGreaterThan(0);
});

describe.each(
  Object.values(specs.documents).flatMap((spec) => [
    { spec, profile: everythingBound(spec), title: `${spec.name}, everything bound` },
    { spec, profile: nothingBound(spec), title: `${spec.name}, nothing bound` },
    { spec, profile: mock(spec), title: `${spec.name} on the embedded mock` },
  ]),
)('$title', ({ spec, profile }) => {
  const plan = planDocument(specs, spec, profile, {});
  const { driven, omitted } = rowsOf(plan);

  test('every transition is driven, or left out with a reason', () => {
    const rows = plan.transitions.map(({ id }) => `transition:${id}`);
    expect(rows.filter((row) => !driven.has(row) && !omitted.has(row))).toEqual([]);
    expect(plan.omissions.filter(({ why }) => why === '')).toEqual([]);
  });

  test('every probe is driven, or left out with a reason', () => {
    const rows = spec.probes.probes
      .filter(({ id }) => !omitted.has(`probe:${id}`))
      .flatMap(({ id, sizes }) => (sizes === undefined ? [`probe:${id}`] : sizes.map((size) => `probe:${id}@${size.id}`)));
    expect(rows.filter((row) => !driven.has(row))).toEqual([]);
  });

  test('nothing is both driven and left out', () => {
    expect([...omitted].filter((row) => driven.has(row))).toEqual([]);
  });

  test('the tour costs at least its lower bound, and at most 1.2 times that', () => {
    expect(plan.requests.tour).toBeGreaterThanOrEqual(plan.requests.lowerBound);
    expect(plan.requests.tour).toBeLessThanOrEqual(plan.requests.lowerBound * 1.2);
  });
});

describe('walks through a list', () => {
  const spec = documentOf(specs, 'privileged-access');
  const profile = mock(spec);
  const planned = (seed: number): DocumentPlan => planDocument(specs, spec, profile, {}, seed);
  const sizesOf = ({ cases }: DocumentPlan): readonly Size[] => cases.flatMap(({ size }) => size ?? []);

  test('the boundaries are walked whatever the seed is, and no more requests are sent than a few for each page', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const plan = planned(seed);
        const sizes = sizesOf(plan);
        const whole = sizes.filter(({ count }) => count === undefined).map(({ objects }) => objects);
        const exact = sizes.filter(({ objects, count = 1, later }) => later === undefined && count > 1 && objects % count === 0);
        const counts = sizes.map(({ count }) => count);
        expect([0, 1, 100, 101].filter((objects) => !whole.includes(objects))).toEqual([]);
        expect([1, 99, 100, 101].filter((count) => !counts.includes(count))).toEqual([]);
        expect(exact.length).toBeGreaterThan(0);
        expect(sizes.some(({ objects, count = 1 }) => count > 1 && objects % count === 1)).toBe(true);
        expect(sizes.some(({ objects }) => objects >= 2000)).toBe(true);
        expect(sizes.some(({ count = 0, later = 0 }) => 0 < later && later < count)).toBe(true);
        expect(sizes.some(({ count = 0, later = 0 }) => 0 < count && count < later)).toBe(true);
        expect(plan.requests.pagination).toBeLessThanOrEqual(150);
      }),
      { numRuns: 20 },
    );
  });

  test('the seed draws the rest', () => {
    const drawn = Array.from({ length: 20 }, (_, seed) => JSON.stringify(sizesOf(planned(seed))));
    expect([new Set(drawn).size, drawn[7] === JSON.stringify(sizesOf(planned(7)))]).toEqual([20, true]);
  });
});

test.each(Object.values(specs.documents).map((spec) => [spec.name, spec] as const))(
  '%s: quick judges the clauses of all tours and probes, in half of the requests',
  (_name, spec) => {
    const whole = planDocument(specs, spec, mock(spec), {}, 1);
    const quick = fitToDepth(whole, mock(spec), 'quick');
    // What a further way shows, each response in the state shows in passing.
    const rows = [...rowsOf(whole).driven].filter((row) => !/^(?:negative:|probe:way\.)/.test(row));
    const judged = new Set([...rowsOf(quick).driven].flatMap((row) => rowClauses(spec, row)));
    expect(rows.flatMap((row) => rowClauses(spec, row)).filter((clause) => !judged.has(clause))).toEqual([]);
    expect(plannedRequests([quick])).toBeLessThan(plannedRequests([whole]) / 2);
  },
);
