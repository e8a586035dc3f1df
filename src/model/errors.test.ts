import { expect, test } from 'vitest';
import { SpecError, wholeMessage } from './errors.ts';

test('an error without a remedy has no such field, which test runners would print', () => {
  const error = new SpecError('yaml-syntax', 'acme.yaml:1:1  expected YAML, found a tab');
  expect([Object.keys(error).toSorted(), wholeMessage(error)]).toEqual([['code', 'name'], error.message]);
});
