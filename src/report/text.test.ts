import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visible } from './safe-text.ts';
import { duration, labelled, painter, wrap } from './text.ts';

const text = fc.string({ unit: 'grapheme-ascii', maxLength: 300 });

test('wrapped lines fit, and hold the text in order', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 10, max: 80 }), (value, width) => {
      const lines = wrap(value, width);
      const squeezed = (some: string): string => some.replaceAll(' ', '');
      return lines.every((line) => line.length <= width) && squeezed(lines.join('')) === squeezed(value);
    }),
  );
});

test('a text that is too long ends with an ellipsis', () => {
  expect([wrap('one two three four five', 10), wrap('one two three four five', 10, 2), wrap('abcdefghijklm', 10, 1)]).toEqual([
    ['one two', 'three four', 'five'],
    ['one two', 'three fo …'],
    ['abcdefgh …'],
  ]);
});

test('a label hangs its text in', () => {
  const layout = { indent: 2, labelWidth: 9, width: 31 };
  expect(labelled('expected', 'status 200 or a redirect', layout, (label) => label.toUpperCase())).toEqual([
    '  EXPECTED status 200 or a',
    '           redirect',
  ]);
});

test('nothing that a target sends steers the terminal', () => {
  expect(visible('a\u001b[31mb\r\n\tc\u202ed\u009b~stateToken-1~é')).toBe('a\\u001b[31mb\\r\\n\\tc\\u202ed\\u009b~stateToken-1~é');
});

test('paint colours on demand only, and never an empty text', () => {
  const on = painter(true);
  const off = painter(false);
  expect([stripVTControlCharacters(on(['bold', 'red'], 'x')), on('red', 'x') === 'x', on('red', ''), off(['bold', 'red'], 'x')]).toEqual([
    'x',
    false,
    '',
    'x',
  ]);
});

test('durations read easily', () => {
  expect([0, 949.6, 4210, 59_960, 125_000].map(duration)).toEqual(['0 ms', '950 ms', '4.2 s', '60.0 s', '2 min 5 s']);
});
