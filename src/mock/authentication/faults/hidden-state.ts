import type { Faults } from '../../kit/faults.ts';
import { after, before } from '../fault.ts';
import type { Policy } from '../policy.ts';
import { usualOffers } from '../make-user.ts';
import { openOffers } from '../users.ts';

/** Defects behind an answer that looks right: what is remembered is something else. */
export const hiddenStateFaults: Faults<Policy> = {
  'authn-password-not-changed': after('passwordAfter', (result, user, _asked, _accepted, by) => (by === 'change' ? user.password : result)),
  'authn-first-password-lost': before('passwordAfter', (user, asked, accepted, by) => [user, by === 'reset' ? asked.slice(0, -1) : asked]),
  'authn-refused-password-stored': { passwordAfter: (_user, asked) => asked },
  'authn-password-changed-stands-still': (base) => ({
    passwordChangedAfter: (user, now) => (base.passwordExpired(user, now) ? now : user.passwordChanged),
  }),
  'authn-change-before-factor': after('mayChangePassword', (result, transaction) => transaction.status === 'MFA_REQUIRED' || result),
  'authn-expired-can-be-skipped': after('maySkip', (result, transaction) => transaction.status === 'PASSWORD_EXPIRED' || result),
  'authn-enrollment-can-be-skipped': (base) => ({
    maySkip: (transaction) => transaction.status === 'MFA_ENROLL' || base.maySkip(transaction),
    nextStatus: (transaction, user, now) => (transaction.enrollmentEnded ? 'SUCCESS' : base.nextStatus(transaction, user, now)),
  }),
  'authn-verification-can-be-skipped': (base) => {
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
  'authn-enrolled-instead-of-verified': (base) => ({
    mayEnroll: (transaction) => transaction.status === 'MFA_REQUIRED' || base.mayEnroll(transaction),
    offered: (user) =>
      user.offers.length === 0 && user.factors.length > 0 ? openOffers({ ...user, offers: usualOffers }) : base.offered(user),
  }),
  'authn-verified-and-forgotten': after('remembered', (result, moved, before) =>
    moved.status === 'PASSWORD_EXPIRED' && moved.verified ? before : result,
  ),
  'authn-warning-remembered-as-expired': after('remembered', (result, moved) =>
    moved.status === 'PASSWORD_WARN' ? { ...moved, status: 'PASSWORD_EXPIRED' } : result,
  ),
  'authn-reset-remembered-as-reset': after('remembered', (result, moved, before) =>
    before.status === 'PASSWORD_RESET' && moved.status === 'MFA_ENROLL' ? before : result,
  ),
  'authn-activation-forgotten': after('remembered', (result, moved, before) =>
    moved.activation && moved.status === 'MFA_ENROLL' && before.status === 'UNAUTHENTICATED' ? { ...moved, expiresAt: 0 } : result,
  ),
  'authn-step-up-remembered-as-success': after('remembered', (result, moved) =>
    moved.app !== undefined && moved.status === 'MFA_REQUIRED' ? { ...moved, status: 'SUCCESS' } : result,
  ),
  'authn-enrolled-factor-lost': { factorsAfter: ({ factors }) => factors },
  'authn-session-token-worthless': after('honoursSessionToken', (result, transaction) => !transaction.passwordSettled && result),
  'authn-factor-of-another-user': { ownsFactor: () => true },
};

/** Defects that need two callers at once. */
export const concurrencyFaults: Faults<Policy> = {
  'authn-users-mixed-up': { resume: (own, latest, point) => (point === 'sign-in.before-write' ? { ...own, user: latest.user } : own) },
  'authn-sessions-mixed-up': { resume: (own, latest, point) => (point === 'session.before-write' ? { ...own, user: latest.user } : own) },
  'authn-state-token-shared': after('stateToken', (result, _fresh, inFlight, last) => (inFlight > 1 && last !== undefined ? last : result)),
  'authn-options-mixed-up': { resume: (own, latest) => ({ ...own, call: { ...own.call, options: latest.call.options } }) },
  'authn-trust-mixed-up': {
    resume: (own, latest) => ({ ...own, call: { ...own.call, trusted: own.call.trusted || latest.call.trusted } }),
  },
  'authn-device-tokens-mixed-up': {
    resume: (own, latest) => ({ ...own, call: { ...own.call, deviceToken: own.call.deviceToken ?? latest.call.deviceToken } }),
  },
  'authn-password-changed-twice': after('looksAgain', (result, point) => point !== 'change-password.before-write' && result),
  'authn-device-lost-at-once': after('readAgain', (now, before) => ({ ...now, devices: before.devices })),
  'authn-fingerprint-lost-at-once': after('readAgain', (now, before) => ({ ...now, fingerprints: before.fingerprints })),
  'authn-activations-mixed-up': {
    resume: (own, latest, point) => (point === 'activation.user-read' ? { ...own, user: latest.user } : own),
  },
  'authn-limit-counts-once-at-a-time': { countsRequest: (inFlight) => inFlight === 0 },
};
