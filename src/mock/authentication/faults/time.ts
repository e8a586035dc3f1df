import type { Faults } from '../../kit/faults.ts';
import { after, before } from '../fault.ts';
import type { Policy } from '../policy.ts';

const dayMs = 86_400_000;
/** so much longer is refused than announced */
const beyondMs = 60_000;

/** Defects that show only as time passes. */
export const timeFaults: Faults<Policy> = {
  'authn-expired-transaction-alive': { transactionLives: () => true },
  'authn-transaction-dies-early': before('transactionLives', (transaction, now) => [transaction, now + 60_000]),
  'authn-enrollment-outlives-expiry': after('transactionLives', (result, transaction) => transaction.status === 'MFA_ENROLL' || result),
  'authn-verification-outlives-expiry': before('transactionLives', (transaction, now) => [
    transaction,
    transaction.status === 'MFA_REQUIRED' ? now - 30_000 : now,
  ]),
  'authn-first-password-refused-early': before('transactionLives', (transaction, now) => [
    transaction,
    transaction.status === 'PASSWORD_RESET' ? now + 10_000 : now,
  ]),
  'authn-step-up-ends-half-way': before('transactionLives', (transaction, now) => [
    transaction,
    transaction.app === undefined ? now : now + 150_000,
  ]),
  'authn-expired-transaction-returns': after(
    'transactionLives',
    (result, transaction, now) => result || now >= transaction.expiresAt + dayMs,
  ),
  'authn-expires-at-in-the-past': before('expiresAt', (transaction, time) => [transaction, time - 600_000]),
  'authn-transaction-born-dead': after('transactionLives', (result, transaction) => transaction.status !== 'MFA_ENROLL' && result),
  'authn-activation-never-expires': { activationLives: () => true },
  'authn-password-expires-late': before('passwordExpired', (user, now) => [user, now - 7 * dayMs]),
  'authn-password-expires-early': before('passwordExpired', (user, now) => [user, now + 3_600_000]),
  'authn-warned-on-last-day-only': before('inWarnPeriod', (user) => [
    { ...user, policy: { ...user.policy, warnPeriodMs: Math.min(dayMs, user.policy.warnPeriodMs) } },
  ]),
  'authn-limited-beyond-reset': (base) => ({
    limitHolds: (until, now) => base.limitHolds(until === 0 ? 0 : until + beyondMs, now),
    admits: (allowed, refusedUntil, now) =>
      base.admits(allowed, refusedUntil, now) && now >= refusedUntil + (refusedUntil === 0 ? 0 : beyondMs),
  }),
};
