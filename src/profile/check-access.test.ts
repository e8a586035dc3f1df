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
])('%s is told with its key', (_what, service, key, message) => {
  expect(found(service)).toEqual([[key, message]]);
});
