import { activate, at, begin, expired, kind, showFaults, signsIn, stepUp, trusted, verify, warn, warned } from './test-faults.ts';
import { transactionFaults } from '../faults.ts';

const passwordReset = 'PASSWORD_RESET';

showFaults(transactionFaults, {
  'authn-session-token-with-warning': [async (t) => kind('sessionToken')((await warned(t)).first), 'undefined', 'string'],
  'authn-session-token-before-factor': [signsIn(kind('sessionToken'), 'a user who must verify a factor'), 'undefined', 'string'],
  'authn-no-session-token': [signsIn(kind('sessionToken'), 'a user who can sign in'), 'string', 'undefined'],
  'authn-no-session-token-after-activation': [
    async (t) => kind('sessionToken')((await activate(t, { password: true })).first),
    'string',
    'undefined',
  ],
  'authn-state-token-with-success': [signsIn(kind('stateToken'), 'a user who can sign in'), 'undefined', 'string'],
  'authn-state-token-not-shown': [signsIn(kind('stateToken'), 'a user who must enroll a factor'), 'string', 'undefined'],
  'authn-state-token-changes': [
    async (t) => {
      const { first, user } = await begin(t, 'a user whose password has expired', { factor: true });
      return (await verify(t, { first, user })).stateToken === first.stateToken;
    },
    true,
    false,
  ],
  'authn-expires-at-in-seconds': [signsIn(at('expiresAt'), 'a user who can sign in'), '2026-01-01T00:05:00.000Z', '2026-01-01T00:05:00Z'],
  'authn-expires-at-with-offset': [
    signsIn(at('expiresAt'), 'a user who can sign in'),
    '2026-01-01T00:05:00.000Z',
    '2026-01-01T02:05:00.000+02:00',
  ],
  'authn-recovery-type-missing': [async (t) => (await activate(t)).first.at('recoveryType'), 'ACCOUNT_ACTIVATION', undefined],
  'authn-recovery-type-told-once': [
    async (t) => {
      const { first } = await activate(t);
      return (await t.authn({ stateToken: first.stateToken })).at('recoveryType');
    },
    'ACCOUNT_ACTIVATION',
    undefined,
  ],
  'authn-recovery-type-missing-for-trusted': [
    async (t) => (await activate(t, {}, trusted)).first.at('recoveryType'),
    'ACCOUNT_ACTIVATION',
    undefined,
  ],
  'authn-recovery-type-everywhere': [async (t) => (await expired(t)).first.at('recoveryType'), undefined, 'ACCOUNT_ACTIVATION'],
  'authn-complexity-missing-on-reset': [
    async (t) => {
      const { first } = await activate(t);
      return [first.at('status'), typeof first.at('_embedded', 'policy', 'complexity')];
    },
    [passwordReset, 'object'],
    [passwordReset, 'undefined'],
  ],
  'authn-complexity-missing-when-expired': [
    async (t) => kind('_embedded', 'policy', 'complexity')((await expired(t)).first),
    'object',
    'undefined',
  ],
  'authn-complexity-missing-in-step-up': [
    async (t) => {
      const { first } = await stepUp(t);
      return kind(
        '_embedded',
        'policy',
        'complexity',
      )(await t.signIn(t.provide('a user whose password has expired'), { stateToken: first.stateToken }));
    },
    'object',
    'undefined',
  ],
  'authn-expire-days-missing-on-warning': [
    signsIn(at('_embedded', 'policy', 'expiration'), 'a user whose password is about to expire', {}, warn),
    { passwordExpireDays: 5 },
    undefined,
  ],
});
