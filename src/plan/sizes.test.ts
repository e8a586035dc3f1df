import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleSpec } from '../profile/profile-fixtures.ts';
import type { DocumentSpec, SizeRow } from '../model/types.ts';
import { drawSize, pagesOf, sizes, type Size } from './sizes.ts';

const sample = sampleSpec({});
const spec: DocumentSpec = { ...sample, limits: { ...sample.limits, pageLimit: { maximum: 100, clauses: [] } } };

const amount = fc.oneof(
  fc.integer({ min: 1, max: 50 }),
  fc.tuple(fc.integer({ min: 1, max: 50 }), fc.nat(20)).map(([from, more]) => ({ from, to: from + more })),
);
const within = (value: number | undefined, range: SizeRow['count']): boolean =>
  typeof range === 'object' ? value !== undefined && range.from <= value && value <= range.to : value === range;
/** All that a row may stand for, with the row. */
const drawn = (row: fc.Arbitrary<Omit<SizeRow, 'id'>>): fc.Arbitrary<readonly [Omit<SizeRow, 'id'>, Size]> =>
  row.chain((one) => fc.tuple(fc.constant(one), sizes(spec, { id: 'any', ...one })));

test('every number of a size is the one that its row names, or lies between those that it names', () => {
  const row = fc.record({ objects: amount, count: amount, later: amount }, { requiredKeys: ['objects'] });
  fc.assert(
    fc.property(drawn(row), ([{ objects, count, later }, size]) => {
      expect([
        typeof objects === 'object' && 'pages' in objects ? undefined : within(size.objects, objects),
        within(size.count, count),
        within(size.later, later),
      ]).toEqual([true, true, true]);
    }),
  );
});

test('objects that fill pages fill as many as the row names, of the count or of the most that is permitted', () => {
  const row = fc.record({ objects: fc.record({ pages: amount }), count: amount }, { requiredKeys: ['objects'] });
  fc.assert(
    fc.property(drawn(row), ([{ objects }, size]) => {
      expect(within(pagesOf(spec, size), pagesIn(objects))).toBe(true);
    }),
  );
});

const pagesIn = (objects: SizeRow['objects']): SizeRow['count'] =>
  typeof objects === 'object' && 'pages' in objects ? objects.pages : undefined;

test.each<[Omit<SizeRow, 'id'>, Size, number]>([
  [{ objects: 0 }, { objects: 0 }, 1],
  [{ objects: { pages: 1, beyond: 0 } }, { objects: 100 }, 1],
  [{ objects: { pages: 1, beyond: 1 } }, { objects: 101 }, 2],
  [{ objects: { pages: 3, beyond: -1 }, count: 7 }, { objects: 20, count: 7 }, 3],
  [{ objects: { pages: 2, beyond: 0 }, count: 300 }, { objects: 200, count: 300 }, 2],
])('%j is %j, on %d pages', (row, size, pages) => {
  const found = drawSize(spec, { id: 'one', ...row }, 1, 'any');
  expect([found, pagesOf(spec, found)]).toEqual([size, pages]);
});

test('where a document names no limit, one page holds all', () => {
  expect([pagesOf(sample, { objects: 5000 }), pagesOf(sample, { objects: 5000, count: 1000 })]).toEqual([1, 5]);
});

test('a seed draws the same for a case whenever it is asked, and something else for another case or by another seed', () => {
  const row: SizeRow = { id: 'wide', objects: { from: 0, to: 1_000_000 } };
  const draw = (seed: number, id: string): number => drawSize(spec, row, seed, id).objects;
  expect([draw(1, 'a'), draw(2, 'a'), draw(1, 'b')].map((one) => one === draw(1, 'a'))).toEqual([true, false, false]);
});
