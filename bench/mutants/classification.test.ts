import { expect, test } from 'vitest';
import { entriesIn } from './classification.ts';

const entry = '- mutant: m\n  class: missed\n  reason: nobody asks\n';

test.each([
  ['a: b', 'expected a list of entries'],
  ['- class: missed', "expected 'mutant'"],
  ['- mutant: m\n  class: odd', "expected 'class' to be equivalent, undocumented, missed; found 'odd'"],
  ['- mutant: m\n  class: missed', "expected 'reason'"],
  ['- mutant: m\n  class: undocumented\n  reason: r', "expected 'documents'"],
  [`${entry}${entry}`, 'm has two entries'],
])('a file with %j is refused: %s', (text, message) => {
  expect(() => entriesIn(text, 'file.yaml')).toThrow(message);
});

test('entries are read as they stand', () => {
  expect(entriesIn(entry, 'file.yaml')).toEqual([{ mutant: 'm', class: 'missed', reason: 'nobody asks' }]);
  expect(entriesIn('', 'file.yaml')).toEqual([]);
});
