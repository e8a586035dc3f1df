import { expect, test } from 'vitest';
import { inFigures, spread } from './in-figures.ts';
import type { Measured } from './measure.ts';

const measured = (about: Partial<Measured>): Measured => ({
  fault: 'one',
  by: 'walk',
  flaky: false,
  lengths: undefined,
  spent: [],
  replayed: undefined,
  lines: [],
  ...about,
});

test('faults are told by what showed them, how short that became, what it cost, and what their tokens say', () => {
  const all = [
    measured({ lengths: { found: 2, shortest: 2, tried: 3 }, spent: [4], replayed: { same: true, fixed: true } }),
    measured({ lengths: { found: 3, shortest: 3, tried: 9 }, spent: [6, 30], replayed: { same: true, fixed: false } }),
    measured({ by: 'case', lengths: { found: 3, shortest: 2, tried: 9 }, replayed: { same: false, fixed: true } }),
    measured({ flaky: true }),
    measured({ by: undefined }),
  ];
  expect(inFigures(all, { known: 12, walks: 100 })).toBe(
    '5 of 12 sequence faults: 3 shown by 100 walks, 1 by a case, 1 by nothing, 1 not again; ' +
      'found ÷ shortest sequence median 1.0, worst 1.5, of 3 paths; requests to shorten median 6, most 30; ' +
      'replayed by token 2 of 3 the same, without the fault 2 of 3 fixed',
  );
});

test('nothing measured is told as nothing', () => {
  expect(inFigures([], { known: 0, walks: 1 })).toBe(
    '0 of 0 sequence faults: 0 shown by 1 walks, 0 by a case, 0 by nothing, 0 not again; ' +
      'found ÷ shortest sequence median 0.0, worst 0.0, of 0 paths; requests to shorten median 0, most 0; ' +
      'replayed by token 0 of 0 the same, without the fault 0 of 0 fixed',
  );
});

test('some of many are spread over all of them', () => {
  expect([spread([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 3), spread([0, 1], 2), spread([0, 1], 5), spread([], 3)]).toEqual([
    [0, 3, 6],
    [0, 1],
    [0, 1],
    [],
  ]);
});
