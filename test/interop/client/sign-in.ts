import type { Scenario } from './scenario.ts';
import { follow, gist, refusal, rejection, signIn } from './stage.ts';

/** Primary authentication, and what refuses it. */
export const signInScenarios: readonly Scenario[] = [
  {
    name: 'sign in',
    basis: 'States, row 1',
    fault: 'authn-no-session-token',
    async play({ client, provide }) {
      const user = await provide('a user who can sign in');
      const { user: shown, ...done } = await signIn(client, user);
      return [gist(done), shown?.id === user['userId'], shown?.profile['login'] === user['login'], client.tx.exists()];
    },
    expected: ['SUCCESS sessionToken', true, true, false],
  },
  {
    name: 'sign in by short name',
    basis: 'Endpoints, username',
    fault: 'authn-short-name-unknown',
    async play({ client, provide }) {
      const { shortLogin = '', password = '' } = await provide('a user who can sign in');
      return [gist(await signIn(client, { login: shortLogin, password }))];
    },
    expected: ['SUCCESS sessionToken'],
  },
  {
    name: 'wrong password',
    basis: 'Errors, E0000004',
    fault: 'authn-any-password',
    async play({ client, provide }) {
      const user = await provide('a user who can sign in');
      const error = await rejection(signIn(client, { ...user, password: 'wrong' }));
      return [error.xhr?.status, error.errorCode, error.errorCauses];
    },
    expected: [401, 'E0000004', []],
  },
  {
    name: 'user who does not exist',
    basis: 'Errors, E0000004',
    fault: 'authn-unknown-user-not-found',
    play: async ({ client }) => [await refusal(signIn(client, { login: 'nobody@example.test', password: 'Abc12345' }))],
    expected: ['401 E0000004'],
  },
  {
    name: 'denied by the sign-on policy',
    basis: 'States, row 8',
    fault: 'authn-denial-ignored',
    play: async ({ client, provide }) => [await refusal(signIn(client, await provide('a user whom the sign-on policy denies')))],
    expected: ['401 E0000004'],
  },
  {
    name: 'lockout that is hidden',
    basis: 'States, row 8',
    fault: 'authn-hidden-lockout-shown',
    play: async ({ client, provide }) => [await refusal(signIn(client, await provide('a user who is locked out')))],
    expected: ['401 E0000004'],
  },
  {
    name: 'lockout that is shown, and unlock',
    basis: 'States, row 7; outcome open: the client makes up cancel()',
    fault: 'authn-shown-lockout-hidden',
    async play({ client, provide }) {
      const user = await provide('a user who is locked out', { shown: true });
      const lockedOut = await signIn(client, user);
      const unlocking = await follow(lockedOut, 'unlock', { username: user['login'], factorType: 'EMAIL' });
      return [gist(lockedOut), gist(unlocking), gist(await follow(unlocking, 'cancel'))];
    },
    expected: ['LOCKED_OUT unlock()', 'RECOVERY_CHALLENGE UNLOCK cancel()', 'no status'],
  },
  {
    name: 'lockout that begins a transaction, and unlock with a link to cancel',
    basis: 'States, row 7; outcome open',
    choices: ['lockedOutTransaction=true'],
    fault: 'authn-unlock-leads-elsewhere',
    async play({ client, provide }) {
      const user = await provide('a user who is locked out', { shown: true });
      const lockedOut = await signIn(client, user);
      const exists = client.tx.exists();
      const unlocking = await follow(lockedOut, 'unlock', { username: user['login'], factorType: 'EMAIL' });
      await follow(unlocking, 'cancel');
      return [gist(lockedOut), exists, gist(unlocking), await refusal(follow(unlocking, 'cancel'))];
    },
    expected: ['LOCKED_OUT unlock()', true, 'RECOVERY_CHALLENGE UNLOCK cancel()', '401 E0000011'],
  },
  {
    name: 'unlock without signing in',
    basis: 'Endpoints, unlock; outcome open: declared',
    async play({ client, provide }) {
      const { login } = await provide('a user who is locked out');
      return [gist(await client.unlockAccount({ username: login, factorType: 'SMS' }))];
    },
    expected: ['RECOVERY_CHALLENGE UNLOCK cancel()'],
  },
  {
    name: 'rate limit exceeded, and after it',
    basis: 'Errors, E0000047',
    fault: 'authn-limited-without-headers',
    async play({ client, provide, useUpLimit }) {
      const user = await provide('a user who can sign in');
      const restore = await useUpLimit();
      const { xhr, errorCode } = await rejection(signIn(client, user));
      await restore();
      const headers = ['limit', 'remaining', 'reset'].map((name) => /^\d+$/.test(xhr?.headers[`x-rate-limit-${name}`] ?? ''));
      return [xhr?.status, errorCode, headers, gist(await signIn(client, user))];
    },
    expected: [429, 'E0000047', [true, true, true], 'SUCCESS sessionToken'],
  },
  {
    name: 'rate limit headers on a 429 only',
    basis: 'Errors, E0000047',
    choices: ['rateLimitHeaders=on-429', 'errorSummary=loose'],
    fault: 'authn-limited-with-503',
    async play({ client, provide, useUpLimit }) {
      const user = await provide('a user who can sign in');
      const restore = await useUpLimit();
      const over = await refusal(signIn(client, user));
      await restore();
      return [over, gist(await signIn(client, user))];
    },
    expected: ['429 E0000047', 'SUCCESS sessionToken'],
  },
  {
    name: 'a new device is told of once',
    basis: 'Events; Endpoints, X-Device-Fingerprint',
    fault: 'authn-new-device-not-told',
    async play({ trusted, provide, mails }) {
      const user = await provide('a user who is told of new devices');
      const client = trusted({ 'X-Device-Fingerprint': 'fingerprint1' });
      const told: number[] = [];
      for (let turn = 0; turn < 2; turn += 1) {
        await signIn(client, user);
        told.push(await mails(user));
      }
      return told;
    },
    expected: [1, 1],
  },
];
