import { NEW_PASSWORD, type Scenario } from './scenario.ts';
import { factorOf, follow, gist, refusal, signIn } from './stage.ts';

const warned = { options: { warnBeforePasswordExpired: true } };

/** Passwords that have expired, or are about to; leaving and coming back. */
export const passwordScenarios: readonly Scenario[] = [
  {
    name: 'expired password',
    basis: 'States, rows 2 and 18; Errors, E0000014',
    fault: 'authn-password-not-changed',
    async play({ client, provide }) {
      const user = await provide('a user whose password has expired');
      const { password: oldPassword } = user;
      const expired = await signIn(client, user);
      const change = (args: object) => follow(expired, 'changePassword', args);
      const wrong = await refusal(change({ oldPassword: 'wrong', newPassword: NEW_PASSWORD }));
      const weak = await refusal(change({ oldPassword, newPassword: user['weakPassword'] }));
      const changed = await change({ oldPassword, newPassword: NEW_PASSWORD });
      return [
        gist(expired),
        Object.keys(expired.policy ?? {}),
        wrong,
        weak,
        gist(changed),
        await refusal(signIn(client, user)),
        gist(await signIn(client, { ...user, password: NEW_PASSWORD })),
      ];
    },
    expected: [
      'PASSWORD_EXPIRED cancel() changePassword()',
      ['complexity'],
      '403 E0000014',
      '403 E0000014',
      'SUCCESS sessionToken',
      '401 E0000004',
      'SUCCESS sessionToken',
    ],
  },
  {
    name: 'expired password behind a factor',
    basis: 'States, row 3',
    fault: 'authn-expired-password-before-factor',
    async play({ client, provide }) {
      const user = await provide('a user whose password has expired', { factor: true });
      const required = await signIn(client, user);
      const expired = await follow(factorOf(required, 'question'), 'verify', { answer: user['proof'] });
      const changed = await follow(expired, 'changePassword', { oldPassword: user['password'], newPassword: NEW_PASSWORD });
      return [gist(required), gist(expired), gist(changed)];
    },
    expected: ['MFA_REQUIRED cancel()', 'PASSWORD_EXPIRED cancel() changePassword()', 'SUCCESS sessionToken'],
  },
  {
    name: 'password warning, and change',
    basis: 'States, rows 4 and 19; Options',
    fault: 'authn-warning-not-given',
    async play({ client, provide }) {
      const user = await provide('a user whose password is about to expire');
      const unasked = await signIn(client, user);
      const warning = await signIn(client, user, warned);
      const { expiration } = warning.policy ?? {};
      const changed = await follow(warning, 'changePassword', { oldPassword: user['password'], newPassword: NEW_PASSWORD });
      return [gist(unasked), gist(warning), expiration, gist(changed)];
    },
    expected: ['SUCCESS sessionToken', 'PASSWORD_WARN cancel() changePassword() skip()', { passwordExpireDays: 5 }, 'SUCCESS sessionToken'],
  },
  {
    name: 'password warning, and skip',
    basis: 'States, row 20; next status open: declared',
    fault: 'authn-warning-remembered-as-expired',
    async play({ client, provide }) {
      const user = await provide('a user whose password is about to expire');
      const skipped = await follow(await signIn(client, user, warned), 'skip');
      return [gist(skipped), gist(await signIn(client, user))];
    },
    expected: ['SUCCESS sessionToken', 'SUCCESS sessionToken'],
  },
  {
    name: 'cancel',
    basis: 'Endpoints, cancel; effect open: declared',
    fault: 'authn-cancel-by-name',
    async play({ client, provide }) {
      const user = await provide('a user whose password has expired');
      const expired = await signIn(client, user);
      const before = client.tx.exists();
      const cancelled = await follow(expired, 'cancel');
      const dead = follow(expired, 'changePassword', { oldPassword: user['password'], newPassword: NEW_PASSWORD });
      return [before, gist(cancelled), await refusal(dead), client.tx.exists()];
    },
    expected: [true, 'no status', '401 E0000011', false],
  },
  {
    name: 'leave, and come back',
    basis: 'open: a live state token reads the transaction',
    fault: 'authn-verified-and-forgotten',
    async play({ client, provide }) {
      const user = await provide('a user whose password has expired', { factor: true });
      const required = await signIn(client, user);
      const first = await client.tx.resume();
      await follow(factorOf(first, 'question'), 'verify', { answer: user['proof'] });
      const second = await client.tx.resume();
      const changed = await follow(second, 'changePassword', { oldPassword: user['password'], newPassword: NEW_PASSWORD });
      return [gist(required), gist(first), gist(second), gist(changed)];
    },
    expected: ['MFA_REQUIRED cancel()', 'MFA_REQUIRED cancel()', 'PASSWORD_EXPIRED cancel() changePassword()', 'SUCCESS sessionToken'],
  },
  {
    name: 'a transaction that has expired',
    basis: 'Resources, expiresAt',
    clock: 'virtual',
    fault: 'authn-expired-transaction-alive',
    async play({ client, provide, turnClock }) {
      const user = await provide('a user whose password has expired');
      const expired = await signIn(client, user);
      await turnClock('PT10M');
      return [await refusal(follow(expired, 'changePassword', { oldPassword: user['password'], newPassword: NEW_PASSWORD }))];
    },
    expected: ['401 E0000011'],
  },
];
