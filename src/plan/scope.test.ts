import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UnresolvedReference, resolveReferences, resolveText, type Lookup } from './scope.ts';

const known: Readonly<Record<string, unknown>> = {
  'user.login': 'ada@example.test',
  'user.age': 36,
  'user.groups': ['a', 'b'],
  'first.headers.x-request-id': 'r-1',
  door: { id: 7 },
};
const lookup: Lookup = (path) => known[path.join('.')];

test('a whole reference keeps the type of what it names', () => {
  expect(resolveReferences({ login: '$user.login', age: '$user.age', groups: ['$user.groups'], door: '$door' }, lookup)).toEqual({
    login: 'ada@example.test',
    age: 36,
    groups: [['a', 'b']],
    door: { id: 7 },
  });
});

test('a reference inside a longer text is inserted as text', () => {
  expect(resolveReferences('${user.login} is ${user.age}, in ${user.groups}', lookup)).toBe('ada@example.test is 36, in ["a","b"]');
});

test('a header or duration stays text', () => {
  expect([resolveText('$user.age', lookup), resolveText('$first.headers.x-request-id', lookup), resolveText('PT5M', lookup)]).toEqual([
    '36',
    'r-1',
    'PT5M',
  ]);
});

test.each(['$user.name', 'to ${user.name}'])('%s, which nothing answers, is told by its reference', (text) => {
  const resolving = (): unknown => resolveReferences([{ deep: text }], lookup);
  expect(resolving).toThrow(UnresolvedReference);
  expect(resolving).toThrow('no value for name of user');
});

test.each(['costs $5', '$', '$user.login is', 'a$user.login', '$ {user.login}', '{user.login}'])('%s is no reference', (text) => {
  expect(resolveReferences(text, lookup)).toBe(text);
});

test('a value without references is the same afterwards', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!JSON.stringify(value).includes('$'));
      expect(resolveReferences(value, () => undefined)).toEqual(value);
    }),
  );
});

test('what a reference names is not resolved again', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      expect([resolveReferences('$x', () => value), resolveReferences('a ${x} b', () => value)]).toEqual([value, `a ${value} b`]);
    }),
  );
});

test('a member whose reference ends in a question mark is left out where nothing answers it', () => {
  const lookup = (path: readonly string[]): unknown => (path.join('.') === 'user.login' ? 'ada' : undefined);
  expect(resolveReferences({ name: '$user.login?', token: '$last.stateToken?' }, lookup)).toEqual({ name: 'ada' });
});
