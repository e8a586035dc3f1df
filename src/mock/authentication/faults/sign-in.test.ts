import { signInFaults } from '../faults.ts';
import { activate, begin, gist, showFaults, signsIn, trusted, type Scenario } from './test-faults.ts';

const plain = 'a user who can sign in';
const challenged = '200 MFA_REQUIRED cancel';

const signsInToApp =
  (state: string): Scenario =>
  async (t) =>
    gist(await t.signIn(t.provide(state), { audience: t.provide('a user who may use an app')['appId'] }));

showFaults(signInFaults, {
  'authn-short-name-unknown': [
    async (t) => {
      const user = t.provide(plain);
      return (await t.signIn(user, { username: user['shortLogin'] })).gist;
    },
    '200 SUCCESS',
    '401 E0000004',
  ],
  'authn-any-password': [signsIn(gist, plain, {}, { password: 'wrong' }), '401 E0000004', '200 SUCCESS'],
  'authn-password-in-any-case': [
    async (t) => {
      const user = t.provide(plain);
      return (await t.signIn(user, { password: user['password']?.toUpperCase() })).gist;
    },
    '401 E0000004',
    '200 SUCCESS',
  ],
  'authn-sign-in-once': [
    async (t) => {
      const user = t.provide(plain);
      return [(await t.signIn(user)).gist, (await t.signIn(user)).gist];
    },
    ['200 SUCCESS', '200 SUCCESS'],
    ['200 SUCCESS', '401 E0000004'],
  ],
  'authn-password-left-out': [async (t) => gist(await t.authn({ username: t.provide(plain)['login'] })), '400 E0000003', '200 SUCCESS'],
  'authn-transaction-for-nobody': [async (t) => gist(await t.authn({})), '400 E0000003', '200 UNAUTHENTICATED next=authenticate'],
  'authn-parameters-in-query': [
    async (t) => {
      const { login = '', password = '' } = t.provide(plain);
      return (await t.send('POST', `/api/v1/authn?${new URLSearchParams({ username: login, password }).toString()}`, {})).gist;
    },
    '400 E0000003',
    '200 SUCCESS',
  ],
  'authn-unknown-user-not-found': [signsIn(gist, plain, {}, { username: 'nobody' }), '401 E0000004', '404 E0000007'],
  'authn-denial-ignored': [signsIn(gist, 'a user whom the sign-on policy denies'), '401 E0000004', '200 SUCCESS'],
  'authn-denial-ignored-at-app': [signsInToApp('a user whom the sign-on policy denies'), '401 E0000004', '200 SUCCESS next=original'],
  'authn-lockout-ignored-at-app': [signsInToApp('a user who is locked out'), '401 E0000004', '200 SUCCESS next=original'],
  'authn-expired-password-accepted': [
    signsIn(gist, 'a user whose password has expired'),
    '200 PASSWORD_EXPIRED next=changePassword cancel',
    '200 SUCCESS',
  ],
  'authn-expired-password-before-factor': [
    async (t) => gist((await begin(t, 'a user whose password has expired', { factor: true })).first),
    challenged,
    '200 PASSWORD_EXPIRED next=changePassword cancel',
  ],
  'authn-activation-needs-api-token': [async (t) => gist((await activate(t, { password: true })).first), '200 SUCCESS', '401 E0000004'],
  'authn-activation-refuses-api-token': [
    async (t) => gist((await activate(t, { password: true }, trusted)).first),
    '200 SUCCESS',
    '401 E0000004',
  ],
  'authn-unknown-activation-not-found': [async (t) => gist(await t.authn({ token: 'nobody' })), '401 E0000004', '404 E0000007'],
  'authn-activation-without-password': [
    async (t) => gist((await activate(t)).first),
    '200 PASSWORD_RESET next=resetPassword cancel',
    '200 SUCCESS',
  ],
  'authn-activation-without-enrollment': [
    async (t) => gist((await activate(t, { password: true, mfa: true })).first),
    '200 MFA_ENROLL cancel',
    '200 SUCCESS',
  ],
});
