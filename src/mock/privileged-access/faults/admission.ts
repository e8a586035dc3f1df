import { toldAs } from './told-as.ts';
import type { Faults } from '../../kit/faults.ts';
import { before, concurrency, exchange, sequence, time } from '../fault.ts';
import type { Policy } from '../policy.ts';
import type { Allowance } from '../../kit/limiter.ts';

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
    ({ admit }) => {
      const extra = new Map<string, number>();
      return {
        async admit(entrance) {
          const allowance = await admit(entrance);
          if (allowance.allowed || extra.get(entrance.key) === allowance.resetAt) return allowance;
          extra.set(entrance.key, allowance.resetAt);
          return { ...allowance, allowed: true };
        },
      };
    },
  ),
  'pam-limit-one-less': sequence(
    'the last of the promised requests is refused',
    ['pam.limits.header-limit-meaning', 'pam.limits.header-remaining-meaning'],
    ({ admit }) => ({
      async admit(entrance) {
        const allowance = await admit(entrance);
        if (!allowance.allowed || allowance.remaining > 0) return allowance;
        entrance.limiter.release(entrance.key);
        return { ...allowance, allowed: false };
      },
    }),
  ),
  'pam-limit-of-first-period-only': time(
    'who has once waited for the next period is not limited any more',
    ['pam.limits.rate-per-period', 'pam.limits.rate-exceeded-refused', 'pam.limits.header-limit-meaning'],
    ({ admit }) => {
      const refused = new Set<string>();
      const free = new Set<string>();
      return {
        async admit(entrance) {
          const allowance = await admit(entrance);
          if (!allowance.allowed) refused.add(entrance.key);
          else if (refused.has(entrance.key)) free.add(entrance.key);
          return free.has(entrance.key) ? { ...allowance, allowed: true } : allowance;
        },
      };
    },
  ),
  'pam-limited-beyond-reset': time(
    'who has been refused is refused for an hour longer than X-RateLimit-Reset said',
    [
      'pam.limits.rate-until-replenished',
      'pam.limits.header-reset-meaning',
      'pam.limits.header-retry-at-meaning',
      'pam.limits.rate-per-period',
    ],
    ({ admit }) => {
      const until = new Map<string, number>();
      return {
        async admit(entrance) {
          const allowance = await admit(entrance);
          if (!allowance.allowed) until.set(entrance.key, Math.max(until.get(entrance.key) ?? 0, (allowance.resetAt + 3600) * 1000));
          const barred = entrance.now < (until.get(entrance.key) ?? 0);
          if (allowance.allowed && barred) entrance.limiter.release(entrance.key);
          return { ...allowance, allowed: allowance.allowed && !barred };
        },
      };
    },
  ),
  'pam-allowance-back-in-part': time(
    'who has once been refused gets one request of each later period, whatever X-RateLimit-Reset promised',
    ['pam.limits.header-reset-meaning', 'pam.limits.rate-per-period', 'pam.limits.header-limit-meaning'],
    ({ admit }) => {
      const refused = new Set<string>();
      const served = new Map<string, number>();
      return {
        async admit(entrance) {
          const allowance = await admit(entrance);
          if (!allowance.allowed) refused.add(entrance.key);
          const isFirst = served.get(entrance.key) !== allowance.resetAt;
          if (allowance.allowed) served.set(entrance.key, allowance.resetAt);
          if (!allowance.allowed || isFirst || !refused.has(entrance.key)) return allowance;
          entrance.limiter.release(entrance.key);
          return { ...allowance, allowed: false };
        },
      };
    },
  ),
  'pam-counted-one-at-a-time': concurrency(
    'requests that arrive while another one is being counted are not counted',
    ['pam.limits.header-limit-meaning', 'pam.limits.rate-exceeded-refused', 'pam.limits.header-remaining-meaning'],
    ({ admit }) => {
      const counting = new Map<string, Promise<Allowance>>();
      return {
        async admit(entrance) {
          const shared = counting.get(entrance.key);
          if (shared !== undefined) return shared;
          const allowance = admit(entrance);
          counting.set(entrance.key, allowance);
          await entrance.pause('count a request');
          counting.delete(entrance.key);
          return allowance;
        },
      };
    },
  ),
  'pam-limited-as-quota': exchange(
    'a request beyond the rate limit is refused as if a quota were exceeded',
    'pam.errors.too-many-requests-condition',
    toldAs('too_many_requests', 'quota_exceeded'),
  ),
  'pam-limited-as-offline': exchange(
    'a request beyond the rate limit is refused with 429 under the name service_offline',
    ['pam.limits.rate-exceeded', 'pam.errors.too-many-requests-condition', 'pam.errors.too-many-requests', 'pam.errors.service-offline'],
    before('nameOf', (error) => [error === 'too_many_requests' ? 'service_offline' : error]),
  ),
};
