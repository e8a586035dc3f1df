import type { Defect } from '../defect.ts';

/** Refusals under another name or status. */
export const REFUSAL_DEFECTS: readonly Defect[] = [
  {
    name: '429 with another name',
    clauses: ['pam.limits.rate-exceeded', 'pam.errors.too-many-requests-condition'],
    answer: (answer) => (answer.status === 429 ? { ...answer, body: { code: 'rate_limited' } } : answer),
  },
  {
    name: 'the name with another status',
    clauses: ['pam.errors.too-many-requests-condition', 'pam.errors.too-many-requests'],
    answer: (answer) => (answer.status === 429 ? { ...answer, status: 403 } : answer),
  },
  {
    name: 'refusals look like an outage',
    clauses: ['pam.errors.too-many-requests-condition'],
    answer: (answer) => (answer.status === 429 ? { ...answer, status: 503, body: { code: 'service_offline' } } : answer),
  },
];
