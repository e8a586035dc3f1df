import { expect, test } from 'vitest';
import type { ServiceProfile } from '../model/types.ts';
import { checkAccess } from './check-access.ts';
import { doorSpec } from './profile-fixtures.ts';

const spec = doorSpec({
  callers: [
    { name: 'trusted', header: 'Authorization', credential: 'apiToken', clauses: [] },
    { name: 'holder', default: true, credential: 'openDoor', clauses: [] },
    { name: 'public', clauses: [] },
  ],
});
const found = (service: ServiceProfile): unknown =>
  checkAccess(spec, service, 'services.authentication').map(({ key, message }) => [key, message]);
const value = { value: 'x' };

test('credentials that callers show, parts of a key, and what headers refer to are right', () => {
  expect(
    found({
      credentials: { apiToken: value, id: value, key: value, tenant: value },
      headers: { 'X-Tenant': '{tenant}', authorization: 'Door {credential}' },
      bindings: { knock: { caller: 'trusted' }, errorName: '/code' },
    }),
  ).toEqual([]);
});

test.each<[string, ServiceProfile, string, string]>([
  [
    'a credential that nobody uses',
    { credentials: { apiTokn: value } },
    'services.authentication.credentials.apiTokn',
    "expected a credential that somebody uses (apiToken, id, key), found apiTokn. Did you mean 'apiToken'?",
  ],
  [
    'a header that refers to nothing',
    { credentials: { tenant: value }, headers: { 'X-Tenant': '{tenent} {tenant}' } },
    'services.authentication.headers.X-Tenant',
    "expected {credential} or the name of one of the credentials (tenant), found {tenent}. Did you mean 'tenant'?",
  ],
  [
    'a caller that is none',
    { bindings: { knock: { caller: 'trustd' } } },
    'services.authentication.bindings.knock.caller',
    "expected a caller (trusted, holder, public), found trustd. Did you mean 'trusted'?",
  ],
  [
    'two credentials for one operation',
    { credentials: { apiToken: { ...value, operations: ['get*'] }, other: { ...value, operations: ['shutDoor', 'getDoor'] } } },
    'services.authentication.credentials.other.operations.1',
    'expected one credential for getDoor, found apiToken above already. Take it out of one of them',
  ],
  [
    'a credential for an operation that there is not',
    { credentials: { other: { ...value, operations: ['getDor'] } } },
    'services.authentication.credentials.other.operations.0',
    "expected an operation of authentication, found 'getDor'. Did you mean 'getDoor'?",
  ],
  [
    'a scheme without operations',
    { credentials: { apiToken: { ...value, scheme: 'Bearer' } } },
    'services.authentication.credentials.apiToken.scheme',
    'expected operations beside it, found none. Say which are shown this credential',
  ],
])('%s is told with its key', (_what, service, key, message) => {
  expect(found(service)).toEqual([[key, message]]);
});

test('a credential has no operations of its own where each caller exchanges a key', () => {
  const keys = doorSpec({ callers: [{ name: 'holder', default: true, credential: 'openDoor', clauses: [] }] });
  const credentials = { other: { ...value, operations: ['getDoor'] } };
  expect(checkAccess(keys, { credentials }, 'services.authentication')).toEqual([
    {
      key: 'services.authentication.credentials.other.operations',
      message: 'expected nothing here: each caller of authentication gets its credential in exchange for a key',
    },
  ]);
});
