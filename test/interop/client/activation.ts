import { NEW_PASSWORD, type Scenario } from './scenario.ts';
import { factorOf, follow, gist, refusal, signIn } from './stage.ts';

const question = { profile: { question: 'first_concert', answer: 'mayonnaise' } };

/** Activation tokens. */
export const activationScenarios: readonly Scenario[] = [
  {
    name: 'activation of a user with a password',
    basis: 'States, row 9',
    fault: 'authn-no-session-token-after-activation',
    async play({ client, provide }) {
      const { token } = await provide('a user with an activation token', { password: true });
      return [gist(await client.signIn({ token }))];
    },
    expected: ['SUCCESS sessionToken'],
  },
  {
    name: 'activation, then MFA enroll',
    basis: 'States, row 10',
    fault: 'authn-activation-without-enrollment',
    async play({ client, provide }) {
      const { token } = await provide('a user with an activation token', { password: true, mfa: true });
      const enrolling = await client.signIn({ token });
      return [gist(enrolling), gist(await follow(factorOf(enrolling, 'question'), 'enroll', question))];
    },
    expected: ['MFA_ENROLL cancel()', 'SUCCESS sessionToken'],
  },
  {
    name: 'activation of a user without credentials',
    basis: 'States, row 11; Errors, E0000014',
    fault: 'authn-reset-called-change',
    async play({ client, provide }) {
      const { token, login = '', weakPassword } = await provide('a user with an activation token');
      const reset = await client.signIn({ token });
      const weak = await refusal(follow(reset, 'resetPassword', { newPassword: weakPassword }));
      const done = await follow(reset, 'resetPassword', { newPassword: NEW_PASSWORD });
      return [gist(reset), weak, gist(done), gist(await signIn(client, { login, password: NEW_PASSWORD }))];
    },
    expected: [
      'PASSWORD_RESET ACCOUNT_ACTIVATION cancel() resetPassword()',
      '403 E0000014',
      'SUCCESS sessionToken',
      'SUCCESS sessionToken',
    ],
  },
  {
    name: 'activation without credentials, then MFA enroll',
    basis: 'States, row 11',
    fault: 'authn-reset-remembered-as-reset',
    async play({ client, provide }) {
      const { token } = await provide('a user with an activation token', { mfa: true });
      const enrolling = await follow(await client.signIn({ token }), 'resetPassword', { newPassword: NEW_PASSWORD });
      return [gist(enrolling), gist(await follow(factorOf(enrolling, 'question'), 'enroll', question))];
    },
    expected: ['MFA_ENROLL cancel()', 'SUCCESS sessionToken'],
  },
  {
    name: 'activation token that has expired, or was never issued',
    basis: 'States, row 12',
    fault: 'authn-activation-never-expires',
    async play({ client, provide }) {
      const { token } = await provide('a user with an activation token', { expired: true });
      return [await refusal(client.signIn({ token })), await refusal(client.signIn({ token: 'never-issued' }))];
    },
    expected: ['401 E0000004', '401 E0000004'],
  },
];
