import type { Reply, TryOut } from '../try-out.ts';
import { hiddenStateFaults } from '../faults.ts';
import {
  activate,
  begin,
  change,
  expired,
  gist,
  newPassword,
  session,
  showFaults,
  stepUp,
  verify,
  warn,
  warned,
  type Begun,
} from './test-faults.ts';

const question = { factorType: 'question', profile: { question: 'first_concert', answer: 'Muzsikas' } };
const expiredWithFactor = (t: TryOut): Promise<Begun> => begin(t, 'a user whose password has expired', { factor: true });
const readBack = async (t: TryOut, { stateToken }: Reply): Promise<string> => gist(await t.authn({ stateToken }));
const reset = async (t: TryOut, params: Readonly<Record<string, unknown>>): Promise<Begun & { readonly done: Reply }> => {
  const begun = await activate(t, params);
  return { ...begun, done: await t.step('credentials/reset_password', begun.first, { newPassword }) };
};

/** Changes that are refused, each for one reason: whether their new passwords and the old one sign in. */
const signInsAfterRefusals = async (t: TryOut): Promise<readonly string[]> => {
  const { user, first } = await expired(t);
  const shown = [
    gist(await t.step(change, first, { oldPassword: user['password'], newPassword: 'weak' })),
    gist(await t.step(change, first, { oldPassword: 'wrong', newPassword })),
  ];
  for (const password of ['weak', newPassword, user['password']]) shown.push(gist(await t.signIn(user, { password })));
  return shown;
};
const signedIn = '200 PASSWORD_EXPIRED next=changePassword cancel';

showFaults(hiddenStateFaults, {
  'authn-password-not-changed': [
    async (t) => {
      const { user, first } = await expired(t);
      return [
        gist(await t.step(change, first, { oldPassword: user['password'], newPassword })),
        gist(await t.signIn(user, { password: newPassword })),
      ];
    },
    ['200 SUCCESS', '200 SUCCESS'],
    ['200 SUCCESS', '401 E0000004'],
  ],
  'authn-first-password-lost': [
    async (t) => {
      const { user, done } = await reset(t, {});
      return [gist(done), gist(await t.authn({ username: user['login'], password: newPassword }))];
    },
    ['200 SUCCESS', '200 SUCCESS'],
    ['200 SUCCESS', '401 E0000004'],
  ],
  'authn-refused-password-stored': [
    async (t) => {
      const { user, first } = await expired(t);
      return [
        gist(await t.step(change, first, { oldPassword: 'wrong', newPassword })),
        gist(await t.signIn(user, { password: newPassword })),
      ];
    },
    ['403 E0000014', '401 E0000004'],
    ['403 E0000014', '200 PASSWORD_EXPIRED next=changePassword cancel'],
  ],
  'authn-refused-weak-password-signs-in': [
    signInsAfterRefusals,
    ['403 E0000014', '403 E0000014', '401 E0000004', '401 E0000004', signedIn],
    ['403 E0000014', '403 E0000014', signedIn, '401 E0000004', signedIn],
  ],
  'authn-password-of-refused-change-signs-in': [
    signInsAfterRefusals,
    ['403 E0000014', '403 E0000014', '401 E0000004', '401 E0000004', signedIn],
    ['403 E0000014', '403 E0000014', '401 E0000004', signedIn, signedIn],
  ],
  'authn-password-changed-stands-still': [
    async (t) => {
      const { user, first } = await warned(t);
      return (await t.step(change, first, { oldPassword: user['password'], newPassword })).at('_embedded', 'user', 'passwordChanged');
    },
    '2026-01-01T00:00:00.000Z',
    '2025-10-08T00:00:00.000Z',
  ],
  'authn-change-before-factor': [
    async (t) => {
      const { user, first } = await expiredWithFactor(t);
      return [gist(first), gist(await t.step(change, first, { oldPassword: user['password'], newPassword }))];
    },
    ['200 MFA_REQUIRED cancel', '403 E0000079'],
    ['200 MFA_REQUIRED cancel', '200 SUCCESS'],
  ],
  'authn-expired-can-be-skipped': [async (t) => gist(await t.step('skip', (await expired(t)).first)), '403 E0000079', '200 SUCCESS'],
  'authn-enrollment-can-be-skipped': [
    async (t) => gist(await t.step('skip', (await begin(t, 'a user who must enroll a factor')).first)),
    '403 E0000079',
    '200 SUCCESS',
  ],
  'authn-verification-can-be-skipped': [
    async (t) => gist(await t.step('skip', (await begin(t, 'a user who must verify a factor')).first)),
    '403 E0000079',
    '200 SUCCESS',
  ],
  'authn-enrolled-instead-of-verified': [
    async (t) => gist(await t.step('factors', (await begin(t, 'a user who must verify a factor', { factor: 'sms' })).first, question)),
    '403 E0000079',
    '200 SUCCESS',
  ],
  'authn-verified-and-forgotten': [
    async (t) => {
      const begun = await expiredWithFactor(t);
      const verified = await verify(t, begun);
      return [gist(verified), await readBack(t, verified)];
    },
    ['200 PASSWORD_EXPIRED next=changePassword cancel', '200 PASSWORD_EXPIRED next=changePassword cancel'],
    ['200 PASSWORD_EXPIRED next=changePassword cancel', '200 MFA_REQUIRED cancel'],
  ],
  'authn-warning-remembered-as-expired': [
    async (t) => {
      const { first } = await warned(t);
      return [gist(first), await readBack(t, first)];
    },
    ['200 PASSWORD_WARN next=changePassword skip cancel', '200 PASSWORD_WARN next=changePassword skip cancel'],
    ['200 PASSWORD_WARN next=changePassword skip cancel', '200 PASSWORD_EXPIRED next=changePassword cancel'],
  ],
  'authn-reset-remembered-as-reset': [
    async (t) => {
      const { done } = await reset(t, { mfa: true });
      return [gist(done), await readBack(t, done)];
    },
    ['200 MFA_ENROLL cancel', '200 MFA_ENROLL cancel'],
    ['200 MFA_ENROLL cancel', '200 PASSWORD_RESET next=resetPassword cancel'],
  ],
  'authn-activation-forgotten': [
    async (t) => {
      const { first } = await activate(t, { password: true, mfa: true });
      return [gist(first), await readBack(t, first)];
    },
    ['200 MFA_ENROLL cancel', '200 MFA_ENROLL cancel'],
    ['200 MFA_ENROLL cancel', '401 E0000011'],
  ],
  'authn-step-up-remembered-as-success': [
    async (t) => {
      const { first } = await stepUp(t, { session: true, requires: 'verification' });
      return [gist(first), await readBack(t, first)];
    },
    ['200 MFA_REQUIRED cancel', '200 MFA_REQUIRED cancel'],
    ['200 MFA_REQUIRED cancel', '200 SUCCESS next=original'],
  ],
  'authn-enrolled-factor-lost': [
    async (t) => {
      const { user, first } = await begin(t, 'a user who must enroll a factor', {}, { options: { multiOptionalFactorEnroll: true } });
      await t.step('factors', first, question);
      return gist(await t.signIn(user));
    },
    '200 SUCCESS',
    '200 MFA_ENROLL cancel',
  ],
  'authn-session-token-worthless': [
    async (t) => {
      const { user, first } = await expired(t);
      return (await session(t, await t.step(change, first, { oldPassword: user['password'], newPassword }))).status;
    },
    200,
    401,
  ],
  'authn-factor-of-another-user': [
    async (t) => {
      const own = await begin(t, 'a user who must verify a factor');
      const other = await begin(t, 'a user who must verify a factor');
      return gist(await verify(t, { user: other.user, first: own.first }));
    },
    '404 E0000007',
    '200 SUCCESS',
  ],
  'authn-change-out-of-place-is-made': [
    async (t) => {
      const { user, first } = await begin(t, 'a user who must verify a factor');
      return [gist(await t.step(change, first, { oldPassword: user['password'], newPassword })), gist(await t.signIn(user))];
    },
    ['403 E0000079', '200 MFA_REQUIRED cancel'],
    ['403 E0000079', '401 E0000004'],
  ],
  'authn-first-password-out-of-place-is-made': [
    async (t) => {
      const { user, first } = await begin(t, 'a user who must enroll a factor');
      return [gist(await t.step('credentials/reset_password', first, { newPassword })), gist(await t.signIn(user))];
    },
    ['403 E0000079', '200 MFA_ENROLL cancel'],
    ['403 E0000079', '401 E0000004'],
  ],
  'authn-skip-of-all-transactions': [
    async (t) => {
      const { user, first } = await warned(t);
      const other = await t.signIn(user, warn);
      return [gist(await t.step('skip', first)), await readBack(t, other)];
    },
    ['200 SUCCESS', '200 PASSWORD_WARN next=changePassword skip cancel'],
    ['200 SUCCESS', '200 SUCCESS'],
  ],
  'authn-success-of-all-who-wait': [
    async (t) => {
      const [own, other] = [await begin(t, 'a user who must verify a factor'), await begin(t, 'a user who must verify a factor')];
      return [gist(await verify(t, own)), await readBack(t, other.first)];
    },
    ['200 SUCCESS', '200 MFA_REQUIRED cancel'],
    ['200 SUCCESS', '200 SUCCESS'],
  ],
  'authn-others-end-with-a-verification': [
    async (t) => {
      const [own, other] = [await begin(t, 'a user who must verify a factor'), await begin(t, 'a user who must verify a factor')];
      return [gist(await verify(t, own)), gist(await verify(t, other))];
    },
    ['200 SUCCESS', '200 SUCCESS'],
    ['200 SUCCESS', '401 E0000011'],
  ],
  'authn-empty-state-token-is-the-latest': [
    async (t) => {
      const { user } = await begin(t, 'a user who must verify a factor');
      return gist(await t.send('POST', `/api/v1/authn/factors/${user['factorId']}/verify`, { stateToken: '', answer: user['proof'] }));
    },
    '401 E0000011',
    '200 SUCCESS',
  ],
  'authn-challenge-lifted-by-a-wrong-answer': [
    async (t) => {
      const { user, first } = await begin(t, 'a user who must verify a factor');
      await t.step(`factors/${user['factorId']}/verify`, first, { answer: 'wrong' });
      return gist(await t.signIn(user));
    },
    '200 MFA_REQUIRED cancel',
    '200 SUCCESS',
  ],
  'authn-expiry-put-off-by-a-weak-password': [
    async (t) => {
      const { user, first } = await expired(t);
      await t.step(change, first, { oldPassword: user['password'], newPassword: 'weak' });
      return gist(await t.signIn(user));
    },
    signedIn,
    '200 SUCCESS',
  ],
});
