import type { More, Reply, TryOut } from '../try-out.ts';
import { gist, showFaults, signsIn, trusted, warn, type Scenario } from './test-faults.ts';
import { trustFaults } from '../faults.ts';

const guarded = 'a user who may sign in from one address only';

/** Signs in with X-Forwarded-For naming the permitted address. */
const forwarded =
  (params: Readonly<Record<string, unknown>>, more: More): Scenario =>
  async (t) => {
    const user = t.provide(guarded, params);
    return (await t.signIn(user, {}, { ...more, headers: { ...more.headers, 'x-forwarded-for': user['address'] ?? '' } })).gist;
  };

const signsInFrom = (t: TryOut, user: Readonly<Record<string, string>>, address = ''): Promise<Reply> =>
  t.signIn(user, {}, { ...trusted, headers: { 'x-forwarded-for': address } });

showFaults(trustFaults, {
  'authn-any-api-token': [forwarded({}, { headers: { authorization: 'SSWS nobody' } }), '401 E0000004', '200 SUCCESS'],
  'authn-api-token-ignored': [forwarded({}, trusted), '200 SUCCESS', '401 E0000004'],
  'authn-override-refused': [
    signsIn(gist, 'a user who can sign in', {}, { context: { deviceToken: 'device' } }),
    '200 SUCCESS',
    '400 E0000003',
  ],
  'authn-public-needs-credential': [signsIn(gist, 'a user who can sign in', {}, warn), '200 SUCCESS', '400 E0000003'],
  'authn-factors-of-anybody': [
    async (t) => {
      const { userId } = t.provide('a user who must verify a factor');
      return (await t.send('GET', `/api/v1/users/${userId}/factors`)).gist;
    },
    '401 E0000011',
    '200 ',
  ],
  'authn-forwarded-for-of-anybody': [forwarded({}, {}), '401 E0000004', '200 SUCCESS'],
  'authn-forwarded-for-without-gateway': [forwarded({ gateway: false }, trusted), '401 E0000004', '200 SUCCESS'],
  'authn-forwarded-for-ignored': [forwarded({}, trusted), '200 SUCCESS', '401 E0000004'],
  'authn-address-not-evaluated': [signsIn(gist, guarded), '401 E0000004', '200 SUCCESS'],
  'authn-address-by-its-beginning': [
    async (t) => {
      const user = t.provide(guarded);
      return gist(await signsInFrom(t, user, user['address']?.slice(0, -1)));
    },
    '401 E0000004',
    '200 SUCCESS',
  ],
  'authn-denial-remembered': [
    async (t) => {
      const user = t.provide(guarded);
      return [gist(await t.signIn(user)), gist(await signsInFrom(t, user, user['address']))];
    },
    ['401 E0000004', '200 SUCCESS'],
    ['401 E0000004', '401 E0000004'],
  ],
  'authn-address-let-in-for-everybody': [
    async (t) => {
      const user = t.provide(guarded);
      await signsInFrom(t, t.provide('a user who can sign in'), user['otherAddress']);
      return gist(await signsInFrom(t, user, user['otherAddress']));
    },
    '401 E0000004',
    '200 SUCCESS',
  ],
});
