import { expect, test } from 'vitest';
import { tryOut } from './try-out.ts';

const warn = { options: { warnBeforePasswordExpired: true } };

test.each([
  ['a user who can sign in', {}, {}, '200 SUCCESS'],
  ['a user who can sign in', {}, warn, '200 SUCCESS'],
  ['a user who can sign in', {}, { options: null, context: null }, '200 SUCCESS'],
  ['a user who can sign in', {}, { password: 'wrong' }, '401 E0000004'],
  ['a user who can sign in', {}, { username: 'nobody@example.test' }, '401 E0000004'],
  ['a user whose password has expired', {}, {}, '200 PASSWORD_EXPIRED next=changePassword cancel'],
  ['a user whose password has expired', { factor: true }, {}, '200 MFA_REQUIRED cancel'],
  ['a user whose password is about to expire', {}, {}, '200 SUCCESS'],
  ['a user whose password is about to expire', {}, warn, '200 PASSWORD_WARN next=changePassword skip cancel'],
  ['a user whose password is about to expire', {}, { options: { warnBeforePasswordExpired: null } }, '200 SUCCESS'],
  ['a user whose password is about to expire', {}, { options: { warnBeforePasswordExpired: false } }, '200 SUCCESS'],
  ['a user who must verify a factor', {}, {}, '200 MFA_REQUIRED cancel'],
  ['a user who must enroll a factor', {}, {}, '200 MFA_ENROLL cancel'],
  ['a user who is locked out', { shown: true }, {}, '200 LOCKED_OUT next=unlock'],
  ['a user who is locked out', {}, {}, '401 E0000004'],
  ['a user whom the sign-on policy denies', {}, {}, '401 E0000004'],
])('%s %j signs in with %j: %s', async (state, params, body, gist) => {
  const t = tryOut();
  expect((await t.signIn(t.provide(state, params), body)).gist).toBe(gist);
});

test('the short name does as well as the qualified one', async () => {
  const t = tryOut();
  const user = t.provide('a user who can sign in');
  expect((await t.authn({ username: user['shortLogin'], password: user['password'] })).gist).toBe('200 SUCCESS');
});

test('policies are shown where a password has to be chosen', async () => {
  const t = tryOut();
  const complexity = { minLength: 8, minLowerCase: 1, minUpperCase: 1, minNumber: 1, minSymbol: 1 };
  const expired = await t.signIn(t.provide('a user whose password has expired'));
  const warned = await t.signIn(t.provide('a user whose password is about to expire'), warn);
  expect([expired.at('_embedded', 'policy'), warned.at('_embedded', 'policy')]).toEqual([
    { complexity },
    { complexity, expiration: { passwordExpireDays: 5 } },
  ]);
});

test('nothing of a locked-out user is shown', async () => {
  const t = tryOut();
  expect((await t.signIn(t.provide('a user who is locked out', { shown: true }))).body).toEqual({
    status: 'LOCKED_OUT',
    _links: { next: { name: 'unlock', href: 'https://id.test/api/v1/authn/recovery/unlock', hints: { allow: ['POST'] } } },
  });
});

test.each([
  [{ password: true }, '200 SUCCESS'],
  [{ password: true, mfa: true }, '200 MFA_ENROLL cancel'],
  [{}, '200 PASSWORD_RESET next=resetPassword cancel'],
  [{ mfa: true }, '200 PASSWORD_RESET next=resetPassword cancel'],
  [{ expired: true }, '401 E0000004'],
])('an activation token of a user %j: %s', async (params, gist) => {
  const t = tryOut();
  const { token = '' } = t.provide('a user with an activation token', params);
  expect((await t.authn({ token })).gist).toBe(gist);
});

test('an activation token that nobody was given is refused', async () => {
  expect((await tryOut().authn({ token: 'nobody' })).gist).toBe('401 E0000004');
});

test('a user created without credentials is activated by setting a password', async () => {
  const t = tryOut();
  const { token = '', login = '', weakPassword = '' } = t.provide('a user with an activation token');
  const reset = await t.authn({ token });
  const weak = await t.step('credentials/reset_password', reset, { newPassword: weakPassword });
  const done = await t.step('credentials/reset_password', reset, { newPassword: 'Correct1Horse!' });
  const signIn = await t.authn({ username: login, password: 'Correct1Horse!' });
  expect([reset.at('recoveryType'), weak.gist, done.gist, signIn.gist, (await t.authn({ token })).gist]).toEqual([
    'ACCOUNT_ACTIVATION',
    '403 E0000014',
    '200 SUCCESS',
    '200 SUCCESS',
    '401 E0000004',
  ]);
});

test('a user created without credentials who must enroll goes on with that', async () => {
  const t = tryOut();
  const { token = '' } = t.provide('a user with an activation token', { mfa: true });
  expect((await t.step('credentials/reset_password', await t.authn({ token }), { newPassword: 'Correct1Horse!' })).gist).toBe(
    '200 MFA_ENROLL cancel',
  );
});

test('a transaction is read back, its expiry slides or stands still, and it ends', async () => {
  const ends = async (expiresAt: 'sliding' | 'fixed'): Promise<readonly unknown[]> => {
    const t = tryOut({ choices: { expiresAt } });
    const begun = await t.signIn(t.provide('a user whose password has expired'));
    t.clock.advance(240_000);
    const read = await t.authn({ stateToken: begun.stateToken });
    t.clock.advance(240_000);
    return [read.at('status'), read.at('expiresAt'), (await t.authn({ stateToken: begun.stateToken })).gist];
  };
  expect([await ends('sliding'), await ends('fixed')]).toEqual([
    ['PASSWORD_EXPIRED', '2026-01-01T00:09:00.000Z', '200 PASSWORD_EXPIRED next=changePassword cancel'],
    ['PASSWORD_EXPIRED', '2026-01-01T00:05:00.000Z', '401 E0000011'],
  ]);
});

test('passwords expire, and come into the warn period, as the clock passes', async () => {
  const t = tryOut();
  const user = t.provide('a user who can sign in');
  const day = 86_400_000;
  const gists = [(await t.signIn(user, warn)).gist];
  for (const days of [66, 14]) {
    t.clock.advance(days * day);
    gists.push((await t.signIn(user, warn)).gist);
  }
  expect(gists).toEqual([
    '200 SUCCESS',
    '200 PASSWORD_WARN next=changePassword skip cancel',
    '200 PASSWORD_EXPIRED next=changePassword cancel',
  ]);
});
