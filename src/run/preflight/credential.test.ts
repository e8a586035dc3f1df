import { expect, test } from 'vitest';
import { sampleDrive } from '../../drive/fixtures.ts';
import { doorSpec, sampleProfile } from '../../profile/profile-fixtures.ts';
import type { Profile, PublicService } from '../../profile/profile.ts';
import type { CallerRow } from '../../model/types.ts';
import type { HttpRequest } from '../../drive/transport.ts';
import { credentialFindings, beginService } from './access.ts';
import type { Findings } from './mistake.ts';

const HOLDER: CallerRow = { name: 'holder', header: 'Authorization', value: 'Door {credential}', credential: 'pass', clauses: [] };
const KEY = 'services.authentication.credentials.pass';

interface Scenario {
  readonly status?: (request: HttpRequest) => number;
  readonly callers?: readonly CallerRow[];
  readonly service?: Partial<PublicService>;
  readonly about?: Partial<Profile>;
}

async function found({
  status = () => 200,
  callers = [HOLDER],
  service = {},
  about = {},
}: Scenario): Promise<{ readonly found: Findings; readonly sent: unknown }> {
  const spec = doorSpec({ callers });
  const profile = sampleProfile(service, { credentials: { authentication: { pass: 'p1' } }, ...about });
  const { drive, requests } = sampleDrive({ spec, profile, answer: (request) => ({ status: status(request) }) });
  const findings = await credentialFindings(beginService(drive, 'authentication'));
  return {
    found: findings,
    sent: requests.map(({ method, url, headers }) => [method, url.replace(/.*\/api/, ''), headers['authorization']]),
  };
}

/** A target that knows its holders, and says so first of all. */
const guarded =
  (pass: string, behind = 404) =>
  ({ headers }: HttpRequest): number =>
    headers['authorization'] === pass ? behind : 401;
const NOTHING: Findings = { mistakes: [], notices: [] };
const UNVERIFIED: Findings = {
  mistakes: [],
  notices: [`${KEY}: no operation that only reads tells it from none, so it could not be proven`],
};
const REFUSED: Findings = {
  mistakes: [
    { key: KEY, what: 'is refused by getDoor (status 401)', remedy: 'See that it is right, and has not expired', blame: 'config' },
  ],
  notices: [],
};

test('a credential is proven by an operation that refuses a stranger and not its holder', async () => {
  expect(await found({ status: guarded('Door p1') })).toEqual({
    found: NOTHING,
    sent: [
      ['GET', '/doors/assay-preflight', undefined],
      ['GET', '/doors/assay-preflight', 'Door p1'],
    ],
  });
});

test.each<[string, Scenario, Findings]>([
  ['is refused like a stranger', { status: guarded('Door p2') }, REFUSED],
  ['may not do this one thing', { status: guarded('Door p1', 403) }, NOTHING],
  ['cannot be told from a stranger', { status: () => 404 }, UNVERIFIED],
  ['is not asked for', { status: () => 200 }, UNVERIFIED],
  ['is there to be refused', { status: guarded('Door p2'), callers: [{ ...HOLDER, refused: true }] }, NOTHING],
  ['is not in the profile', { status: guarded('Door p1'), about: { credentials: {} } }, NOTHING],
  ['is issued for a key', { status: guarded('Door p2'), callers: [{ ...HOLDER, credential: 'openDoor' }] }, NOTHING],
])('a credential that %s', async (_what, told, wanted) => {
  expect((await found(told)).found).toEqual(wanted);
});

test('what nearly every request carries is missed where the profile has none', async () => {
  const callers = [{ name: 'holder', default: true as const, credential: 'pass', clauses: [] }];
  const about = { credentials: {}, headers: { authentication: { Authorization: 'Door {credential}' } } };
  expect((await found({ status: guarded('Door p1'), callers, about })).found).toEqual(REFUSED);
});

test('a stranger has none of the headers of the profile that carry a credential', async () => {
  const callers = [{ name: 'holder', default: true as const, credential: 'pass', clauses: [] }];
  const about = { headers: { authentication: { Authorization: 'Door {credential}' } } };
  expect((await found({ status: guarded('Door p1'), callers, about })).sent).toEqual([
    ['GET', '/doors/assay-preflight', undefined],
    ['GET', '/doors/assay-preflight', 'Door p1'],
  ]);
});

test('what needs to know nothing first is asked first, and where it is not found the profile is wrong', async () => {
  const bindings = { getDoor: { path: '/the-door' } };
  const spec = { status: guarded('Door p1'), service: { bindings } };
  expect(await found(spec)).toEqual({
    found: {
      mistakes: [
        {
          key: 'services.authentication.bindings.getDoor',
          what: 'there is nothing at https://doors.example.test/api/the-door (status 404)',
          remedy: 'Correct method and path, or baseUrl',
          blame: 'config',
        },
      ],
      notices: [],
    },
    sent: [
      ['GET', '/the-door', undefined],
      ['GET', '/the-door', 'Door p1'],
    ],
  });
});

test('a credential is proven under an address with a field of an object, too', async () => {
  const bindings = { getDoor: { path: '/doors/{id.number}' } };
  expect(await found({ status: guarded('Door p1'), service: { bindings } })).toEqual(await found({ status: guarded('Door p1') }));
});

test('a credential of its own is proven by the operations that it is for, and the usual one by the others', async () => {
  const operationCredentials = [{ credential: 'other', operations: ['get*'], scheme: 'Bearer' }];
  const about = { credentials: { authentication: { pass: 'p1', other: 'o1' } } };
  expect(await found({ status: guarded('Bearer o2'), service: { operationCredentials }, about })).toEqual({
    found: {
      mistakes: [{ ...REFUSED.mistakes[0], key: 'services.authentication.credentials.other' }],
      notices: UNVERIFIED.notices,
    },
    sent: [
      ['GET', '/doors/assay-preflight', undefined],
      ['GET', '/doors/assay-preflight', 'Bearer o1'],
    ],
  });
});
