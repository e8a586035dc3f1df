import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';

const withoutHeaders = (id: string, about: string, applies: (status: number) => boolean): Fault<Rules> => ({
  id,
  clause: 'pam.limits.headers-every-response',
  difficulty: 'exchange',
  about,
  change: ({ limitHeaders }) => ({ limitHeaders: (allowance, answer) => (applies(answer.status) ? {} : limitHeaders(allowance, answer)) }),
});

/** Defects of the four rate-limit headers. */
export const limitHeaderFaults: readonly Fault<Rules>[] = [
  withoutHeaders('pam-no-limit-headers-on-404', 'a 404 carries no rate-limit headers', (status) => status === 404),
  withoutHeaders('pam-no-limit-headers-on-401', 'a 401 carries no rate-limit headers', (status) => status === 401),
  withoutHeaders('pam-no-limit-headers-on-429', 'a refused request carries no rate-limit headers', (status) => status === 429),
  withoutHeaders('pam-no-limit-headers-on-5xx', 'a 5xx carries no rate-limit headers', (status) => status >= 500),
  {
    id: 'pam-retry-at-only-when-limited',
    clause: 'pam.limits.headers-every-response',
    difficulty: 'response',
    about: 'X-RateLimit-Retry-At comes only with a 429',
    change: ({ limitHeaders }) => ({
      limitHeaders(allowance, answer) {
        const headers = Object.entries(limitHeaders(allowance, answer));
        return Object.fromEntries(headers.filter(([name]) => answer.status === 429 || name !== 'x-ratelimit-retry-at'));
      },
    }),
  },
  {
    id: 'pam-limit-as-policy',
    clause: 'pam.limits.header-limit',
    difficulty: 'response',
    about: 'X-RateLimit-Limit says the period, too, and is no number',
    change: ({ limitHeaders }) => ({
      limitHeaders: (allowance, answer) => ({ ...limitHeaders(allowance, answer), 'x-ratelimit-limit': `${allowance.limit};w=60` }),
    }),
  },
  {
    id: 'pam-limit-shrinks',
    clause: 'pam.limits.header-limit-meaning',
    alsoBreaks: ['pam.limits.header-limit'],
    difficulty: 'sequence',
    about: 'X-RateLimit-Limit is what remains, and shrinks with each request',
    change: ({ limitHeaders }) => ({
      limitHeaders: (allowance, answer) => limitHeaders({ ...allowance, limit: allowance.remaining }, answer),
    }),
  },
  {
    id: 'pam-remaining-below-zero',
    clause: 'pam.limits.header-remaining',
    difficulty: 'response',
    about: 'X-RateLimit-Remaining of a refused request is -1',
    change: ({ limitHeaders }) => ({
      limitHeaders: (allowance, answer) => limitHeaders(allowance.allowed ? allowance : { ...allowance, remaining: -1 }, answer),
    }),
  },
  {
    id: 'pam-remaining-above-limit',
    clause: 'pam.limits.header-remaining',
    alsoBreaks: ['pam.limits.header-remaining-meaning'],
    difficulty: 'response',
    about: 'X-RateLimit-Remaining is ten more than remain, and so may exceed the limit',
    change: ({ limitHeaders }) => ({
      limitHeaders: (allowance, answer) => ({
        ...limitHeaders(allowance, answer),
        'x-ratelimit-remaining': String(allowance.remaining + 10),
      }),
    }),
  },
  {
    id: 'pam-remaining-stands-still',
    clause: 'pam.limits.header-remaining-meaning',
    difficulty: 'sequence',
    about: 'X-RateLimit-Remaining is the whole limit until it is exhausted',
    change: ({ limitHeaders }) => ({
      limitHeaders: (allowance, answer) => limitHeaders({ ...allowance, remaining: allowance.allowed ? allowance.limit : 0 }, answer),
    }),
  },
  {
    id: 'pam-reset-in-milliseconds',
    clause: 'pam.limits.header-reset',
    difficulty: 'response',
    about: 'X-RateLimit-Reset is in milliseconds',
    change: ({ limitHeaders }) => ({
      limitHeaders: (allowance, answer) => limitHeaders({ ...allowance, resetAt: allowance.resetAt * 1000 }, answer),
    }),
  },
  {
    id: 'pam-reset-too-early',
    clause: 'pam.limits.header-reset-meaning',
    alsoBreaks: ['pam.limits.header-retry-at-meaning'],
    difficulty: 'time',
    about: 'X-RateLimit-Reset is half as far away as the time at which the allowance is full',
    change: ({ limitHeaders }) => ({
      limitHeaders(allowance, answer) {
        const now = Math.ceil(answer.now / 1000);
        const resetAt = now + Math.floor((allowance.resetAt - now) / 2);
        return limitHeaders({ ...allowance, resetAt, retryAt: Math.min(resetAt, allowance.retryAt) }, answer);
      },
    }),
  },
  {
    id: 'pam-retry-at-from-now',
    clause: 'pam.limits.header-retry-at',
    difficulty: 'response',
    about: 'X-RateLimit-Retry-At says how many seconds remain, not when they are over',
    change: ({ limitHeaders }) => ({
      limitHeaders: (allowance, answer) =>
        limitHeaders({ ...allowance, retryAt: allowance.retryAt - Math.floor(answer.now / 1000) }, answer),
    }),
  },
  {
    id: 'pam-retry-at-after-reset',
    clause: 'pam.limits.header-retry-at',
    difficulty: 'response',
    about: 'X-RateLimit-Retry-At lies after the time at which the allowance is full',
    change: ({ limitHeaders }) => ({
      limitHeaders: (allowance, answer) => limitHeaders({ ...allowance, retryAt: allowance.resetAt + 5 }, answer),
    }),
  },
  {
    id: 'pam-retry-at-too-early',
    clause: 'pam.limits.header-retry-at-meaning',
    difficulty: 'time',
    about: 'with a 429, X-RateLimit-Retry-At is one second from now, when nothing is replenished yet',
    change: ({ limitHeaders }) => ({
      limitHeaders: (allowance, answer) =>
        limitHeaders(
          allowance.allowed ? allowance : { ...allowance, retryAt: Math.min(allowance.retryAt, Math.ceil(answer.now / 1000) + 1) },
          answer,
        ),
    }),
  },
];
