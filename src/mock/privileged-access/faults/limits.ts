import type { Faults } from '../../kit/faults.ts';
import { after, before, exchange, response, sequence, time } from '../fault.ts';
import type { Policy } from '../policy.ts';

const withoutHeaders = (applies: (status: number) => boolean) =>
  after('limitHeaders', (headers, _allowance, answer) => (applies(answer.status) ? {} : headers));

/** Defects of the four rate-limit headers. */
export const limitHeaderFaults: Faults<Policy> = {
  'pam-no-limit-headers-on-404': exchange(
    'a 404 carries no rate-limit headers',
    'pam.limits.headers-every-response',
    withoutHeaders((status) => status === 404),
  ),
  'pam-no-limit-headers-on-401': exchange(
    'a 401 carries no rate-limit headers',
    'pam.limits.headers-every-response',
    withoutHeaders((status) => status === 401),
  ),
  'pam-no-limit-headers-on-429': exchange(
    'a refused request carries no rate-limit headers',
    'pam.limits.headers-every-response',
    withoutHeaders((status) => status === 429),
  ),
  'pam-no-limit-headers-on-5xx': exchange(
    'a 5xx carries no rate-limit headers',
    'pam.limits.headers-every-response',
    withoutHeaders((status) => status >= 500),
  ),
  'pam-retry-at-only-when-limited': response(
    'X-RateLimit-Retry-At comes only with a 429',
    'pam.limits.headers-every-response',
    after('limitHeaders', (view, _allowance, answer) => {
      const headers = Object.entries(view);
      return Object.fromEntries(headers.filter(([name]) => answer.status === 429 || name !== 'x-ratelimit-retry-at'));
    }),
  ),
  'pam-limit-as-policy': response(
    'X-RateLimit-Limit says the period, too, and is no number',
    'pam.limits.header-limit',
    after('limitHeaders', (view, allowance) => ({ ...view, 'x-ratelimit-limit': `${allowance.limit};w=60` })),
  ),
  'pam-limit-shrinks': sequence(
    'X-RateLimit-Limit is what remains, and shrinks with each request',
    ['pam.limits.header-limit-meaning', 'pam.limits.header-limit'],
    before('limitHeaders', (allowance) => [{ ...allowance, limit: allowance.remaining }]),
  ),
  'pam-remaining-below-zero': response(
    'X-RateLimit-Remaining of a refused request is -1',
    'pam.limits.header-remaining',
    before('limitHeaders', (allowance) => [allowance.allowed ? allowance : { ...allowance, remaining: -1 }]),
  ),
  'pam-remaining-above-limit': response(
    'X-RateLimit-Remaining is ten more than remain, and so may exceed the limit',
    ['pam.limits.header-remaining', 'pam.limits.header-remaining-meaning'],
    after('limitHeaders', (view, allowance) => ({
      ...view,
      'x-ratelimit-remaining': String(allowance.remaining + 10),
    })),
  ),
  'pam-remaining-stands-still': sequence(
    'X-RateLimit-Remaining is the whole limit until it is exhausted',
    'pam.limits.header-remaining-meaning',
    before('limitHeaders', (allowance) => [{ ...allowance, remaining: allowance.allowed ? allowance.limit : 0 }]),
  ),
  'pam-reset-in-milliseconds': response(
    'X-RateLimit-Reset is in milliseconds',
    'pam.limits.header-reset',
    before('limitHeaders', (allowance) => [{ ...allowance, resetAt: allowance.resetAt * 1000 }]),
  ),
  'pam-reset-too-early': time(
    'X-RateLimit-Reset is half as far away as the time at which the allowance is full',
    ['pam.limits.header-reset-meaning', 'pam.limits.header-retry-at-meaning'],
    ({ limitHeaders }) => ({
      limitHeaders(allowance, answer) {
        const now = Math.ceil(answer.now / 1000);
        const resetAt = now + Math.floor((allowance.resetAt - now) / 2);
        return limitHeaders({ ...allowance, resetAt, retryAt: Math.min(resetAt, allowance.retryAt) }, answer);
      },
    }),
  ),
  'pam-retry-at-from-now': response(
    'X-RateLimit-Retry-At says how many seconds remain, not when they are over',
    'pam.limits.header-retry-at',
    before('limitHeaders', (allowance, answer) => [{ ...allowance, retryAt: allowance.retryAt - Math.floor(answer.now / 1000) }]),
  ),
  'pam-retry-at-after-reset': response(
    'X-RateLimit-Retry-At lies after the time at which the allowance is full',
    'pam.limits.header-retry-at',
    before('limitHeaders', (allowance) => [{ ...allowance, retryAt: allowance.resetAt + 5 }]),
  ),
  'pam-retry-at-too-early': time(
    'with a 429, X-RateLimit-Retry-At is one second from now, when nothing is replenished yet',
    'pam.limits.header-retry-at-meaning',
    before('limitHeaders', (allowance, answer) => [
      allowance.allowed ? allowance : { ...allowance, retryAt: Math.min(allowance.retryAt, Math.ceil(answer.now / 1000) + 1) },
    ]),
  ),
};
