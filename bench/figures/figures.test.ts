import { expect, test } from 'vitest';
import { withFigures } from './figures.ts';

const page = (...rows: readonly string[]): string =>
  ['# Figures', '<!-- figures -->', '| what | figure | command |', '| --- | --- | --- |', ...rows, '<!-- /figures -->', 'more', ''].join(
    '\n',
  );

test('a row of the same name is replaced where it stands, a new one comes last, the others stay', () => {
  const before = page('| clauses | 1 of 2 | `npm start` |', '| seeds | 3 | `npm run bench -- seeds` |');
  const fresh = [
    { what: 'clauses', figure: '2 of 2', command: 'npm start' },
    { what: 'faults', figure: '$& | 5', command: 'npm run qualify' },
  ];
  const after = page(
    '| clauses | 2 of 2 | `npm start` |',
    '| seeds | 3 | `npm run bench -- seeds` |',
    '| faults | $& \\| 5 | `npm run qualify` |',
  );
  expect(withFigures(before, fresh)).toBe(after);
  expect(withFigures(after, fresh)).toBe(after);
});

test('a page without the table is refused', () => {
  expect(() => withFigures('# Nothing', [])).toThrow('put the two lines in');
});
