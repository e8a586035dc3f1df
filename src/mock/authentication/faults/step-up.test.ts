import type { TryOut } from '../try-out.ts';
import { at, gist, kind, showFaults, signsIn, stepUp, trusted, verify, type Scenario } from './test-faults.ts';
import { stepUpFaults } from '../faults.ts';

const verification = { session: true, requires: 'verification' };
const original = '200 SUCCESS next=original';

const toApp =
  (protocol: string): Scenario =>
  async (t) => {
    const user = t.provide('a user who may use an app', { protocol });
    return (await t.signIn(user, { audience: user['appId'] })).gist;
  };

const opens =
  (params: Readonly<Record<string, unknown>>): Scenario =>
  async (t: TryOut) => {
    const { appId } = t.provide('a user who may use an app', params);
    return new URL(String((await t.send('GET', `/app/${appId}/sign-on`)).headers['location'])).searchParams.has('stateToken');
  };

const signsInWith =
  (password: string | undefined): Scenario =>
  async (t) => {
    const { user, first } = await stepUp(t);
    return (await t.signIn(user, { stateToken: first.stateToken, ...(password === undefined ? {} : { password }) })).gist;
  };

const signsInForVerification: Scenario = async (t) => {
  const { user, first } = await stepUp(t, { requires: 'verification' });
  return (await t.signIn(user, { stateToken: first.stateToken })).gist;
};

const target = at('_embedded', 'target', 'name');

showFaults(stepUpFaults, {
  'authn-step-up-type-missing': [async (t) => (await stepUp(t, verification)).first.at('type'), 'SESSION_STEP_UP', undefined],
  'authn-step-up-type-everywhere': [signsIn(at('type'), 'a user who can sign in'), undefined, 'SESSION_STEP_UP'],
  'authn-step-up-type-sticks': [
    async (t) => {
      const { user, first } = await stepUp(t);
      await t.signIn(user, { stateToken: first.stateToken });
      return (await t.signIn(user)).at('type');
    },
    undefined,
    'SESSION_STEP_UP',
  ],
  'authn-target-missing': [async (t) => kind('_embedded', 'target')((await stepUp(t)).first), 'object', 'undefined'],
  'authn-target-shown-once': [
    async (t) => kind('_embedded', 'target')(await t.authn({ stateToken: (await stepUp(t)).first.stateToken })),
    'object',
    'undefined',
  ],
  'authn-remember-device-missing': [async (t) => kind('_embedded', 'policy')((await stepUp(t, verification)).first), 'object', 'undefined'],
  'authn-remember-device-only-where-app-asks': [
    async (t) => {
      const { first } = await stepUp(t);
      return kind('_embedded', 'policy')(await t.signIn(t.provide('a user who must verify a factor'), { stateToken: first.stateToken }));
    },
    'object',
    'undefined',
  ],
  'authn-remember-device-missing-for-trusted': [
    async (t) => {
      const { user, first } = await stepUp(t, { requires: 'verification' });
      return kind('_embedded', 'policy')(await t.signIn(user, { stateToken: first.stateToken }, trusted));
    },
    'object',
    'undefined',
  ],
  'authn-push-factor-not-listed': [
    async (t) => {
      const { first } = await stepUp(t, verification);
      return [0, 1].map((index) => first.at('_embedded', 'factor', index, 'factorType'));
    },
    ['question', 'push'],
    ['question', undefined],
  ],
  'authn-factors-info-by-type': [
    async (t) => kind('_embedded', 'policy', 'factorsPolicyInfo', 'push')((await stepUp(t, verification)).first),
    'undefined',
    'object',
  ],
  'authn-no-way-back-to-app': [async (t) => gist(await verify(t, await stepUp(t, verification))), original, '200 SUCCESS'],
  'authn-no-way-to-app': [signsInWith(undefined), original, '200 SUCCESS'],
  'authn-no-way-back-to-app-after-sign-in': [
    async (t) => {
      const { user, first } = await stepUp(t, { requires: 'verification' });
      return gist(await verify(t, { user, first: await t.signIn(user, { stateToken: first.stateToken }) }));
    },
    original,
    '200 SUCCESS',
  ],
  'authn-step-up-names-who-was-refused': [
    async (t) => {
      const {
        user,
        first: { stateToken },
      } = await stepUp(t);
      await t.signIn(user, { stateToken, password: 'wrong' });
      return kind('_embedded', 'user')(await t.authn({ stateToken }));
    },
    'undefined',
    'object',
  ],
  'authn-step-up-needs-no-password': [async (t) => gist((await stepUp(t)).first), '200 UNAUTHENTICATED next=authenticate', original],
  'authn-step-up-done-when-asked-again': [
    async (t) => {
      const { first } = await stepUp(t);
      return [gist(first), gist(await t.authn({ stateToken: first.stateToken }))];
    },
    ['200 UNAUTHENTICATED next=authenticate', '200 UNAUTHENTICATED next=authenticate'],
    ['200 UNAUTHENTICATED next=authenticate', original],
  ],
  'authn-step-up-refused-as-state': [signsInWith('wrong'), '401 E0000004', '403 E0000079'],
  'authn-step-up-asks-for-enrollment': [signsInWith(undefined), original, '200 MFA_ENROLL cancel'],
  'authn-step-up-asks-again': [async (t) => gist(await verify(t, await stepUp(t, verification))), original, '200 MFA_REQUIRED cancel'],
  'authn-step-up-without-verification': [async (t) => gist((await stepUp(t, verification)).first), '200 MFA_REQUIRED cancel', original],
  'authn-step-up-by-password-alone': [signsInForVerification, '200 MFA_REQUIRED cancel', original],
  'authn-step-up-without-enrollment': [
    async (t) => gist((await stepUp(t, { session: true, requires: 'enrollment' })).first),
    '200 MFA_ENROLL cancel',
    original,
  ],
  'authn-unsupported-app-accepted': [toApp('other'), '400 E0000001', original],
  'authn-ws-federation-refused': [toApp('ws-federation'), original, '400 E0000001'],
  'authn-saml-refused': [toApp('saml'), original, '400 E0000001'],
  'authn-redirect-without-sign-in-page': [opens({ signInPage: false }), false, true],
  'authn-redirect-for-any-protocol': [opens({ protocol: 'other' }), false, true],
  'authn-redirect-for-none': [opens({}), true, false],
  'authn-target-of-the-last-step-up': [
    async (t) => {
      const { user, first } = await stepUp(t);
      await stepUp(t);
      return target(await t.authn({ stateToken: first.stateToken })) === user['appName'];
    },
    true,
    false,
  ],
  'authn-target-of-the-step-up-before': [
    async (t) => {
      await stepUp(t);
      const { user, first } = await stepUp(t);
      return target(first) === user['appName'];
    },
    true,
    false,
  ],
  'authn-original-of-the-step-up-begun-last': [
    async (t) => {
      const { user, first } = await stepUp(t);
      await stepUp(t);
      const { stateToken } = first;
      return String((await t.signIn(user, { stateToken })).at('_links', 'next', 'href')).includes(stateToken);
    },
    true,
    false,
  ],
  'authn-step-up-ends-with-the-next-one': [
    async (t) => {
      const { user, first } = await stepUp(t, { requires: 'verification' });
      const challenged = await t.signIn(user, { stateToken: first.stateToken });
      const other = await stepUp(t, { requires: 'verification' });
      await t.signIn(other.user, { stateToken: other.first.stateToken });
      return (await verify(t, { user, first: challenged })).gist;
    },
    original,
    '401 E0000011',
  ],
});
