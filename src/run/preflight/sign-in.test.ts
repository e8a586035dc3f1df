import { expect, test } from 'vitest';
import { DOOR_DATA, sampleDrive, type DriveParts } from '../../drive/fixtures.ts';
import { doorSpec, sampleProfile } from '../../profile/profile-fixtures.ts';
import type { Profile, PublicService } from '../../profile/profile.ts';
import type { DocumentSpec, OperationRow } from '../../model/types.ts';
import type { Reply } from '../../drive/transport-fixtures.ts';
import type { Source } from '../../profile/sources.ts';
import type { Mistake } from './mistake.ts';
import { signInMistakes, beginService } from './access.ts';

const secret = { in: 'body', required: true, schema: { type: 'string' }, clauses: [] } as const;
/** A key of a house is exchanged for a token; how is not shown. */
const ENTER: OperationRow = {
  id: 'enter',
  clauses: ['doors.enter'],
  signIn: true,
  open: ['method', 'path'],
  parameters: [
    { name: 'house', in: 'path', schema: { type: 'string' }, clauses: [] },
    { ...secret, name: 'key', secret: 'doorKey', clauses: [] },
  ],
  responses: [{ resource: 'Pass', clauses: [] }],
  examples: [
    { id: 'key', about: 'a key', given: [{ state: 'a shut door', as: 'door' }], with: { house: '$door.house', key: '$door.key' } },
  ],
};
const spec = doorSpec({
  resources: [{ name: 'Pass', fields: [{ path: 'token', schema: { type: 'string' }, secret: 'pass', clauses: [] }] }],
  operations: [...doorSpec().endpoints.operations, ENTER],
  callers: [{ name: 'holder', default: true, header: 'Authorization', value: '{credential}', credential: 'enter', clauses: [] }],
});
const PROVIDED = { ...DOOR_DATA, house: 'h1' };
const BINDING = { method: 'POST', path: '/houses/{house}/enter', body: { key: '$key' } } as const;

interface Scenario {
  readonly answer?: Reply;
  readonly service?: Partial<PublicService>;
  readonly about?: Partial<Profile>;
  readonly document?: DocumentSpec;
  readonly data?: Readonly<Record<string, unknown>>;
}

async function found({
  answer = { body: { token: 't', house: 'h1' } },
  service = {},
  about = {},
  document = spec,
  data = PROVIDED,
}: Scenario): Promise<{
  readonly mistakes: readonly Mistake[];
  readonly sent: unknown;
}> {
  const parts: DriveParts = {
    spec: document,
    profile: sampleProfile({ bindings: { enter: BINDING }, ...service }, about),
    answer: () => answer,
    providers: { provide: () => Promise.resolve({ data, by: 'providerStates.0' }) },
  };
  const { drive, requests } = sampleDrive(parts);
  const mistakes = await signInMistakes(beginService(drive, 'authentication'));
  return { mistakes, sent: requests.map(({ method, url, body }) => [method, url, body]) };
}

const OWN_KEY = { about: { credentials: { authentication: { house: 'h9', key: 'own-key-of-h9' } } } };
const own = (what: string): object => ({
  key: 'services.authentication.credentials',
  what,
  remedy: 'See that its parts belong together and to the team, and that it has not expired',
  blame: 'config',
});
const provided = (what: string): object => ({
  key: 'providerStates.0',
  what,
  remedy: 'See that what is provided there is right, and still is',
  blame: 'provider-state',
});
const binding = (below: string, what: string, remedy: string): object => ({
  key: `services.authentication.bindings.enter${below}`,
  what,
  remedy,
  blame: 'config',
});

test('what the first provider state came with is tried, and nothing is wrong where that works', async () => {
  expect(await found({})).toEqual({
    mistakes: [],
    sent: [['POST', 'https://doors.example.test/api/houses/h1/enter', '{"key":"the-key-of-door-1"}']],
  });
});

test('an account that a use may spend is tried with what is prepared for it: one valid sign-in spends nothing', async () => {
  const examples = (ENTER.examples ?? []).map((example) => ({ ...example, given: [{ state: 'a shut door', as: 'door', spends: true }] }));
  const operations = [...doorSpec().endpoints.operations, { ...ENTER, examples }];
  const prepared = { place: 'accounts.yaml:3:5', state: 'a shut door', params: {}, consumable: undefined, kin: 0, data: PROVIDED };
  const files = { file: 'accounts.yaml', spentFile: 'accounts.spent.yaml', spent: [] };
  const accounts: Source = { kind: 'accounts', key: 'providerStates.0', cost: 0, accounts: [prepared], ...files };
  const { mistakes } = await found({
    document: { ...spec, endpoints: { ...spec.endpoints, operations } },
    about: { sources: [accounts] },
    answer: { status: 401 },
  });
  expect(mistakes).toEqual([provided("what the provider state 'a shut door' came with is refused by enter (status 401)")]);
});

test('the key of the profile is tried as well, and each is told apart', async () => {
  const { mistakes, sent } = await found({ ...OWN_KEY, answer: { status: 401 } });
  expect(sent).toEqual([
    ['POST', 'https://doors.example.test/api/houses/h9/enter', '{"key":"own-key-of-h9"}'],
    ['POST', 'https://doors.example.test/api/houses/h1/enter', '{"key":"the-key-of-door-1"}'],
  ]);
  expect(mistakes).toEqual([
    own('the key of the profile is refused by enter (status 401)'),
    provided("what the provider state 'a shut door' came with is refused by enter (status 401)"),
  ]);
});

test.each<[string, Scenario, object | undefined]>([
  ['refuses it', { answer: { status: 403 } }, provided("what the provider state 'a shut door' came with is refused by enter (status 403)")],
  [
    'has nothing there',
    { answer: { status: 404 } },
    binding(
      '',
      'there is nothing at https://doors.example.test/api/houses/{house}/enter (status 404)',
      "Correct method and path, or baseUrl, or the house of what the provider state 'a shut door' came with",
    ),
  ],
  [
    'does not take the body',
    { answer: { status: 422 } },
    binding(
      '.body',
      'enter does not take what the binding makes of a valid request (status 422)',
      'Correct the template, or the media type',
    ),
  ],
  [
    'issues nothing',
    { answer: { body: { pass: 't' } } },
    binding(
      '',
      'enter answers without a credential where the binding looks for it (status 200)',
      'Correct the path, or say under response where it stands',
    ),
  ],
  [
    'issues it for another house',
    { answer: { body: { token: 't', house: 'h2' } } },
    provided("what the provider state 'a shut door' came with belongs to another house than it says"),
  ],
  [
    'needs more than the state came with',
    { data: DOOR_DATA },
    provided("what the provider state 'a shut door' came with does not suffice for enter: no value for house of door"),
  ],
  [
    'does not take a body that the document shows',
    { answer: { status: 400 }, service: { bindings: { enter: { method: 'POST', path: BINDING.path } } } },
    undefined,
  ],
  ['breaks down', { answer: { status: 500 } }, undefined],
  ['is asked too often', { answer: { status: 429 } }, undefined],
  ['gives no response', { answer: { failure: { kind: 'reset', detail: 'gone' } } }, undefined],
])('a target that %s', async (_what, told, wanted) => {
  expect((await found(told)).mistakes).toEqual(wanted === undefined ? [] : [wanted]);
});

test('an operation that the document shows with its path is missed at the address', async () => {
  const shown = { ...ENTER, method: 'POST' as const, path: '/enter', parameters: (ENTER.parameters ?? []).slice(1) };
  const document = { ...spec, endpoints: { ...spec.endpoints, operations: [shown] } };
  expect((await found({ document, service: { bindings: {} }, answer: { status: 404 } })).mistakes).toEqual([
    {
      key: 'services.authentication.baseUrl',
      what: 'https://doors.example.test/api has nothing at /enter (status 404)',
      remedy: 'Give the address under which the documented paths stand; they are added to it',
      blame: 'config',
    },
  ]);
});

test.each<[string, Reply, readonly string[]]>([
  ['nothing stands there', { status: 404 }, ['https://doors.example.test/api has nothing at /enter (status 404)']],
  ['a stranger is refused', { status: 401 }, []],
  ['a stranger is refused with an error of the document', { status: 404, body: { code: 'no_such_door' } }, []],
])('where nobody is provided, a stranger shows whether the address is right: %s', async (_what, answer, wanted) => {
  const shown = { ...ENTER, method: 'POST' as const, path: '/enter', parameters: (ENTER.parameters ?? []).slice(1) };
  const errors = { ...spec.errors, errors: [{ name: 'no_such_door', status: 404, condition: 'no such door', clauses: [] }] };
  const document = { ...spec, errors, endpoints: { ...spec.endpoints, operations: [shown] } };
  const { mistakes, sent } = await found({ document, service: { bindings: { errorName: '/code' } }, about: { sources: [] }, answer });
  expect(mistakes.map(({ what }) => what)).toEqual(wanted);
  expect(sent).toEqual([['POST', 'https://doors.example.test/api/enter', '{"house":"assay-preflight","key":"assay-preflight"}']]);
});

test.each<[string, Scenario]>([
  ['the operation is not bound', { service: { bindings: {} } }],
  ['nothing provides the state', { about: { sources: [] } }],
])('nothing is sent where %s', async (_what, told) => {
  expect(await found(told)).toEqual({ mistakes: [], sent: [] });
});
