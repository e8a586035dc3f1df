import { expect, test } from 'vitest';
import { table } from './table.ts';

test('columns are as wide as their widest cell, and lines end with their last', () => {
  expect(
    table([
      ['name', 'result', 'why'],
      ['a longer name', 'no', 'x'],
    ]),
  ).toEqual(['name           result  why', 'a longer name  no      x']);
});

test('no rows are no lines', () => {
  expect(table([])).toEqual([]);
});
