import { expect, test } from 'vitest';
import { doorSpec, sampleProfile } from '../profile/profile-fixtures.ts';
import type { Profile } from '../profile/profile.ts';
import type { CatalogueEntry, OperationRow, Step } from '../model/types.ts';
import type { Reply } from './transport-fixtures.ts';
import type { HttpRequest } from './transport.ts';
import { DOOR_DATA, driveCase, probeOf, type DrivenCase, type DriveParts } from './fixtures.ts';

const plain = doorSpec();
const made: OperationRow = {
  id: 'addDoor',
  clauses: [],
  method: 'POST',
  path: '/doors',
  parameters: [{ name: 'house', in: 'body', schema: { type: 'string' }, clauses: [] }],
  responses: [{ status: 201, resource: 'Door', clauses: [] }],
  undo: {
    call: 'removeDoor',
    with: { id: '$made.id' },
    readBack: { call: 'getDoor', with: { id: '$made.id' } },
    within: ['$args.house'],
  },
};
const painted: OperationRow = { ...made, id: 'paintDoor', path: '/paint', undo: {} };
const state: CatalogueEntry = {
  name: 'a shut door',
  about: '',
  readBack: { call: 'openDoor', with: { id: '$state.id', key: '$state.key' } },
};
const spec = doorSpec({ operations: [...plain.endpoints.operations, made, painted], states: [state] });
const add = (more: Partial<Step> = {}): Step => ({ call: 'addDoor', ...more });

interface House {
  /** doors that cannot be removed */
  readonly stays?: readonly string[];
  /** doors that are there although they have been removed */
  readonly ghosts?: readonly string[];
  /** status of opening a door */
  readonly open?: number;
}

/** A house whose doors are numbered as they are added. */
function house({ stays = [], ghosts = [], open = 403 }: House = {}): (request: HttpRequest) => Reply {
  const doors = new Set<string>();
  return ({ method, url }) => {
    const [, id = '', action] = /\/doors\/(\w+)(\/open)?$/.exec(url) ?? [];
    if (action !== undefined) return { status: open, body: {} };
    if (id === '') {
      const next = `n${doors.size + 1}`;
      doors.add(next);
      return { status: 201, body: { id: next } };
    }
    if (method === 'GET') return doors.has(id) ? { body: { id } } : { status: 404, body: {} };
    if (stays.includes(id)) return { status: 409, body: {} };
    if (!ghosts.includes(id)) doors.delete(id);
    return { status: 204 };
  };
}

const accountsOnly: Profile['sources'] = [
  { kind: 'accounts', key: 'test', cost: 0, file: 'accounts.yaml', accounts: [], spent: [], spentFile: 'none' },
];

async function driven(steps: [Step, ...Step[]], parts: DriveParts = {}): Promise<DrivenCase> {
  return driveCase(probeOf(spec, ...steps), { spec, answer: house(), ...parts });
}

const sent = ({ exchanges }: DrivenCase): unknown =>
  exchanges
    .filter(({ purpose }) => purpose === 'clean-up')
    .map(({ request, response }) => `${request.method} ${request.url.split('/api')[1]} ${response?.status}`);
const left = ({ events }: DrivenCase): unknown =>
  events.flatMap((event) => (event.type === 'leftover' ? [[event.what, event.detail]] : []));

test('what a case has made is taken away, the last first, before its provider states, and read back afterwards', async () => {
  const removed: string[] = [];
  const run = await driven([add(), add()], {
    providers: { remove: ({ state: name }) => (removed.push(name), Promise.resolve({ data: {} })) },
  });
  expect([sent(run), removed, left(run)]).toEqual([
    ['DELETE /doors/n2 204', 'DELETE /doors/n1 204', 'POST /doors/d1/open 403', 'GET /doors/n2 404', 'GET /doors/n1 404'],
    ['a shut door'],
    [],
  ]);
});

test('requests of the clean-up name no operation: nobody judges them', async () => {
  const { exchanges } = await driven([add()]);
  expect(exchanges.filter(({ purpose }) => purpose === 'clean-up').map(({ operation, place }) => [operation, place.row])).toEqual([
    [undefined, 'clean-up:addDoor'],
    [undefined, 'clean-up:a shut door'],
    [undefined, 'clean-up:addDoor'],
  ]);
});

test('what a case has taken away itself is not taken away again', async () => {
  const run = await driven([add({ id: 'added' }), { call: 'removeDoor', with: { id: '$added.body.id' } }]);
  expect([sent(run), left(run)]).toEqual([['POST /doors/d1/open 403'], []]);
});

test('what goes with a provider state is left to whoever takes that down; a prepared account stays', async () => {
  const inside = add({ with: { house: '$door.id' } });
  const [made_, prepared] = [await driven([inside]), await driven([inside], { profile: sampleProfile({}, { sources: accountsOnly }) })];
  expect([sent(made_), sent(prepared)]).toEqual([['POST /doors/d1/open 403'], ['DELETE /doors/n1 204', 'GET /doors/n1 404']]);
});

test.each<[string, [Step, ...Step[]], DriveParts, readonly unknown[]]>([
  [
    'stays although it was taken away',
    [add()],
    { answer: house({ ghosts: ['n1'] }) },
    [['what addDoor made', 'it was taken away, and is still there']],
  ],
  ['cannot be taken away', [add()], { answer: house({ stays: ['n1'] }) }, [['what addDoor made', 'removeDoor answered 409']]],
  [
    'must not be taken away',
    [add()],
    { profile: sampleProfile({}, { permissions: { mutate: true, destroy: false, exhaustRateLimit: true, origins: [] } }) },
    [['what addDoor made', 'permissions.destroy does not permit removeDoor']],
  ],
  [
    'nothing takes away',
    [{ call: 'paintDoor' }],
    { answer: () => ({ status: 201, body: {} }) },
    [
      ['a shut door', 'it was taken down, and openDoor still succeeds'],
      ['what paintDoor made', 'no operation is known that takes it away'],
    ],
  ],
  [
    'nobody names',
    [add()],
    { answer: ({ method }) => (method === 'POST' ? { status: 201, body: {} } : { status: 404 }) },
    [
      ['a shut door', 'it was taken down, and openDoor still succeeds'],
      ['what addDoor made', 'no operation is known that takes it away'],
    ],
  ],
  [
    'a provider cannot take down',
    [add()],
    { providers: { remove: () => Promise.resolve({ refused: 'too heavy' }) } },
    [['a shut door', 'too heavy']],
  ],
  [
    'a provider only says to have taken down',
    [add()],
    { answer: house({ open: 200 }) },
    [['a shut door', 'it was taken down, and openDoor still succeeds']],
  ],
])('what %s is left over', async (_what, steps, parts, wanted) => {
  expect(left(await driven(steps, parts))).toEqual(wanted);
});

test('that a state goes is read back once for its kind, and again as long as it has not gone', async () => {
  const tries = async (open: number): Promise<unknown> => {
    const planned = probeOf(spec, { call: 'getDoor', with: { id: '1' } });
    const given = ['one', 'two', 'three'].map((as) => ({ state: 'a shut door', as }));
    return sent(await driveCase({ ...planned, given }, { spec, answer: house({ open }) }));
  };
  const asked = 'POST /doors/d1/open';
  expect([await tries(403), await tries(200), await tries(500)]).toEqual([
    [`${asked} 403`],
    [`${asked} 200`, `${asked} 200`, `${asked} 200`],
    [`${asked} 500`, `${asked} 500`, `${asked} 500`],
  ]);
});

test('a case that need not look whether its states go does not ask', async () => {
  const planned = probeOf(spec, { call: 'getDoor', with: { id: '1' } });
  const looking = async (looks: readonly string[]): Promise<unknown> =>
    sent(await driveCase({ ...planned, looks }, { spec, answer: house() }));
  expect([await looking([]), await looking(['a shut door'])]).toEqual([[], ['POST /doors/d1/open 403']]);
});

test('the key of a torn-down state is a secret in the clean-up as well', async () => {
  expect(JSON.stringify((await driven([add()])).events)).not.toContain(DOOR_DATA.key);
});

test('what the target confirms to have taken away is asked after once for each operation; what it does not confirm each time', async () => {
  const planned = probeOf(spec, add());
  const sendWith = async (looks: readonly string[], parts: { readonly stays?: readonly string[] }): Promise<unknown> =>
    sent(await driveCase({ ...planned, looks }, { spec, answer: house(parts) }));
  expect([await sendWith([], {}), await sendWith(['addDoor'], {}), await sendWith([], { stays: ['n1'] })]).toEqual([
    ['DELETE /doors/n1 204'],
    ['DELETE /doors/n1 204', 'GET /doors/n1 404'],
    ['DELETE /doors/n1 409', 'GET /doors/n1 200'],
  ]);
});
