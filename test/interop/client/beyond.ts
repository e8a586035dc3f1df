import type { Scenario } from './scenario.ts';
import { gist, refusal, signIn } from './stage.ts';

/** Operations that the client has and the document does not show: the document decides, so they are refused, and nothing else changes. */
export const beyondScenarios: readonly Scenario[] = [
  {
    name: 'forgotten password',
    basis: 'not shown by the document: refused',
    async play({ client, provide }) {
      const user = await provide('a user who can sign in');
      return [await refusal(client.forgotPassword({ username: user['login'], factorType: 'SMS' })), gist(await signIn(client, user))];
    },
    expected: ['404 E0000007', 'SUCCESS sessionToken'],
  },
  {
    name: 'recovery token',
    basis: 'not shown by the document: refused',
    play: async ({ client }) => [await refusal(client.verifyRecoveryToken({ recoveryToken: 'never-issued' }))],
    expected: ['404 E0000007'],
  },
  {
    name: 'introspection of a transaction, which lives on',
    basis: 'not shown by the document: refused',
    async play({ client, provide }) {
      await signIn(client, await provide('a user whose password has expired'));
      return [await refusal(client.tx.introspect()), gist(await client.tx.resume())];
    },
    expected: ['404 E0000007', 'PASSWORD_EXPIRED cancel() changePassword()'],
  },
  {
    name: 'session of the browser',
    basis: 'not shown by the document: refused, which the client takes for no session',
    play: async ({ client }) => [(await client.session.get()).status],
    expected: ['INACTIVE'],
  },
];
