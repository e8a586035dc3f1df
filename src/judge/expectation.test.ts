import { expect, test } from 'vitest';
import type { AnswerView } from '../profile/answer.ts';
import { doorSpec } from '../profile/profile-fixtures.ts';
import { createValidator } from '../model/schema/validator.ts';
import { valueAt } from '../model/pointer.ts';
import { brief, meets, type Context, type Demand } from './expectation.ts';
import { OPEN_DOOR } from './judge-fixtures.ts';

const EARLIER = {
  one: { status: 201 },
  other: { status: 409 },
  door: { id: 'd1', nr: '1', nothing: null },
  first: { body: { token: '~doorToken-1~', list: ['a', 'b'], owner: { id: 'o1', home: { town: 'Ur' }, seenAt: 1 } } },
};
const CONTEXT: Context = {
  spec: doorSpec(),
  validator: createValidator(),
  errorReadable: true,
  bodyShown: true,
  bindingKey: 'services.doors.bindings.openDoor.response',
  fieldsAt: (pointer) => (pointer === '/body/owner' ? ['id', 'home.town'] : []),
  isBound: (pointer) => pointer === '/body/owner',
  isPlaced: (pointer) => pointer === '/body/lock',
  lookup: (path) => valueAt(EARLIER, path),
  subjectOf: (alias) => valueAt(EARLIER, [alias]),
  isWritten: () => false,
  stateOf: (alias) => (alias === 'door' ? 'a door' : undefined),
  emitted: {
    own: [{ kind: 'e-mail', about: 'd1' }, { kind: 'syslog' }, { kind: 'e-mail', about: 'g1' }],
    others: [{ kind: 'letter' }],
  },
};
const OPEN: AnswerView = { status: 200, headers: { 'x-a': '1' }, body: OPEN_DOOR, state: 'OPEN' };
const WRONG_KEY: AnswerView = { status: 403, headers: {}, body: { code: 'wrong_key' }, error: 'wrong_key' };

const permitted = { ok: true };
const violated = (expected: string, received: string): object => ({ ok: false, expected, received });

test('an element that an earlier list did not have is another, and one that nothing has shown is open', () => {
  const context = { ...CONTEXT, lookup: (path: readonly string[]) => valueAt({ before: { status: 200, body: { votes: [] } } }, path) };
  const view = { ...OPEN, body: { votes: [{ vote: 'yes' }], name: 'x' } };
  expect([
    meets({ sameIfPresent: { '/body/votes/0/vote': '$before.body.votes.0.vote' } }, view, context),
    meets({ sameIfPresent: { '/body/name': '$before.body.name' } }, view, context),
  ]).toEqual([
    violated('/body/votes/0/vote is absent, as it is in the list that votes.0.vote of the response before belongs to', '"yes"'),
    { unreadable: 'no value for name of the response before', blame: 'target' },
  ]);
});

test.each<[string, Demand, AnswerView]>([
  ['few enough of several answers', { among: { steps: ['$one', '$other'], status: ['2xx'], atMost: 1 } }, OPEN],
  ['a state of several', { state: ['SHUT', 'OPEN'] }, OPEN],
  ['a state or an error, where it is the state', { state: ['OPEN'], error: ['wrong_key'] }, OPEN],
  ['a state or an error, where it is the error', { state: ['OPEN'], error: ['wrong_key'] }, WRONG_KEY],
  ['a status or an error, where it is the error', { status: [200], error: ['no_such_door', 'wrong_key'] }, WRONG_KEY],
  ['a status', { status: [201, 200] }, OPEN],
  ['a class of status', { status: ['2xx'] }, OPEN],
  ['another state than that', { notState: ['SHUT'] }, OPEN],
  ['another state, where there is none', { notState: ['OPEN'] }, WRONG_KEY],
  ['another status', { notStatus: [403, '5xx'] }, OPEN],
  ['anything in another state than those that are judged', { inState: ['SHUT'], present: ['/lock'] }, OPEN],
  ['a refusal where a state is judged', { inState: ['SHUT'], present: ['/lock'] }, WRONG_KEY],
  ['what is present', { present: ['/token', '/key|token', '/_links/shut'] }, OPEN],
  ['what is absent', { absent: ['/key', '/_links/open'] }, OPEN],
  ['null where something is to be absent', { absent: ['/key'] }, { ...OPEN, body: { key: null } }],
  ['a link to a named operation', { link: { shut: 'shut' } }, OPEN],
  ['any link at all', { link: { shut: true } }, OPEN],
  ['no link', { link: { open: false } }, OPEN],
  ['a schema of the view', { view: { properties: { body: { required: ['id'] }, status: { const: 200 } } } }, OPEN],
  ['the same as in a provider state', { same: { '/body/id': '$door.id' } }, OPEN],
  ['the same as in a provider state, as a number', { same: { '/body/nr': '$door.nr' } }, { ...OPEN, body: { nr: 1 } }],
  ['the same as in an earlier answer', { same: { '/body/token': '$first.body.token' } }, OPEN],
  [
    'the same in any element of a list',
    { same: { '/body/keys/*/id': '$door.id' } },
    { ...OPEN, body: { keys: [{ id: 'k1' }, { id: 'd1' }] } },
  ],
  ['the same list in another order', { same: { '/body/list': '$first.body.list' } }, { ...OPEN, body: { list: ['b', 'a'] } }],
  ['something that an earlier success did not show', { differs: { '/body/id': '$one.body.id' } }, OPEN],
  ['something else', { differs: { '/body/id': '$first.body.token' } }, OPEN],
  ['the same if it is there, and it is', { sameIfPresent: { '/body/id': '$door.id' } }, OPEN],
  ['the same if it is there, and it is not', { sameIfPresent: { '/body/none': '$door.id' } }, OPEN],
  ['what was shown before, and still is', { keeps: { '/body/id': '$door.id' } }, OPEN],
  [
    'the same object with another value in an undocumented field',
    { keeps: { '/body/owner': '$first.body.owner' } },
    { ...OPEN, body: { owner: { seenAt: 2, home: { town: 'Ur' }, id: 'o1' } } },
  ],
  ['what was not shown before', { keeps: { '/body/id': '$door.none' } }, OPEN],
  ['a refusal, which shows nothing', { keeps: { '/body/id': '$door.id' } }, WRONG_KEY],
  ['what holds it nowhere', { lacks: ['$first.body.list'] }, OPEN],
  ['what holds a short word as part of another only', { lacks: ['$door.id'] }, { ...OPEN, body: { text: 'add1 d1d' } }],
  [
    'what holds a short number as part of an address or a date only',
    { lacks: ['$door.nr'] },
    { ...OPEN, headers: { age: '1', date: 'Mon, 1 Nov 2027' }, body: { help: 'http://127.0.0.1:1/1st/errors/11' } },
  ],
  ['what contains it', { contains: { '/body/_links/shut/href': '$door.id', '/body': '$door.id' } }, OPEN],
  ['so many events', { events: { 'e-mail': 2, syslog: 1, call: 0 } }, OPEN],
  ['so many events about one of two', { events: { 'e-mail': 1, syslog: 1 }, about: '$door' }, OPEN],
  ['nothing at all', {}, WRONG_KEY],
])('%s is permitted', (_what, demand, view) => {
  expect(meets(demand, view, CONTEXT)).toEqual(permitted);
});

test.each(['+1-XXX-415-1337', '+1-55-541-51330', 'X1555'])('a telephone number is not told by %s', (shown) => {
  expect(judgePhone(shown)).toEqual(permitted);
});

test.each(['+15554151337', 'X1X555X415X1337', 'tel:+1 (555) 415-1337'])('a telephone number is told by %s', (shown) => {
  expect(judgePhone(shown)).toEqual(violated('a response without phone of user, "+1-555-415-1337"', 'it contains "+1-555-415-1337"'));
});

function judgePhone(shown: string): ReturnType<typeof meets> {
  const context = { ...CONTEXT, lookup: (path: readonly string[]) => valueAt({ user: { phone: '+1-555-415-1337' } }, path) };
  return meets({ lacks: ['$user.phone'] }, { ...OPEN, body: { phone: shown, at: 1 } }, context);
}

test.each<[string, Demand, AnswerView, string, string]>([
  ['another state', { state: ['SHUT', 'AJAR'] }, OPEN, 'state SHUT or AJAR', 'status 200, OPEN'],
  ['a refusal in place of a state', { state: ['OPEN'] }, WRONG_KEY, 'state OPEN', 'status 403, wrong_key'],
  [
    'neither state nor error',
    { state: ['SHUT'], error: ['no_such_door', 'wrong_key'] },
    OPEN,
    'status 403, wrong_key or status 404, no_such_door, or state SHUT',
    'status 200, OPEN',
  ],
  [
    'an error under another status',
    { error: ['wrong_key'] },
    { ...WRONG_KEY, status: 401 },
    'status 403, wrong_key',
    'status 401, wrong_key',
  ],
  ['a status that is none of those', { status: [201, '3xx'] }, OPEN, 'status 201 or 3xx', 'status 200, OPEN'],
  ['the state that it must not be', { notState: ['OPEN'] }, OPEN, 'any state but OPEN', 'status 200, OPEN'],
  ['the status that it must not be', { notStatus: ['4xx'] }, WRONG_KEY, 'any status but 4xx', 'status 403, wrong_key'],
  ['what is not present', { present: ['/id', '/lock'] }, OPEN, '/lock is present', 'it is absent'],
  ['what is not present in a state that is judged', { inState: ['OPEN'], present: ['/lock'] }, OPEN, '/lock is present', 'it is absent'],
  ['what is not absent', { absent: ['/token'] }, OPEN, '/token is absent', 'it is "~doorToken-1~"'],
  ['a link that is not there', { link: { open: 'openDoor' } }, OPEN, 'link open to openDoor', 'no such link'],
  [
    'a link that should not be there',
    { link: { shut: false } },
    { ...OPEN, body: { _links: { shut: { href: 'x' } } } },
    'no link shut',
    '{"href":"x"}',
  ],
  ['a view that the schema forbids', { view: { properties: { status: { const: 201 } } } }, OPEN, '/status: 201', '200'],
  ['what is not the same', { same: { '/body/state': '$door.id' } }, OPEN, '/body/state equals id of door, "d1"', '"OPEN"'],
  [
    'what is the same in no element of a list',
    { same: { '/body/keys/*/id': '$door.id' } },
    { ...OPEN, body: { keys: [{ id: 'k1' }] } },
    '/body/keys/0/id equals id of door, "d1"',
    '"k1"',
  ],
  ['what is the same', { differs: { '/body/id': '$door.id' } }, OPEN, '/body/id differs from id of door, "d1"', '"d1"'],
  [
    'what it should not hold anywhere',
    { lacks: ['$door.nothing', '$door.id'] },
    OPEN,
    'a response without id of door, "d1"',
    'it contains "d1"',
  ],
  [
    'a short number as a value',
    { lacks: ['$door.nr'] },
    { ...OPEN, body: { id: '1' } },
    'a response without nr of door, "1"',
    'it contains "1"',
  ],
  [
    'a short number in a path',
    { lacks: ['$door.nr'] },
    { ...OPEN, headers: { location: '/doors/1?open' } },
    'a response without nr of door, "1"',
    'it contains "1"',
  ],
  [
    'another value in a documented field of an object',
    { same: { '/body/owner': '$first.body.owner' } },
    { ...OPEN, body: { owner: { id: 'o1', home: { town: 'Uruk' } } } },
    '/body/owner equals owner of the response first, {"id":"o1","home":{"town":"Ur"},"seenAt":1}',
    '{"id":"o1","home":{"town":"Uruk"}}',
  ],
  ['what is lost', { keeps: { '/body/none': '$door.id' } }, OPEN, '/body/none is still id of door, "d1"', 'it is absent'],
  ['what has become another', { keeps: { '/body/state': '$door.id' } }, OPEN, '/body/state is still id of door, "d1"', '"OPEN"'],
  ['what is not contained', { contains: { '/body/state': '$door.id' } }, OPEN, '/body/state contains id of door, "d1"', '"OPEN"'],
  ['too few events', { events: { 'e-mail': 3 } }, OPEN, '3 e-mail', '2 e-mail'],
  ['events about another', { events: { 'e-mail': 1 }, about: '$first' }, OPEN, '1 e-mail about $first', '0, and 2 about something else'],
  ['in words', { status: [201], expected: 'a new door' }, OPEN, 'a new door', 'status 200, OPEN'],
  ['the first of several', { status: [200], present: ['/lock'], state: ['SHUT'] }, OPEN, 'state SHUT', 'status 200, OPEN'],
])('%s is a violation: %j', (_what, demand, view, expected, received) => {
  expect(meets(demand, view, CONTEXT)).toEqual(violated(expected, received));
});

test('what the profile is sure of is violated by what lacks it, whatever the document shows', () => {
  const open = { ...CONTEXT, bodyShown: false };
  const empty = { status: 200, headers: {} };
  expect(meets({ same: { '/body/owner': '$door.id' } }, empty, open)).toEqual(violated('/body/owner equals id of door, "d1"', 'absent'));
  expect(meets({ contains: { '/body/owner': '$door.id' } }, empty, open)).toEqual(
    violated('/body/owner contains id of door, "d1"', 'absent'),
  );
});

test('where null stands in the place of what is to hold a field, the field stands nowhere else', () => {
  const open = { ...CONTEXT, bodyShown: false };
  const view = { status: 200, headers: {}, body: { lock: null, frame: null } };
  const missing = violated('/body/lock/bolts/0/id equals id of door, "d1"', 'absent');
  expect(meets({ same: { '/body/lock/bolts/0/id': '$door.id' } }, view, open)).toEqual(missing);
  expect(meets({ contains: { '/body/lock/id': '$door.id' } }, view, open)).toEqual(
    violated('/body/lock/id contains id of door, "d1"', 'absent'),
  );
  // Nobody says that this is the place.
  expect(meets({ same: { '/body/frame/id': '$door.id' } }, view, open)).toMatchObject({ blame: 'config' });
});

test.each<[string, Demand, AnswerView, Partial<Context>, string, string]>([
  [
    'nobody says where an error has its name',
    { error: ['wrong_key'] },
    { status: 403, headers: {} },
    { errorReadable: false },
    'errorName is not bound: the profile does not say where an error body holds its name',
    'config',
  ],
  [
    'nobody says where the state stands',
    { state: ['OPEN'] },
    { status: 200, headers: {} },
    { bodyShown: false },
    'the answer shows no state, and its form is open: bind where it stands under services.doors.bindings.openDoor.response',
    'config',
  ],
  [
    'a list is there, and nothing in it',
    { same: { '/body/items/0/id': '$door.id' } },
    { status: 200, headers: {}, body: { items: [] } },
    { bodyShown: false },
    '/body/items has no such element: there is nothing to look for /body/items/0/id in',
    'target',
  ],
  [
    'nobody says where the field stands',
    { same: { '/body/id': '$door.id' } },
    { status: 200, headers: {} },
    { bodyShown: false },
    '/body/id is not in the answer, whose form is open: bind it under services.doors.bindings.openDoor.response',
    'config',
  ],
  [
    'a provider state lacks a datum',
    { lacks: ['$door.owner.name'] },
    OPEN,
    {},
    "the provider state 'a door' came without owner.name",
    'provider-state',
  ],
  [
    'a refusal showed nothing that could differ',
    { differs: { '/body/id': '$other.body.id' } },
    OPEN,
    {},
    'no value for id of the response other',
    'target',
  ],
  ['nothing answers a reference', { same: { '/body/id': '$gate.id' } }, OPEN, {}, 'no value for id of gate', 'target'],
  [
    'one of several was not answered',
    { among: { steps: ['$one', '$nobody'], status: ['2xx'], atMost: 1 } },
    OPEN,
    {},
    'no value for status of the response nobody',
    'target',
  ],
  ['nothing answers a reference to contain', { contains: { '/body/id': '$gate.id' } }, OPEN, {}, 'no value for id of gate', 'target'],
  [
    'events cannot be read',
    { events: { 'e-mail': 0 } },
    OPEN,
    { emitted: undefined },
    "the target's events cannot be read (profile key events)",
    'config',
  ],
  [
    'a missing event may be about something under another name',
    { events: { letter: 1 } },
    OPEN,
    {},
    '1 letter about something that no response of the case names',
    'provider-state',
  ],
])('where %s there is no judgement', (_what, demand, view, about, unreadable, blame) => {
  expect(meets(demand, view, { ...CONTEXT, ...about })).toEqual({ unreadable, blame });
});

test('an event about something else is none of the case', () => {
  expect([meets({ events: { letter: 0 } }, OPEN, CONTEXT), meets({ events: { syslog: 0 } }, OPEN, CONTEXT)]).toEqual([
    permitted,
    violated('0 syslog', '1 syslog'),
  ]);
});

test('too many of several answers are told with what they were', () => {
  const demand: Demand = { among: { steps: ['$one', '$other'], status: ['2xx', 409], atMost: 1 } };
  expect(meets(demand, OPEN, CONTEXT)).toEqual(violated('status 2xx or 409 for at most 1 of 2 at once', '2: 201, 409'));
});

test('an unreadable error is still a violation under a status that is none of its own', () => {
  expect(meets({ error: ['wrong_key'] }, { status: 500, headers: {} }, { ...CONTEXT, errorReadable: false })).toEqual(
    violated('status 403, wrong_key', 'status 500'),
  );
});

test('what is absent does not differ', () => {
  expect(meets({ differs: { '/body/lock': '$door.id' } }, OPEN, CONTEXT)).toMatchObject({ ok: false });
});

test('a long value is told in brief', () => {
  expect([brief('x'.repeat(200)).length, brief({ a: 1 }), brief(undefined)]).toEqual([158, '{"a":1}', 'absent']);
});
