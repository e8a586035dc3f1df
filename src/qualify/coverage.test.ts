import { expect, test } from 'vitest';
import { eachCheckOnce, reached, type Coverage } from './coverage.ts';

/** A clause that every unit shows in passing, and that one long unit asks for. */
const coverage: Coverage = {
  byClause: new Map([['limits.meaning', ['short', 'middle', 'long']]]),
  byCheck: new Map([
    ['header/limit', ['short', 'middle', 'long']],
    ['probe/limit-exceeded', ['long']],
  ]),
  checksOf: new Map([['limits.meaning', ['header/limit', 'probe/limit-exceeded']]]),
  requests: new Map([
    ['short', 1],
    ['middle', 2],
    ['long', 9],
  ]),
};

test('a check of a clause comes once before any comes again, in its shortest unit', () => {
  expect(eachCheckOnce(coverage, ['limits.meaning', 'limits.unknown'])).toEqual(['short', 'long']);
  expect(reached(coverage, ['limits.meaning'])).toEqual(['short', 'middle', 'long']);
});
