import { expect, test } from 'vitest';
import type { TransitionRow } from '../../src/model/types.ts';
import { systemOf } from '../../src/plan/plan-fixtures.ts';
import { pathsOf } from './shortest.ts';

const row = (id: string, from: string, to: string, more: Partial<TransitionRow> = {}): TransitionRow => ({
  id,
  clauses: ['doors.any'],
  from,
  to,
  trigger: [{ call: 'go' }],
  ...more,
});

const named = (rows: readonly TransitionRow[], length: number): readonly string[] =>
  [...pathsOf(systemOf(rows), length)].map(({ given, transitions }) =>
    [...(given === undefined ? [] : [`${given.state}:`]), ...transitions.map(({ id }) => id)].join(' '),
  );

test('every path of a length is tried, and none that the model does not allow', () => {
  const rows = [row('a', 'start', 'A'), row('b', 'A', 'B'), row('back', 'B', 'A'), row('c', 'start', 'B')];
  expect([named(rows, 1), named(rows, 2), named(rows, 3)]).toEqual([
    ['a', 'c'],
    ['a b', 'c back'],
    ['a b back', 'c back b'],
  ]);
});

test('what uses its own condition up comes once', () => {
  const rows = [row('a', 'start', 'A'), row('once', 'A', 'A', { once: true }), row('often', 'A', 'A')];
  expect(named(rows, 3)).toEqual(['a once often', 'a often once', 'a often often']);
});

test('a path begins again only where nothing before it has used its provider state up', () => {
  const rows = [row('try', 'start', 'A', { keeps: true }), row('do', 'start', 'B')];
  expect(named(rows, 2)).toEqual(['try try', 'try do']);
});

test('each provider state has its own paths', () => {
  const rows = [
    row('a', 'start', 'A', { given: [{ state: 'one' }, { state: 'other' }] }),
    row('b', 'A', 'B', { given: [{ state: 'other' }] }),
  ];
  expect(named(rows, 2)).toEqual(['other: a b']);
});
