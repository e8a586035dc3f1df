import type { Allowance } from '../../kit/limiter.ts';
import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';

/** Defects of which requests the rate limit lets through, and of how it refuses the others. */
export const admissionFaults: readonly Fault<Rules>[] = [
  {
    id: 'pam-limit-not-held',
    clause: 'pam.limits.rate-exceeded-refused',
    alsoBreaks: ['pam.errors.too-many-requests-condition', 'pam.limits.header-limit-meaning'],
    difficulty: 'sequence',
    about: 'requests beyond the limit are served',
    change: ({ admit }) => ({ admit: async (entrance) => ({ ...(await admit(entrance)), allowed: true }) }),
  },
  {
    id: 'pam-limit-one-more',
    clause: 'pam.limits.header-limit-meaning',
    alsoBreaks: ['pam.limits.rate-exceeded-refused', 'pam.errors.too-many-requests-condition'],
    difficulty: 'sequence',
    about: 'in each period one request more is served than X-RateLimit-Limit says',
    change({ admit }) {
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
  },
  {
    id: 'pam-limit-one-less',
    clause: 'pam.limits.header-limit-meaning',
    alsoBreaks: ['pam.limits.header-remaining-meaning'],
    difficulty: 'sequence',
    about: 'the last of the promised requests is refused',
    change: ({ admit }) => ({
      async admit(entrance) {
        const allowance = await admit(entrance);
        if (!allowance.allowed || allowance.remaining > 0) return allowance;
        entrance.limiter.release(entrance.key);
        return { ...allowance, allowed: false };
      },
    }),
  },
  {
    id: 'pam-limit-of-first-period-only',
    clause: 'pam.limits.rate-per-period',
    alsoBreaks: ['pam.limits.rate-exceeded-refused', 'pam.limits.header-limit-meaning'],
    difficulty: 'time',
    about: 'who has once waited for the next period is not limited any more',
    change({ admit }) {
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
  },
  {
    id: 'pam-limited-beyond-reset',
    clause: 'pam.limits.rate-until-replenished',
    alsoBreaks: ['pam.limits.header-reset-meaning', 'pam.limits.header-retry-at-meaning', 'pam.limits.rate-per-period'],
    difficulty: 'time',
    about: 'who has been refused is refused for an hour longer than X-RateLimit-Reset said',
    change({ admit }) {
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
  },
  {
    id: 'pam-allowance-back-in-part',
    clause: 'pam.limits.header-reset-meaning',
    alsoBreaks: ['pam.limits.rate-per-period', 'pam.limits.header-limit-meaning'],
    difficulty: 'time',
    about: 'who has once been refused gets one request of each later period, whatever X-RateLimit-Reset promised',
    change({ admit }) {
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
  },
  {
    id: 'pam-counted-one-at-a-time',
    clause: 'pam.limits.header-limit-meaning',
    alsoBreaks: ['pam.limits.rate-exceeded-refused', 'pam.limits.header-remaining-meaning'],
    difficulty: 'concurrency',
    about: 'requests that arrive while another one is being counted are not counted',
    change({ admit }) {
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
  },
  {
    id: 'pam-limited-as-quota',
    clause: 'pam.errors.too-many-requests-condition',
    difficulty: 'exchange',
    about: 'a request beyond the rate limit is refused as if a quota were exceeded',
    change: ({ nameOf, statusOf }) => ({
      nameOf: (error) => nameOf(error === 'too_many_requests' ? 'quota_exceeded' : error),
      statusOf: (error) => statusOf(error === 'too_many_requests' ? 'quota_exceeded' : error),
    }),
  },
  {
    id: 'pam-limited-as-offline',
    clause: 'pam.limits.rate-exceeded',
    alsoBreaks: ['pam.errors.too-many-requests-condition', 'pam.errors.too-many-requests', 'pam.errors.service-offline'],
    difficulty: 'exchange',
    about: 'a request beyond the rate limit is refused with 429 under the name service_offline',
    change: ({ nameOf }) => ({ nameOf: (error) => nameOf(error === 'too_many_requests' ? 'service_offline' : error) }),
  },
];
