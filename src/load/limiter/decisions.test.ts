import { expect, test } from 'vitest';
import { decisions } from './decisions.ts';
import { samples, type SampleSketch } from './sample-fixtures.ts';

const order = (...sketches: readonly SampleSketch[]): readonly number[] =>
  decisions(samples(...sketches), ({ remaining }) => remaining).map(({ sample }) => sample.seq);

test('what was answered before another was sent comes first, whatever remained', () => {
  expect(order({ at: 0, remaining: 1 }, { at: 1, remaining: 9 })).toEqual([1, 2]);
});

test('what was sent in the same millisecond in which another was answered may have been decided before', () => {
  expect(order({ at: 0.097, took: 0.001974, remaining: 7 }, { at: 0.099, took: 0.0006, remaining: 8 })).toEqual([2, 1]);
});

test('at the same time, who was told of more comes first, and refusals last', () => {
  const sketches = [{ status: 429 }, { remaining: 0 }, { remaining: 2 }, { remaining: 1 }].map((sketch) => ({ at: 0, ...sketch }));
  expect(order(...sketches)).toEqual([3, 4, 2, 1]);
});

test('a later reset comes later, also where more remains', () => {
  expect(order({ at: 0, remaining: 9, reset: 20 }, { at: 0, remaining: 0, reset: 10 })).toEqual([2, 1]);
});

test('a chain of requests under way keeps its order at both ends', () => {
  expect(
    order({ at: 0, took: 2, remaining: 5 }, { at: 1, took: 2, remaining: 7 }, { at: 2.5, took: 1, remaining: 6 }, { at: 4, remaining: 9 }),
  ).toEqual([2, 1, 3, 4]);
});

test('what says nothing of the limit is left out', () => {
  expect(order({ status: undefined }, { status: 500 }, { status: 200 })).toEqual([3]);
});
