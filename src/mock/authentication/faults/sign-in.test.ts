import { signInFaults } from '../faults.ts';
import {
  activate,
  begin,
  change,
  expired,
  gist,
  newPassword,
  showFaults,
  signsIn,
  stepUp,
  trusted,
  verify,
  type Scenario,
} from './test-faults.ts';

const plain = 'a user who can sign in';
const challenged = '200 MFA_REQUIRED cancel';

const signsInToApp =
  (state: string, params: Readonly<Record<string, unknown>> = {}): Scenario =>
  async (t) =>
    gist(await t.signIn(t.provide(state, params), { audience: t.provide('a user who may use an app')['appId'] }));

/** Signs in a user of whom a factor would be asked, and verifies it. */
const verifies =
  (state: string): Scenario =>
  async (t) => {
    const begun = await begin(t, state, { beside: 'verification' });
    return [gist(begun.first), gist(await verify(t, begun))];
  };

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
  'authn-previous-password-at-app': [
    async (t) => {
      const { user, first } = await expired(t);
      await t.step(change, first, { oldPassword: user['password'], newPassword });
      const audience = t.provide('a user who may use an app')['appId'];
      return [gist(await t.signIn(user)), gist(await t.signIn(user, { audience }))];
    },
    ['401 E0000004', '401 E0000004'],
    ['401 E0000004', '200 SUCCESS next=original'],
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
  'authn-empty-password-signs-in': [signsIn(gist, plain, {}, { password: '' }), '401 E0000004', '200 SUCCESS'],
  'authn-denial-ignored-where-verified': [
    verifies('a user whom the sign-on policy denies'),
    ['401 E0000004', '401 E0000011'],
    [challenged, '200 SUCCESS'],
  ],
  'authn-denial-ignored-where-enrolled': [
    async (t) => {
      const { user, first } = await begin(t, 'a user whom the sign-on policy denies', { beside: 'enrollment' });
      const enrolled = await t.step('factors', first, {
        factorType: 'question',
        profile: { question: user['question'], answer: 'Muzsikas' },
      });
      return [gist(first), gist(enrolled)];
    },
    ['401 E0000004', '401 E0000011'],
    ['200 MFA_ENROLL cancel', '200 SUCCESS'],
  ],
  'authn-lockout-ignored-where-verified': [
    verifies('a user who is locked out'),
    ['401 E0000004', '401 E0000011'],
    [challenged, '200 SUCCESS'],
  ],
  'authn-empty-token-is-the-latest': [
    async (t) => {
      t.provide('a user with an activation token', { password: true });
      return gist(await t.authn({ token: '' }));
    },
    '401 E0000004',
    '200 SUCCESS',
  ],
  'authn-denied-let-in-at-once': [
    signsIn(gist, 'a user whom the sign-on policy denies', { beside: 'change' }),
    '401 E0000004',
    '200 SUCCESS',
  ],
  'authn-locked-out-let-in-at-once': [signsIn(gist, 'a user who is locked out', { beside: 'change' }), '401 E0000004', '200 SUCCESS'],
  'authn-lockout-ignored': [
    signsIn(gist, 'a user who is locked out', { beside: 'change' }),
    '401 E0000004',
    '200 PASSWORD_EXPIRED next=changePassword cancel',
  ],
  'authn-lockout-shown-before-a-factor': [
    signsIn(gist, 'a user who is locked out', { beside: 'verification' }),
    '401 E0000004',
    '200 LOCKED_OUT next=unlock',
  ],
  'authn-shown-lockout-ignored-in-step-up': [
    async (t) => {
      const user = t.provide('a user who is locked out', { shown: true });
      return gist(await t.signIn(user, { stateToken: (await stepUp(t)).first.stateToken }));
    },
    '200 LOCKED_OUT next=unlock',
    '200 SUCCESS next=original',
  ],
  'authn-shown-lockout-ignored-at-app': [
    signsInToApp('a user who is locked out', { shown: true }),
    '200 LOCKED_OUT next=unlock',
    '200 SUCCESS next=original',
  ],
});
