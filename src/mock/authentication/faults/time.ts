import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';

const dayMs = 86_400_000;
/** so much longer is refused than announced */
const beyondMs = 60_000;

/** Defects that show only as time passes. */
export const timeFaults: readonly Fault<Rules>[] = [
  {
    id: 'authn-expired-transaction-alive',
    clause: 'authn.resources.transaction.expiry',
    difficulty: 'time',
    about: 'a state token is accepted after expiresAt',
    change: () => ({ transactionLives: () => true }),
  },
  {
    id: 'authn-transaction-dies-early',
    clause: 'authn.resources.transaction.expiry',
    difficulty: 'time',
    about: 'a state token is refused a minute before expiresAt',
    change: (rules) => ({ transactionLives: (transaction, now) => rules.transactionLives(transaction, now + 60_000) }),
  },
  {
    id: 'authn-expires-at-in-the-past',
    clause: 'authn.resources.transaction.expiry',
    difficulty: 'response',
    about: 'expiresAt lies before the answer that carries it, though the transaction is alive',
    change: (rules) => ({ expiresAt: (transaction, time) => rules.expiresAt(transaction, time - 600_000) }),
  },
  {
    id: 'authn-transaction-born-dead',
    clause: 'authn.resources.transaction.expiry',
    alsoBreaks: [
      'authn.transitions.mfa-enroll',
      'authn.transitions.activation-mfa-enroll',
      'authn.transitions.activation-reset-mfa-enroll',
      'authn.transitions.step-up-mfa-enroll',
      'authn.endpoints.enroll-factor',
    ],
    difficulty: 'exchange',
    about: 'transactions of users who must enroll are over as soon as they have been answered',
    change: (rules) => ({
      transactionLives: (transaction, now) => transaction.status !== 'MFA_ENROLL' && rules.transactionLives(transaction, now),
    }),
  },
  {
    id: 'authn-activation-never-expires',
    clause: 'authn.transitions.activation-expired',
    difficulty: 'time',
    about: 'an activation token is accepted after it has expired',
    change: () => ({ activationLives: () => true }),
  },
  {
    id: 'authn-password-expires-late',
    clause: 'authn.transitions.password-expires',
    difficulty: 'time',
    about: 'a password expires a week later than its policy says',
    change: (rules) => ({ passwordExpired: (user, now) => rules.passwordExpired(user, now - 7 * dayMs) }),
  },
  {
    id: 'authn-warned-on-last-day-only',
    clause: 'authn.transitions.password-warn',
    alsoBreaks: ['authn.resources.options.warn'],
    difficulty: 'time',
    about: 'users are warned in the last day of the warn period only',
    change: (rules) => ({
      inWarnPeriod: (user, now) =>
        rules.inWarnPeriod({ ...user, policy: { ...user.policy, warnPeriodMs: Math.min(dayMs, user.policy.warnPeriodMs) } }, now),
    }),
  },
  {
    id: 'authn-limited-beyond-reset',
    clause: 'authn.errors.rate-limit-headers.reset-time',
    difficulty: 'time',
    about: 'requests are refused for a minute after the time that X-Rate-Limit-Reset names',
    change: (rules) => ({
      limitHolds: (until, now) => rules.limitHolds(until === 0 ? 0 : until + beyondMs, now),
      admits: (allowed, refusedUntil, now) =>
        rules.admits(allowed, refusedUntil, now) && now >= refusedUntil + (refusedUntil === 0 ? 0 : beyondMs),
    }),
  },
];
