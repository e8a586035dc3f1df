import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openShownBefore } from './shown-before.ts';

const GROUPS = [
  {
    list: [
      { id: 'group-1', name: 'one', deleted_at: null },
      { id: 'group-2', name: 'two', roles: ['admin'] },
    ],
    next: 'a',
  },
  {
    list: [
      { id: 'group-2', name: 'two', roles: ['admin'] },
      { id: 'group-1', name: 'one' },
    ],
  },
];

test.each([
  ['the same in another order', { list: [GROUPS[0]?.list[1], GROUPS[0]?.list[0]] }, undefined],
  ['more than before', { list: [...(GROUPS[0]?.list ?? []), { id: 'group-3' }], total: 3 }, undefined],
  ['without what one answer alone showed', GROUPS[1], undefined],
  ['nothing in it', {}, '/list is not there as before'],
  ['no body', undefined, 'the body is not there as before'],
  ['an empty list', { list: [] }, '/list is empty'],
  ['null for a list', { list: null }, '/list is not there as before'],
  ['a text for a list', { list: 'group-1' }, '/list is not there as before'],
  ['one of the groups alone', { list: [GROUPS[0]?.list[1]] }, '/list/[]/id is not what belongs to the request, as before'],
  ['other groups', { list: [{ id: 'group-8', name: 'x', roles: ['admin'] }] }, '/list/[]/id is not what belongs to the request, as before'],
  ['groups without names', { list: [{ id: 'group-1', roles: ['a'] }, { id: 'group-2' }] }, '/list/[]/name is not there as before'],
])('an answer with %s', (_what, body, lost) => {
  expect(openShownBefore(GROUPS, ['group-1', 'group-2', 'team']).lost(body)).toBe(lost);
});

test('an answer has lost nothing that it shows itself', () => {
  fc.assert(fc.property(fc.jsonValue(), (body) => openShownBefore([body, body], []).lost(body) === undefined));
});

test('an answer that was shown twice is missed wherever a member of it is taken away', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer()), { minKeys: 1 }), (body) => {
      const [gone = '', ...kept] = Object.keys(body);
      const rest = Object.fromEntries(kept.map((name) => [name, body[name]]));
      return openShownBefore([body, body], []).lost(rest) === `/${gone} is not there as before`;
    }),
  );
});
