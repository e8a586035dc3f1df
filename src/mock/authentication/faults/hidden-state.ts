import type { Faults } from '../../kit/faults.ts';
import { after, before, concurrency, sequence } from '../fault.ts';
import type { Policy } from '../policy.ts';
import { usualOffers } from '../make-user.ts';
import { openOffers } from '../users.ts';

/** Defects behind an answer that looks right: what is remembered is something else. */
export const hiddenStateFaults: Faults<Policy> = {
  'authn-password-not-changed': sequence(
    'a password change answers SUCCESS and leaves the old password in place',
    ['authn.endpoints.change-password.new-password', 'authn.endpoints.change-password'],
    after('passwordAfter', (result, user, _asked, _accepted, by) => (by === 'change' ? user.password : result)),
  ),
  'authn-first-password-lost': sequence(
    'a first password is accepted and cut off before it is stored',
    'authn.transitions.activation-reset-success',
    before('passwordAfter', (user, asked, accepted, by) => [user, by === 'reset' ? asked.slice(0, -1) : asked]),
  ),
  'authn-refused-password-stored': sequence(
    'a refused password change takes place all the same',
    ['authn.endpoints.change-password.old-password', 'authn.endpoints.change-password.weak-password-not-taken'],
    { passwordAfter: (_user, asked) => asked },
  ),
  'authn-password-changed-stands-still': sequence(
    'passwordChanged stays what it was when a password is changed that has not expired',
    'authn.resources.user.password-changed-moves',
    (base) => ({ passwordChangedAfter: (user, now) => (base.passwordExpired(user, now) ? now : user.passwordChanged) }),
  ),
  'authn-change-before-factor': sequence(
    'behind MFA_REQUIRED the password can be changed without the factor',
    'authn.transitions.mfa-before-expired',
    after('mayChangePassword', (result, transaction) => transaction.status === 'MFA_REQUIRED' || result),
  ),
  'authn-expired-can-be-skipped': sequence(
    'an expired password can be skipped as a warning can',
    'authn.transitions.expired-mandatory',
    after('maySkip', (result, transaction) => transaction.status === 'PASSWORD_EXPIRED' || result),
  ),
  'authn-enrollment-can-be-skipped': sequence(
    'the enrollment of a first factor can be skipped, whoever demands it',
    ['authn.transitions.mfa-enroll', 'authn.transitions.activation-reset-mfa-enroll', 'authn.transitions.step-up-mfa-enroll'],
    (base) => ({
      maySkip: (transaction) => transaction.status === 'MFA_ENROLL' || base.maySkip(transaction),
      nextStatus: (transaction, user, now) => (transaction.enrollmentEnded ? 'SUCCESS' : base.nextStatus(transaction, user, now)),
    }),
  ),
  'authn-verification-can-be-skipped': sequence(
    'skipping in MFA_REQUIRED counts as a verification',
    ['authn.transitions.mfa-required', 'authn.transitions.step-up-mfa-required', 'authn.transitions.mfa-before-expired'],
    (base) => {
      const skipped = new Set<string>();
      return {
        maySkip(transaction) {
          if (transaction.status === 'MFA_REQUIRED') skipped.add(transaction.stateToken);
          return skipped.has(transaction.stateToken) || base.maySkip(transaction);
        },
        nextStatus(transaction, user, now) {
          const verified = transaction.verified || skipped.has(transaction.stateToken);
          return base.nextStatus({ ...transaction, verified }, user, now);
        },
      };
    },
  ),
  'authn-enrolled-instead-of-verified': sequence(
    'in MFA_REQUIRED a new factor can be enrolled instead of verifying the one that there is',
    'authn.transitions.mfa-required',
    (base) => ({
      mayEnroll: (transaction) => transaction.status === 'MFA_REQUIRED' || base.mayEnroll(transaction),
      offered: (user) =>
        user.offers.length === 0 && user.factors.length > 0 ? openOffers({ ...user, offers: usualOffers }) : base.offered(user),
    }),
  ),
  'authn-verified-and-forgotten': sequence(
    'PASSWORD_EXPIRED is answered after verification, and the transaction stays in MFA_REQUIRED',
    'authn.transitions.expired-after-mfa',
    after('remembered', (result, moved, before) => (moved.status === 'PASSWORD_EXPIRED' && moved.verified ? before : result)),
  ),
  'authn-warning-remembered-as-expired': sequence(
    'PASSWORD_WARN is answered, and the transaction is in PASSWORD_EXPIRED: it cannot be skipped',
    'authn.transitions.password-warn',
    after('remembered', (result, moved) => (moved.status === 'PASSWORD_WARN' ? { ...moved, status: 'PASSWORD_EXPIRED' } : result)),
  ),
  'authn-reset-remembered-as-reset': sequence(
    'MFA_ENROLL is answered after the first password was set, and the transaction stays in PASSWORD_RESET',
    'authn.transitions.activation-reset-mfa-enroll',
    after('remembered', (result, moved, before) => (before.status === 'PASSWORD_RESET' && moved.status === 'MFA_ENROLL' ? before : result)),
  ),
  'authn-activation-forgotten': sequence(
    'MFA_ENROLL is answered to an activation token, and the state token is worth nothing',
    ['authn.transitions.activation-mfa-enroll', 'authn.resources.transaction.expiry'],
    after('remembered', (result, moved, before) =>
      moved.activation && moved.status === 'MFA_ENROLL' && before.status === 'UNAUTHENTICATED' ? { ...moved, expiresAt: 0 } : result,
    ),
  ),
  'authn-step-up-remembered-as-success': sequence(
    'MFA_REQUIRED is answered to a step-up, and the way to the app is open already',
    'authn.transitions.step-up-mfa-required',
    after('remembered', (result, moved) =>
      moved.app !== undefined && moved.status === 'MFA_REQUIRED' ? { ...moved, status: 'SUCCESS' } : result,
    ),
  ),
  'authn-enrolled-factor-lost': sequence(
    'an enrollment succeeds, and the factor is not among those of the user',
    ['authn.endpoints.enroll-factor', 'authn.service.functions'],
    { factorsAfter: ({ factors }) => factors },
  ),
  'authn-session-token-worthless': sequence(
    'the session token of a changed password cannot be exchanged for a session',
    'authn.service.session-service',
    after('honoursSessionToken', (result, transaction) => !transaction.passwordSettled && result),
  ),
  'authn-factor-of-another-user': sequence(
    'a transaction is taken on by the factor of another user',
    'authn.authentication.state-token-bound',
    { ownsFactor: () => true },
  ),
};

/** Defects that need two callers at once. */
export const concurrencyFaults: Faults<Policy> = {
  'authn-users-mixed-up': concurrency(
    'of two sign-ins at once, the first is answered with the user of the second',
    'authn.resources.user.is-the-one',
    { resume: (own, latest, point) => (point === 'sign-in.before-write' ? { ...own, user: latest.user } : own) },
  ),
  'authn-sessions-mixed-up': concurrency(
    'of two session tokens exchanged at once, the first becomes a session of the second user',
    'authn.service.session-service',
    { resume: (own, latest, point) => (point === 'session.before-write' ? { ...own, user: latest.user } : own) },
  ),
  'authn-state-token-shared': concurrency(
    'transactions that begin at once share one state token',
    ['authn.resources.transaction.state-token-identifies', 'authn.resources.user.is-the-one'],
    after('stateToken', (result, _fresh, inFlight, last) => (inFlight > 1 && last !== undefined ? last : result)),
  ),
  'authn-options-mixed-up': concurrency(
    'of two sign-ins at once, the first is answered under the options of the second',
    ['authn.resources.options.warn', 'authn.transitions.password-warn'],
    { resume: (own, latest) => ({ ...own, call: { ...own.call, options: latest.call.options } }) },
  ),
  'authn-trust-mixed-up': concurrency(
    'a public application that calls beside a trusted one is trusted too',
    'authn.endpoints.authn.forwarded-for-public',
    { resume: (own, latest) => ({ ...own, call: { ...own.call, trusted: own.call.trusted || latest.call.trusted } }) },
  ),
  'authn-device-tokens-mixed-up': concurrency(
    'a sign-in without a device token takes that of the sign-in beside it',
    'authn.authentication.no-device',
    {
      resume: (own, latest) => ({ ...own, call: { ...own.call, deviceToken: own.call.deviceToken ?? latest.call.deviceToken } }),
    },
  ),
  'authn-password-changed-twice': concurrency(
    'of two password changes at once both succeed, the second with an old password that is no longer right',
    ['authn.endpoints.change-password.old-password', 'authn.endpoints.change-password.wrong-old-password'],
    after('looksAgain', (result, point) => point !== 'change-password.before-write' && result),
  ),
  'authn-device-lost-at-once': concurrency(
    'of two devices on which a user verifies a factor at once, one is known afterwards',
    'authn.authentication.same-device',
    after('readAgain', (now, before) => ({ ...now, devices: before.devices })),
  ),
  'authn-fingerprint-lost-at-once': concurrency(
    'of two sign-ins from new devices at once, one device is known afterwards',
    'authn.events.new-device-email',
    after('readAgain', (now, before) => ({ ...now, fingerprints: before.fingerprints })),
  ),
  'authn-activations-mixed-up': concurrency(
    'of two activations at once, the first becomes that of the second user',
    'authn.resources.user.is-the-one',
    { resume: (own, latest, point) => (point === 'activation.user-read' ? { ...own, user: latest.user } : own) },
  ),
  'authn-limit-counts-once-at-a-time': concurrency(
    'requests that arrive while another is being answered are not counted against the rate limit',
    'authn.limits.public',
    { countsRequest: (inFlight) => inFlight === 0 },
  ),
};
