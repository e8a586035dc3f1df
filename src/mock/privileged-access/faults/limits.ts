import type { Faults } from '../../kit/faults.ts';
import type { Allowance } from '../../kit/limiter.ts';
import { after, around, before, concurrency, exchange, reportedAs, response, sequence, time } from '../fault.ts';
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
    before('limitHeaders', (allowance, answer) => {
      const now = Math.ceil(answer.now / 1000);
      const resetAt = now + Math.floor((allowance.resetAt - now) / 2);
      return [{ ...allowance, resetAt, retryAt: Math.min(resetAt, allowance.retryAt) }];
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

/** Defects of which requests the rate limit lets through, and of how it refuses the others. */
export const admissionFaults: Faults<Policy> = {
  'pam-limit-not-held': sequence(
    'requests beyond the limit are served',
    ['pam.limits.rate-exceeded-refused', 'pam.errors.too-many-requests-condition', 'pam.limits.header-limit-meaning'],
    ({ admit }) => ({ admit: async (entrance) => ({ ...(await admit(entrance)), allowed: true }) }),
  ),
  'pam-limit-one-more': sequence(
    'in each period one request more is served than X-RateLimit-Limit says',
    ['pam.limits.header-limit-meaning', 'pam.limits.rate-exceeded-refused', 'pam.errors.too-many-requests-condition'],
    around('admit', (admit) => {
      const extra = new Map<string, number>();
      return async (entrance) => {
        const allowance = await admit(entrance);
        if (allowance.allowed || extra.get(entrance.key) === allowance.resetAt) return allowance;
        extra.set(entrance.key, allowance.resetAt);
        return { ...allowance, allowed: true };
      };
    }),
  ),
  'pam-limit-one-less': sequence(
    'the last of the promised requests is refused',
    ['pam.limits.header-limit-meaning', 'pam.limits.header-remaining-meaning'],
    around('admit', (admit) => async (entrance) => {
      const allowance = await admit(entrance);
      if (!allowance.allowed || allowance.remaining > 0) return allowance;
      entrance.limiter.release(entrance.key);
      return { ...allowance, allowed: false };
    }),
  ),
  'pam-limit-of-first-period-only': time(
    'who has once waited for the next period is not limited any more',
    ['pam.limits.rate-per-period', 'pam.limits.rate-exceeded-refused', 'pam.limits.header-limit-meaning'],
    around('admit', (admit) => {
      const refused = new Set<string>();
      const free = new Set<string>();
      return async (entrance) => {
        const allowance = await admit(entrance);
        if (!allowance.allowed) refused.add(entrance.key);
        else if (refused.has(entrance.key)) free.add(entrance.key);
        return free.has(entrance.key) ? { ...allowance, allowed: true } : allowance;
      };
    }),
  ),
  'pam-limited-beyond-reset': time(
    'who has been refused is refused for an hour longer than X-RateLimit-Reset said',
    [
      'pam.limits.rate-until-replenished',
      'pam.limits.header-reset-meaning',
      'pam.limits.header-retry-at-meaning',
      'pam.limits.rate-per-period',
    ],
    around('admit', (admit) => {
      const until = new Map<string, number>();
      return async (entrance) => {
        const allowance = await admit(entrance);
        if (!allowance.allowed) until.set(entrance.key, Math.max(until.get(entrance.key) ?? 0, (allowance.resetAt + 3600) * 1000));
        const barred = entrance.now < (until.get(entrance.key) ?? 0);
        if (allowance.allowed && barred) entrance.limiter.release(entrance.key);
        return { ...allowance, allowed: allowance.allowed && !barred };
      };
    }),
  ),
  'pam-allowance-back-in-part': time(
    'who has once been refused gets one request of each later period, whatever X-RateLimit-Reset promised',
    ['pam.limits.header-reset-meaning', 'pam.limits.rate-per-period', 'pam.limits.header-limit-meaning'],
    around('admit', (admit) => {
      const refused = new Set<string>();
      const served = new Map<string, number>();
      return async (entrance) => {
        const allowance = await admit(entrance);
        if (!allowance.allowed) refused.add(entrance.key);
        const isFirst = served.get(entrance.key) !== allowance.resetAt;
        if (allowance.allowed) served.set(entrance.key, allowance.resetAt);
        if (!allowance.allowed || isFirst || !refused.has(entrance.key)) return allowance;
        entrance.limiter.release(entrance.key);
        return { ...allowance, allowed: false };
      };
    }),
  ),
  'pam-counted-one-at-a-time': concurrency(
    'requests that arrive while another one is being counted are not counted',
    ['pam.limits.header-limit-meaning', 'pam.limits.rate-exceeded-refused', 'pam.limits.header-remaining-meaning'],
    around('admit', (admit) => {
      const counting = new Map<string, Promise<Allowance>>();
      return async (entrance) => {
        const shared = counting.get(entrance.key);
        if (shared !== undefined) return shared;
        const allowance = admit(entrance);
        counting.set(entrance.key, allowance);
        await entrance.pause('count a request');
        counting.delete(entrance.key);
        return allowance;
      };
    }),
  ),
  'pam-limited-as-quota': exchange(
    'a request beyond the rate limit is refused as if a quota were exceeded',
    'pam.errors.too-many-requests-condition',
    reportedAs('too_many_requests', 'quota_exceeded'),
  ),
  'pam-limited-as-offline': exchange(
    'a request beyond the rate limit is refused with 429 under the name service_offline',
    ['pam.limits.rate-exceeded', 'pam.errors.too-many-requests-condition', 'pam.errors.too-many-requests', 'pam.errors.service-offline'],
    before('nameOf', (error) => [error === 'too_many_requests' ? 'service_offline' : error]),
  ),
};
