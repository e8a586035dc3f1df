import type { Defect, Rebuild } from '../defect.ts';
import type { Build } from '../limiters/simulated.ts';
import { withHeaders, numberIn, onRefusal, LIMIT, REMAINING } from './alter-answer.ts';

/** The same limiter with another size behind the announced one. */
function resized(by: (limit: number) => number, announced: (remaining: number, ok: boolean, difference: number) => number): Rebuild {
  return (build: Build): Build =>
    (limit, periodMs) => {
      const real = by(limit);
      const inner = build(real, periodMs);
      return {
        ...inner,
        hit(nowMs) {
          const ruling = inner.hit(nowMs);
          return { ...ruling, limit, remaining: announced(ruling.remaining, ruling.ok, real - limit) };
        },
      };
    };
}

/** Defects of how many operations there are, and of what is said to remain. */
export const COUNT_DEFECTS: readonly Defect[] = [
  {
    name: 'one too many is permitted',
    isFine: true,
    clauses: ['pam.limits.header-limit-meaning', 'pam.limits.rate-exceeded-refused'],
    build: resized(
      (limit) => limit + 1,
      (remaining) => Math.max(0, remaining - 1),
    ),
  },
  {
    name: 'a tenth too many is permitted',
    clauses: ['pam.limits.header-limit-meaning', 'pam.limits.rate-exceeded-refused'],
    build: resized(
      (limit) => limit + Math.ceil(limit / 10),
      (remaining, _ok, difference) => Math.max(0, remaining - difference),
    ),
  },
  {
    name: 'refused while some remain',
    clauses: ['pam.limits.header-limit-meaning'],
    build: resized(
      (limit) => limit - Math.max(1, Math.floor(limit / 20)),
      (remaining, _ok, difference) => remaining - difference,
    ),
  },
  {
    name: 'refused early, and 0 remain at once',
    clauses: ['pam.limits.header-limit-meaning'],
    build: resized(
      (limit) => limit - Math.max(1, Math.floor(limit / 20)),
      (remaining, ok, difference) => (ok ? remaining - difference : 0),
    ),
  },
  {
    name: 'each request takes two',
    clauses: ['pam.limits.header-limit-meaning', 'pam.limits.header-remaining-meaning'],
    build: (build) => (limit, periodMs) => {
      const inner = build(limit, periodMs);
      return {
        ...inner,
        hit(nowMs) {
          const first = inner.hit(nowMs);
          return first.ok ? { ...inner.hit(nowMs), ok: true } : first;
        },
      };
    },
  },
  {
    name: 'counter is read and written in two steps',
    clauses: ['pam.limits.header-limit-meaning', 'pam.limits.header-remaining-meaning', 'pam.limits.rate-exceeded-refused'],
    races: true,
  },
  {
    name: 'Remaining is below zero on a refusal',
    clauses: ['pam.limits.header-remaining'],
    answer: onRefusal((headers) => ({ ...headers, [REMAINING]: '-1' })),
  },
  {
    name: 'Remaining does not move',
    clauses: ['pam.limits.header-remaining-meaning'],
    answer: withHeaders((headers, { limit }, { status }) => (status === 429 ? headers : { ...headers, [REMAINING]: String(limit - 1) })),
  },
  {
    name: 'Remaining is more than Limit',
    clauses: ['pam.limits.header-remaining'],
    answer: withHeaders((headers, { limit }, { status }) =>
      status === 429 ? headers : { ...headers, [REMAINING]: String(numberIn(headers, REMAINING) + limit) },
    ),
  },
  {
    name: 'Limit flaps',
    clauses: ['pam.limits.header-limit', 'pam.limits.header-limit-meaning'],
    answer: withHeaders((headers, { limit, random }) => (random.chance(0.3) ? { ...headers, [LIMIT]: String(limit * 2) } : headers)),
  },
];
