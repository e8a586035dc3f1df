import { expect, test } from 'vitest';
import type { DocumentSpec, Step } from '../model/types.ts';
import { doorSpec, sampleProfile, sampleSpec } from '../profile/profile-fixtures.ts';
import type { Reply } from './transport-fixtures.ts';
import type { HttpRequest } from './transport.ts';
import { issuedCredential, keyPair } from './caller.ts';
import { driveCase, probeOf, type DriveParts, type DrivenCase } from './fixtures.ts';

const path = (name: string) => ({ name, in: 'path' as const, required: true as const, schema: {}, clauses: [] });
const body = (name: string) => ({ ...path(name), in: 'body' as const, secret: name });
const issue = {
  id: 'issue',
  clauses: [],
  method: 'POST',
  path: '/teams/{team}/token',
  parameters: [path('team'), body('keyId'), body('keySecret')],
  responses: [{ status: 200, resource: 'Token', clauses: [] }],
} as const;
const look = { id: 'look', clauses: [], method: 'GET', path: '/teams/{team}/doors', parameters: [path('team')], responses: [] } as const;

const spec: DocumentSpec = sampleSpec({
  resources: [{ name: 'Token', fields: [{ path: 'token.value', schema: {}, secret: 'bearer', clauses: ['doors.token'] }] }],
  operations: [
    { ...issue, clauses: [], parameters: [...issue.parameters], responses: issue.responses.map((row) => ({ ...row, clauses: [] })) },
    { ...look, clauses: [], parameters: [...look.parameters], responses: [] },
  ],
  callers: [
    { name: 'service', default: true, header: 'Authorization', value: 'Bearer {credential}', credential: 'issue', clauses: [] },
    { name: 'anonymous', clauses: [] },
  ],
});

const keyOf = (team: string) => ({ team, keyId: `id-of-${team}`, keySecret: `secret-of-${team}` });
/** Answers a token for each team, numbered, and anything else with 200. */
const issuing = ({ url }: HttpRequest, ordinal: number): Reply =>
  url.endsWith('/token') ? { body: { token: { value: `token-${ordinal}-${url.split('/').at(-2)}` } } } : {};
const lookAt = (team: string, more: Partial<Step> = {}): Step => ({ call: 'look', with: { team }, ...more });

/** Provider states of teams a and b, under the aliases door and other. */
async function drive(steps: [Step, ...Step[]], parts: DriveParts = {}): Promise<DrivenCase> {
  const teams = ['a', 'b'];
  const planned = probeOf(spec, ...steps);
  const given = [...planned.given, { state: 'a shut door', as: 'other' }];
  return driveCase(
    { ...planned, given },
    {
      spec,
      answer: issuing,
      providers: { provide: () => Promise.resolve({ data: keyOf(teams.shift() ?? 'none'), by: 'test' }) },
      ...parts,
    },
  );
}

const sent = ({ requests }: DrivenCase): unknown => requests.map(({ url, headers }) => [url.split('/api')[1], headers['authorization']]);

test('a key is exchanged for its credential once, before the first request that needs it', async () => {
  const driven = await drive([lookAt('a'), lookAt('a')]);
  expect(sent(driven)).toEqual([
    ['/teams/a/token', undefined],
    ['/teams/a/doors', 'Bearer token-1-a'],
    ['/teams/a/doors', 'Bearer token-1-a'],
  ]);
  expect(driven.requests[0]?.body).toBe('{"keyId":"id-of-a","keySecret":"secret-of-a"}');
  expect(driven.exchanges.map(({ place, operation, purpose }) => [place.at, operation, purpose])).toEqual([
    ['credential', 'issue', 'probe'],
    ['steps/0', 'look', 'probe'],
    ['steps/1', 'look', 'probe'],
  ]);
  expect(JSON.stringify(driven.events)).not.toMatch(/token-1-a|secret-of-a/);
});

test('each key has its own credential: the one of the team that the step is about', async () => {
  expect(sent(await drive([lookAt('b'), lookAt('a'), lookAt('b')]))).toEqual([
    ['/teams/b/token', undefined],
    ['/teams/b/doors', 'Bearer token-1-b'],
    ['/teams/a/token', undefined],
    ['/teams/a/doors', 'Bearer token-3-a'],
    ['/teams/b/doors', 'Bearer token-1-b'],
  ]);
});

test('a turned clock may have ended a credential: the key is exchanged again', async () => {
  const driven = await drive([lookAt('a'), { advance: 'PT1H' }, lookAt('a')], {
    providers: { provide: () => Promise.resolve({ data: keyOf('a'), by: 'test' }), advance: () => Promise.resolve({ now: 'later' }) },
  });
  expect(sent(driven)).toEqual([
    ['/teams/a/token', undefined],
    ['/teams/a/doors', 'Bearer token-1-a'],
    ['/teams/a/token', undefined],
    ['/teams/a/doors', 'Bearer token-3-a'],
  ]);
});

test('neither the operation that issues nor a caller without credential needs one', async () => {
  expect(sent(await drive([{ call: 'issue', with: keyOf('a') }, lookAt('a', { caller: 'anonymous' })]))).toEqual([
    ['/teams/a/token', undefined],
    ['/teams/a/doors', undefined],
  ]);
});

test('a team of its own has no key among the provider states: the first one serves', async () => {
  expect(sent(await drive([lookAt('c')]))).toEqual([
    ['/teams/a/token', undefined],
    ['/teams/c/doors', 'Bearer token-1-a'],
  ]);
});

test('without provider states the key of the profile is exchanged', async () => {
  const credentials = { authentication: { team: 'own', keyId: 'i', keySecret: 's' } };
  const named = sampleSpec({
    resources: spec.resources.resources,
    callers: spec.authentication.callers ?? [],
    operations: spec.endpoints.operations.map((operation) => ({
      ...operation,
      parameters: (operation.parameters ?? []).map((row) => ({
        ...row,
        name: row.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      })),
    })),
  });
  const driven = await driveCase(
    { ...probeOf(named, lookAt('own')), given: [] },
    { spec: named, profile: sampleProfile({}, { credentials }), answer: issuing },
  );
  expect([sent(driven), driven.requests[0]?.body]).toEqual([
    [
      ['/teams/own/token', undefined],
      ['/teams/own/doors', 'Bearer token-1-own'],
    ],
    '{"key_id":"i","key_secret":"s"}',
  ]);
});

test.each<[string, DriveParts, string]>([
  [
    'no key anywhere',
    { providers: { provide: () => Promise.resolve({ data: {}, by: 'test' }) } },
    'caller service needs a key for issue: no provider state of the case and no credential of the profile has one',
  ],
  ['a key for which nothing is issued', { answer: () => ({ status: 401 }) }, 'issue issued no credential: status 401'],
])('%s blocks the step, and the configuration is to blame', async (_what, parts, because) => {
  expect((await drive([lookAt('a')], parts)).driven.blocked).toEqual({ because, blame: 'config' });
});

const [issuingOperation] = spec.endpoints.operations;
if (issuingOperation === undefined) throw new Error('no operation');

test('a key pair is everything that the operation asks for, and no more', () => {
  const pair = keyPair(
    issuingOperation,
    [
      { team: 'a', keyId: '1' },
      { ...keyOf('b'), surplus: 1 },
    ],
    {},
  );
  expect([pair?.args, pair?.identity]).toEqual([keyOf('b'), JSON.stringify(keyOf('b'))]);
  expect(keyPair(issuingOperation, [{ team: 'a' }], {})).toBeUndefined();
});

test('the credential is the secret field of what the operation answers', () => {
  expect(
    [{ token: { value: 't' } }, { token: { value: 7 } }, {}, undefined].map((answer) => issuedCredential(spec, issuingOperation, answer)),
  ).toEqual(['t', undefined, undefined, undefined]);
  expect(issuedCredential(doorSpec(), { ...issuingOperation, responses: [] }, { token: 't' })).toBeUndefined();
});
