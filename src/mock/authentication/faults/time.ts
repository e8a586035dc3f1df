import type { Faults } from '../../kit/faults.ts';
import { after, before, exchange, response, time } from '../fault.ts';
import type { Policy } from '../policy.ts';

const dayMs = 86_400_000;
/** so much longer is refused than announced */
const beyondMs = 60_000;

/** Defects that show only as time passes. */
export const timeFaults: Faults<Policy> = {
  'authn-expired-transaction-alive': time('a state token is accepted after expiresAt', 'authn.resources.transaction.expiry', {
    transactionLives: () => true,
  }),
  'authn-transaction-dies-early': time(
    'a state token is refused a minute before expiresAt',
    'authn.resources.transaction.expiry',
    before('transactionLives', (transaction, now) => [transaction, now + 60_000]),
  ),
  'authn-expires-at-in-the-past': response(
    'expiresAt lies before the answer that carries it, though the transaction is alive',
    'authn.resources.transaction.expiry',
    before('expiresAt', (transaction, time) => [transaction, time - 600_000]),
  ),
  'authn-transaction-born-dead': exchange(
    'transactions of users who must enroll are over as soon as they have been answered',
    [
      'authn.resources.transaction.expiry',
      'authn.transitions.mfa-enroll',
      'authn.transitions.activation-mfa-enroll',
      'authn.transitions.activation-reset-mfa-enroll',
      'authn.transitions.step-up-mfa-enroll',
      'authn.endpoints.enroll-factor',
    ],
    after('transactionLives', (result, transaction) => transaction.status !== 'MFA_ENROLL' && result),
  ),
  'authn-activation-never-expires': time('an activation token is accepted after it has expired', 'authn.transitions.activation-expired', {
    activationLives: () => true,
  }),
  'authn-password-expires-late': time(
    'a password expires a week later than its policy says',
    'authn.transitions.password-expires',
    before('passwordExpired', (user, now) => [user, now - 7 * dayMs]),
  ),
  'authn-warned-on-last-day-only': time(
    'users are warned in the last day of the warn period only',
    ['authn.transitions.password-warn', 'authn.resources.options.warn'],
    before('inWarnPeriod', (user) => [{ ...user, policy: { ...user.policy, warnPeriodMs: Math.min(dayMs, user.policy.warnPeriodMs) } }]),
  ),
  'authn-limited-beyond-reset': time(
    'requests are refused for a minute after the time that X-Rate-Limit-Reset names',
    'authn.errors.rate-limit-headers.reset-time',
    (base) => ({
      limitHolds: (until, now) => base.limitHolds(until === 0 ? 0 : until + beyondMs, now),
      admits: (allowed, refusedUntil, now) =>
        base.admits(allowed, refusedUntil, now) && now >= refusedUntil + (refusedUntil === 0 ? 0 : beyondMs),
    }),
  ),
};
