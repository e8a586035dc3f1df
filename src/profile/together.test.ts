import { expect, test } from 'vitest';
import { SpecError } from '../model/errors.ts';
import { together } from './together.ts';

const wrong = (message: string) => (): never => {
  throw new SpecError('source-malformed', message);
};

test('what is wrong with any of the steps is told at once, and once; what is no mistake of a file is thrown as it is', () => {
  expect(together([() => 1, () => 2])).toEqual([1, 2]);
  expect(() => together([wrong('a'), () => 1, wrong('b'), wrong('a')])).toThrow(new SpecError('source-malformed', 'a\nb'));
  expect(() => together([wrong('a'), () => Reflect.get(Object(undefined), 'none').x])).toThrow(TypeError);
});
