import type { Faults } from '../../kit/faults.ts';
import type { Allowance } from '../../kit/limiter.ts';
import { after, around, before, reportedAs } from '../fault.ts';
import type { Policy } from '../policy.ts';

const withoutHeaders = (applies: (status: number) => boolean) =>
  after('limitHeaders', (headers, _allowance, answer) => (applies(answer.status) ? {} : headers));

/** Defects of the four rate-limit headers. */
export const limitHeaderFaults: Faults<Policy> = {
  'pam-no-limit-headers-on-404': withoutHeaders((status) => status === 404),
  'pam-no-limit-headers-on-401': withoutHeaders((status) => status === 401),
  'pam-no-limit-headers-on-429': withoutHeaders((status) => status === 429),
  'pam-no-limit-headers-on-5xx': withoutHeaders((status) => status >= 500),
  'pam-retry-at-only-when-limited': after('limitHeaders', (view, _allowance, answer) => {
    const headers = Object.entries(view);
    return Object.fromEntries(headers.filter(([name]) => answer.status === 429 || name !== 'x-ratelimit-retry-at'));
  }),
  'pam-limit-as-policy': after('limitHeaders', (view, allowance) => ({ ...view, 'x-ratelimit-limit': `${allowance.limit};w=60` })),
  'pam-limit-shrinks': before('limitHeaders', (allowance) => [{ ...allowance, limit: allowance.remaining }]),
  'pam-remaining-below-zero': before('limitHeaders', (allowance) => [allowance.allowed ? allowance : { ...allowance, remaining: -1 }]),
  'pam-remaining-above-limit': after('limitHeaders', (view, allowance) => ({
    ...view,
    'x-ratelimit-remaining': String(allowance.remaining + 10),
  })),
  'pam-remaining-stands-still': before('limitHeaders', (allowance) => [
    { ...allowance, remaining: allowance.allowed ? allowance.limit : 0 },
  ]),
  'pam-reset-in-milliseconds': before('limitHeaders', (allowance) => [{ ...allowance, resetAt: allowance.resetAt * 1000 }]),
  'pam-reset-too-early': before('limitHeaders', (allowance, answer) => {
    const now = Math.ceil(answer.now / 1000);
    const resetAt = now + Math.floor((allowance.resetAt - now) / 2);
    return [{ ...allowance, resetAt, retryAt: Math.min(resetAt, allowance.retryAt) }];
  }),
  'pam-retry-at-from-now': before('limitHeaders', (allowance, answer) => [
    { ...allowance, retryAt: allowance.retryAt - Math.floor(answer.now / 1000) },
  ]),
  'pam-retry-at-after-reset': before('limitHeaders', (allowance) => [{ ...allowance, retryAt: allowance.resetAt + 5 }]),
  'pam-retry-at-too-early': before('limitHeaders', (allowance, answer) => [
    allowance.allowed ? allowance : { ...allowance, retryAt: Math.min(allowance.retryAt, Math.ceil(answer.now / 1000) + 1) },
  ]),
};

/** Defects of which requests the rate limit lets through, and of how it refuses the others. */
export const admissionFaults: Faults<Policy> = {
  'pam-limit-not-held': ({ admit }) => ({ admit: async (entrance) => ({ ...(await admit(entrance)), allowed: true }) }),
  'pam-limit-one-more': around('admit', (admit) => {
    const extra = new Map<string, number>();
    return async (entrance) => {
      const allowance = await admit(entrance);
      if (allowance.allowed || extra.get(entrance.key) === allowance.resetAt) return allowance;
      extra.set(entrance.key, allowance.resetAt);
      return { ...allowance, allowed: true };
    };
  }),
  'pam-limit-one-less': around('admit', (admit) => async (entrance) => {
    const allowance = await admit(entrance);
    if (!allowance.allowed || allowance.remaining > 0) return allowance;
    entrance.limiter.release(entrance.key);
    return { ...allowance, allowed: false };
  }),
  'pam-limit-of-first-period-only': around('admit', (admit) => {
    const refused = new Set<string>();
    const free = new Set<string>();
    return async (entrance) => {
      const allowance = await admit(entrance);
      if (!allowance.allowed) refused.add(entrance.key);
      else if (refused.has(entrance.key)) free.add(entrance.key);
      return free.has(entrance.key) ? { ...allowance, allowed: true } : allowance;
    };
  }),
  'pam-limited-beyond-reset': around('admit', (admit) => {
    const until = new Map<string, number>();
    return async (entrance) => {
      const allowance = await admit(entrance);
      if (!allowance.allowed) until.set(entrance.key, Math.max(until.get(entrance.key) ?? 0, (allowance.resetAt + 3600) * 1000));
      const barred = entrance.now < (until.get(entrance.key) ?? 0);
      if (allowance.allowed && barred) entrance.limiter.release(entrance.key);
      return { ...allowance, allowed: allowance.allowed && !barred };
    };
  }),
  'pam-allowance-back-in-part': around('admit', (admit) => {
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
  'pam-counted-one-at-a-time': around('admit', (admit) => {
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
  'pam-limited-as-quota': reportedAs('too_many_requests', 'quota_exceeded'),
  'pam-limited-as-offline': before('nameOf', (error) => [error === 'too_many_requests' ? 'service_offline' : error]),
};
