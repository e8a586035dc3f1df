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
  'authn-enrollment-outlives-expiry': time(
    'a transaction that waits for an enrollment goes on for as long as anybody likes',
    'authn.resources.transaction.expiry',
    after('transactionLives', (result, transaction) => transaction.status === 'MFA_ENROLL' || result),
  ),
  'authn-verification-outlives-expiry': time(
    'a transaction that waits for a factor goes on for half a minute after expiresAt',
    'authn.resources.transaction.expiry',
    before('transactionLives', (transaction, now) => [transaction, transaction.status === 'MFA_REQUIRED' ? now - 30_000 : now]),
  ),
  'authn-first-password-refused-early': time(
    'a transaction that waits for a first password ends ten seconds before expiresAt',
    'authn.resources.transaction.expiry',
    before('transactionLives', (transaction, now) => [transaction, transaction.status === 'PASSWORD_RESET' ? now + 10_000 : now]),
  ),
  'authn-step-up-ends-half-way': time(
    'a step-up ends after half of the time until expiresAt',
    'authn.resources.transaction.expiry',
    before('transactionLives', (transaction, now) => [transaction, transaction.app === undefined ? now : now + 150_000]),
  ),
  'authn-expired-transaction-returns': time(
    'a day after its end a transaction goes on',
    'authn.resources.transaction.expiry',
    after('transactionLives', (result, transaction, now) => result || now >= transaction.expiresAt + dayMs),
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
  'authn-password-expires-early': time(
    'a password expires an hour earlier than its policy says',
    ['authn.transitions.success', 'authn.transitions.password-warn'],
    before('passwordExpired', (user, now) => [user, now + 3_600_000]),
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
