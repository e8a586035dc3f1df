import { expect, test } from 'vitest';
import { SpecError } from './errors.ts';

test('an error has no field beside its code, which test runners would print', () => {
  const error = new SpecError('yaml-syntax', 'acme.yaml:1:1  expected YAML, found a tab');
  expect(Object.keys(error).toSorted()).toEqual(['code', 'name']);
});
