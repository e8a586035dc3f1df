import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withheld } from './withheld.ts';

const harmless = (word: string): boolean => ['stateToken', 'SUCCESS', 'html', '502', 'Bad', 'Gateway'].includes(word);

test.each([
  ['{"stateToken":"00abc","status":"SUCCESS","passCode":123456', '{"stateToken":"…","…":"SUCCESS","…":…'],
  ['<html>502 Bad Gateway</html>', '<html>502 Bad Gateway</html>'],
  ['of ~stateToken-1~ and more', '… ~stateToken-1~ … …'],
  ['%2FcaN%26"x"', '…"…"'],
])('%s', (text, wanted) => {
  expect(withheld(text, harmless)).toBe(wanted);
});

test('no word that is unknown gets through', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      expect(withheld(text, () => false)).toMatch(/^[{}[\]":,<>/=.;()!?\s…]*$/);
    }),
  );
});
