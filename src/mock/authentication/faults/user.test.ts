import { at, begin, gist, kind, showFaults, signsIn, verify } from './test-faults.ts';
import { userFaults } from '../faults.ts';

const locked = 'a user who is locked out';
const denied = 'a user whom the sign-on policy denies';

showFaults(userFaults, {
  'authn-time-zone-comes-and-goes': [
    async (t) => {
      const user = t.provide('a user who can sign in');
      return [await t.signIn(user), await t.signIn(user)].map((reply) => reply.at('_embedded', 'user', 'profile', 'timeZone'));
    },
    ['Europe/Berlin', 'Europe/Berlin'],
    ['Europe/Berlin', 'UTC'],
  ],
  'authn-time-zone-reset-once-verified': [
    async (t) => {
      const begun = await begin(t, 'a user who must verify a factor');
      return [begun.first, await verify(t, begun)].map((reply) => reply.at('_embedded', 'user', 'profile', 'timeZone'));
    },
    ['Europe/Berlin', 'Europe/Berlin'],
    ['Europe/Berlin', 'UTC'],
  ],
  'authn-locked-out-shows-user': [signsIn(kind('_embedded', 'user'), locked, { shown: true }), 'undefined', 'object'],
  'authn-refusal-embeds-user': [signsIn(kind('_embedded', 'user'), denied), 'undefined', 'object'],
  'authn-refusal-starts-transaction': [signsIn(kind('stateToken'), denied), 'undefined', 'string'],
  'authn-hidden-lockout-shown': [signsIn(gist, locked), '401 E0000004', '200 LOCKED_OUT next=unlock'],
  'authn-activation-refused-with-a-hint': [
    async (t) => {
      const user = t.provide('a user with an activation token');
      return JSON.stringify((await t.authn({ token: 'unknown' })).at('errorCauses')).includes(String(user['userId']));
    },
    false,
    true,
  ],
  'authn-hidden-lockout-told': [signsIn(at('errorCauses'), locked), [], [{ errorSummary: 'The account is locked.' }]],
  'authn-shown-lockout-hidden': [signsIn(gist, locked, { shown: true }), '200 LOCKED_OUT next=unlock', '401 E0000004'],
  'authn-login-shortened': [
    async (t) => {
      const user = t.provide('a user who can sign in');
      return (await t.signIn(user)).at('_embedded', 'user', 'profile', 'login') === user['login'];
    },
    true,
    false,
  ],
  'authn-password-changed-in-milliseconds': [
    signsIn(at('_embedded', 'user', 'passwordChanged'), 'a user who can sign in'),
    '2025-12-22T00:00:00.000Z',
    '1766361600000',
  ],
  'authn-shown-lockout-hidden-before-a-factor': [
    signsIn(gist, locked, { shown: true, beside: 'verification' }),
    '200 LOCKED_OUT next=unlock',
    '401 E0000004',
  ],
  'authn-locale-and-time-zone-swapped': [
    signsIn(at('_embedded', 'user', 'profile', 'locale'), 'a user who can sign in'),
    'en_US',
    'Europe/Berlin',
  ],
  'authn-names-swapped': [
    async (t) => {
      const user = t.provide('a user who can sign in');
      return (await t.signIn(user)).at('_embedded', 'user', 'profile', 'firstName') === user['firstName'];
    },
    true,
    false,
  ],
});
