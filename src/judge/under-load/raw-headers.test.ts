import { expect, test } from 'vitest';
import { ABSENT, layoutReader, REPEATED } from './raw-headers.ts';

test('fields are read by their names, whatever these are and however often they come', () => {
  const layoutOf = layoutReader();
  const raw = ['__proto__', 'a', 'Constructor', 'b', 'X', '1', 'x', '2', 'toString', 'c', 'x', '3'];
  const layout = layoutOf(raw);
  const values = layout.values(raw);
  expect([Object.entries(values), layout.at('constructor'), layout.at('x'), layout.at('valueof')]).toEqual([
    [
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['x', ['1', '2', '3']],
      ['tostring', 'c'],
    ],
    3,
    REPEATED,
    ABSENT,
  ]);
});

test('the layout is that of the present answer', () => {
  const layoutOf = layoutReader();
  const [one, other] = [
    ['A', '1', 'B', '2'],
    ['B', '3', 'A', '4'],
  ];
  expect([one, other, one].map((raw) => layoutOf(raw).values(raw))).toEqual([
    { a: '1', b: '2' },
    { a: '4', b: '3' },
    { a: '1', b: '2' },
  ]);
});
