import type { Defect } from '../defect.ts';
import { withHeaders, numberIn, onRefusal, RESET, RETRY_AT } from './alter-answer.ts';

/** Defects of the moments at which some or all of the allowance is said to be back. */
export const MOMENT_DEFECTS: readonly Defect[] = [
  {
    name: 'Reset in milliseconds',
    clauses: ['pam.limits.header-reset'],
    answer: withHeaders((headers) => ({ ...headers, [RESET]: String(numberIn(headers, RESET) * 1000) })),
  },
  {
    name: 'Reset from now',
    clauses: ['pam.limits.header-reset'],
    answer: withHeaders((headers, { nowMs }) => ({
      ...headers,
      [RESET]: String(Math.max(0, numberIn(headers, RESET) - Math.floor(nowMs / 1000))),
    })),
  },
  {
    name: 'Reset in the past',
    clauses: ['pam.limits.header-reset-meaning'],
    answer: withHeaders((headers, { nowMs }) => ({
      ...headers,
      [RESET]: String(Math.floor(nowMs / 1000) - 5),
      [RETRY_AT]: String(Math.floor(nowMs / 1000) - 5),
    })),
  },
  {
    name: 'Reset by a clock an hour behind',
    clauses: ['pam.limits.header-reset-meaning'],
    answer: withHeaders((headers) => ({
      ...headers,
      [RESET]: String(numberIn(headers, RESET) - 3600),
      [RETRY_AT]: String(numberIn(headers, RETRY_AT) - 3600),
    })),
  },
  {
    name: 'Retry-At from now',
    clauses: ['pam.limits.header-retry-at'],
    answer: withHeaders((headers, { nowMs }) => ({
      ...headers,
      [RETRY_AT]: String(Math.max(0, numberIn(headers, RETRY_AT) - Math.floor(nowMs / 1000))),
    })),
  },
  {
    name: 'Retry-At after Reset',
    clauses: ['pam.limits.header-retry-at'],
    answer: withHeaders((headers) => ({ ...headers, [RETRY_AT]: String(numberIn(headers, RESET) + 3) })),
  },
  {
    name: 'Retry-At too early',
    clauses: ['pam.limits.header-retry-at-meaning'],
    answer: onRefusal((headers, { nowMs }) => {
      const wait = numberIn(headers, RETRY_AT) - nowMs / 1000;
      return { ...headers, [RETRY_AT]: String(Math.floor(numberIn(headers, RETRY_AT) - Math.max(3, wait / 2))) };
    }),
  },
];
