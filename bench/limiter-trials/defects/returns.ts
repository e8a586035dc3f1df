import type { Defect } from '../defect.ts';

/** Allowances that do not come back as announced. */
export const RETURN_DEFECTS: readonly Defect[] = [
  {
    name: 'the allowance never comes back',
    clauses: ['pam.limits.rate-until-replenished', 'pam.limits.header-reset-meaning', 'pam.limits.header-retry-at-meaning'],
    build: (build) => (limit, periodMs) => {
      const inner = build(limit, periodMs);
      let isOver = false;
      return {
        ...inner,
        hit(nowMs) {
          const ruling = inner.hit(nowMs);
          isOver ||= !ruling.ok;
          return isOver
            ? { ...ruling, ok: false, remaining: 0, nextAtMs: Math.max(nowMs, ruling.nextAtMs), fullAtMs: Math.max(nowMs, ruling.fullAtMs) }
            : ruling;
        },
      };
    },
  },
  {
    name: 'half of the allowance comes back',
    clauses: ['pam.limits.header-reset-meaning'],
    build: (build) => (limit, periodMs) => {
      let inner = build(limit, periodMs);
      let isHalf = false;
      return {
        ...inner,
        hit(nowMs) {
          const ruling = inner.hit(nowMs);
          if (!ruling.ok && !isHalf) {
            isHalf = true;
            const half = Math.ceil(limit / 2);
            inner = build(half, periodMs);
            for (let count = 0; count < half; count++) inner.hit(nowMs);
          }
          return { ...ruling, limit };
        },
      };
    },
  },
];
