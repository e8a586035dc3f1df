import type { Defect } from '../defect.ts';
import { withHeaders, without, onRefusal, LIMIT, REMAINING, RESET, RETRY_AT, HEADERS, EACH_HEADER } from './alter-answer.ts';

/** Headers that are missing, stand twice, or are no numbers. */
export const HEADER_DEFECTS: readonly Defect[] = [
  {
    name: 'headers missing on a refusal',
    clauses: ['pam.limits.headers-every-response'],
    answer: onRefusal((headers) => without(headers, ...HEADERS)),
  },
  {
    name: 'one header missing on a refusal',
    clauses: ['pam.limits.headers-every-response'],
    answer: onRefusal((headers, { random }) => without(headers, random.pick([LIMIT, REMAINING, RESET, RETRY_AT]))),
  },
  {
    name: 'headers missing on unknown paths',
    clauses: ['pam.limits.headers-every-response'],
    answer: withHeaders((headers, _about, { status }) => (status === 404 ? without(headers, ...HEADERS) : headers)),
  },
  {
    name: 'Retry-At on refusals only',
    clauses: ['pam.limits.headers-every-response'],
    answer: withHeaders((headers, _about, { status }) => (status === 429 ? headers : without(headers, RETRY_AT))),
  },
  {
    name: 'a header stands twice',
    clauses: EACH_HEADER,
    answer: withHeaders((headers, { random }) => {
      const name = random.pick([LIMIT, REMAINING, RESET, RETRY_AT]);
      return { ...headers, [name]: [String(headers[name]), String(headers[name])] };
    }),
  },
  {
    name: 'a header is no whole number',
    clauses: EACH_HEADER,
    answer: withHeaders((headers, { random }) => {
      const name = random.pick([LIMIT, REMAINING, RESET, RETRY_AT]);
      return { ...headers, [name]: `${String(headers[name])}.5` };
    }),
  },
];
