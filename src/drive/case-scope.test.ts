import { expect, test } from 'vitest';
import { UnknownField } from './blocked.ts';
import { createCaseScope, type CaseScope } from './case-scope.ts';

function scope(learned: unknown[] = [], about: Parameters<typeof createCaseScope>[1] = { id: 'probe/look' }): CaseScope {
  return createCaseScope(1, about, { credentials: { apiToken: 't' } }, (name, value) => void learned.push([name, value]));
}

const answer = {
  status: 200,
  headers: { 'x-a': '1' },
  body: { id: 'd1' },
  operation: 'getDoor',
  url: 'https://doors.example.test/d1',
};

test('aliases, step ids, acts, the last answer and the surroundings are names', () => {
  const { provide, remember, name, lookup, provided, last } = scope();
  provide('door', { state: 'a shut door', data: { id: 'd0' }, by: 'test' });
  name('act', { done: 'yes' });
  remember('first', answer);
  remember(undefined, { ...answer, body: { id: 'd2' } });
  const paths = [
    'door.id',
    'act.done',
    'first.body.id',
    'first.headers.x-a',
    'first.status',
    'last.id',
    'credentials.apiToken',
    'door.key',
    'nobody',
    'nobody.id',
  ];
  expect(paths.map((path) => lookup(path.split('.')))).toEqual(['d0', 'yes', 'd1', '1', 200, 'd2', 't', undefined, undefined, undefined]);
  expect([provided(), last()?.body]).toEqual([[{ state: 'a shut door', data: { id: 'd0' }, by: 'test' }], { id: 'd2' }]);
});

test('a fresh value is made once for the case, and told as soon as it is made', () => {
  const learned: unknown[] = [];
  const { lookup } = scope(learned);
  const [one, two, other] = ['password', 'password', 'password2'].map((name) => lookup(['fresh', name]));
  expect([one === two, one === other]).toEqual([true, false]);
  expect(learned).toEqual([
    ['password', one],
    ['password2', other],
  ]);
});

test('before anything happened nothing has a name', () => {
  const { lookup, provided, last } = scope();
  expect([lookup(['last', 'id']), lookup(['door']), provided(), last()]).toEqual([undefined, undefined, [], undefined]);
});

test('each round of a case has fresh values of its own, the same ones for the same seed', () => {
  const drawn = (): readonly unknown[] => {
    const own = scope();
    return [own.lookup(['fresh', 'name']), ...[0, 1, 2, 1].map((round) => own.inRound(round).lookup(['fresh', 'name']))];
  };
  const [plain, ...rounds] = drawn();
  expect([drawn(), new Set(rounds).size, rounds[0], rounds[3]]).toEqual([[plain, ...rounds], 3, plain, rounds[1]]);
});

test('what a round remembers is known in all others', () => {
  const own = scope();
  own.inRound(1).remember('seen', { status: 200, headers: {}, body: { id: 'd1' }, operation: undefined, url: '' });
  expect([own.lookup(['last', 'id']), own.inRound(2).lookup(['seen', 'status'])]).toEqual(['d1', 200]);
});

test('what stands aside has a last answer of its own, and the same names', () => {
  const own = scope();
  const answer = (id: string) => ({ status: 200, headers: {}, body: { id }, operation: undefined, url: '' });
  own.remember(undefined, answer('before'));
  const aside = own.aside();
  aside.remember('beside', answer('aside'));
  own.remember('main', answer('main'));
  const told = [own, aside].map(({ lookup }) =>
    [
      ['last', 'id'],
      ['beside', 'status'],
      ['main', 'status'],
    ].map((path) => lookup(path)),
  );
  expect(told).toEqual([
    ['main', 200, 200],
    ['aside', 200, 200],
  ]);
});

test('what is driven again has the same data, and identities of its own', () => {
  const draw = (about: Parameters<typeof createCaseScope>[1]): readonly unknown[] =>
    ['password', 'text2', 'ip', 'name', 'uuid', 'login3'].map((name) => scope([], about).lookup(['fresh', name]));
  const [first, again] = [draw({ id: 'probe/look' }), draw({ id: 'probe/look/again', data: 'probe/look' })];
  expect([again.slice(0, 3), again.slice(3).map((value, index) => value === first[index + 3])]).toEqual([
    first.slice(0, 3),
    [false, false, false],
  ]);
});

test('of two objects of one name, the one that was made with the same arguments is meant', () => {
  const scope = createCaseScope(1, { id: 'probe/a' }, {}, () => undefined);
  scope.nameObject('door', 'front', { id: 'd1' }, 'hangDoor', { house: 'north' });
  scope.nameObject('door', 'front', { id: 'd2' }, 'hangDoor', { house: 'south' });
  expect(['north', 'south', 'west'].map((house) => scope.fieldOf('door', 'front', 'id', { house }))).toEqual(['d1', 'd2', 'd2']);
});

test('a field of an object is told where the object does not have it, and by whom', () => {
  const scope = createCaseScope(1, { id: 'probe/a' }, {}, () => undefined);
  scope.nameObject('door', 'front', { id: 'd1' }, 'hangDoor');
  scope.provide('house', { state: 'a house', by: 'x', data: { doors: ['back', 'side'], objects: { door: { back: { id: 'd2' } } } } });
  expect([
    scope.fieldOf('door', 'front', 'id', {}),
    scope.fieldOf('door', 'back', 'id', {}),
    scope.fieldOf('door', 'none', 'id', {}),
  ]).toEqual(['d1', 'd2', undefined]);
  expect(() => scope.fieldOf('door', 'front', 'idd', {})).toThrow(
    new UnknownField('{door.idd} of a binding: the response of hangDoor has no idd, only id', 'config'),
  );
  expect(() => scope.fieldOf('door', 'side', 'id', {})).toThrow(
    new UnknownField(
      "{door.id} of a binding: the provider state 'a house' came without objects.door.side.id: it has nothing",
      'provider-state',
    ),
  );
});
