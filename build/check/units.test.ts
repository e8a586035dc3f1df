import { expect, test } from 'vitest';
import { unitsOf } from './units.ts';

test('a document as its units, in reading order', () => {
  const units = unitsOf(`# Title

Preamble.

## Section

First: \`a\`. Second? 3rd.
Another line, e.g. this one.

1. One
   - Nested.

| A | B |
|---|---|
| 1 |  two  words |
| \\| | |

Between.

| A |
|---|
| 3 |

### POST /things

## Other
- Item.
`);
  expect(
    units.map(({ lineNumber, kind, section, ordinal, table, content, sentences }) => [
      lineNumber,
      kind,
      section,
      ordinal,
      table,
      content,
      ...sentences,
    ]),
  ).toEqual([
    [3, 'line', '(preamble)', 1, 0, true, 'Preamble.'],
    [5, 'heading', 'Section', 0, 0, false, 'Section'],
    [7, 'line', 'Section', 1, 0, true, 'First: `a`.', 'Second?', '3rd.'],
    [8, 'line', 'Section', 2, 0, true, 'Another line, e.g. this one.'],
    [10, 'item', 'Section', 1, 0, true, 'One'],
    [11, 'item', 'Section', 2, 0, true, 'Nested.'],
    [15, 'row', 'Section', 1, 1, true, '1 | two words'],
    [16, 'row', 'Section', 2, 1, true, '\\| | '],
    [18, 'line', 'Section', 3, 0, true, 'Between.'],
    [22, 'row', 'Section', 1, 2, true, '3'],
    [24, 'heading', 'Section > POST /things', 0, 0, true, 'POST /things'],
    [26, 'heading', 'Other', 0, 0, false, 'Other'],
    [27, 'item', 'Other', 1, 0, true, 'Item.'],
  ]);
});
