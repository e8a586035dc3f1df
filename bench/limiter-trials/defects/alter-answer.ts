import type { Answer, AlterAnswer, AnswerContext } from '../defect.ts';

type Headers = Readonly<Record<string, string | string[]>>;

export const LIMIT = 'x-ratelimit-limit';
export const REMAINING = 'x-ratelimit-remaining';
export const RESET = 'x-ratelimit-reset';
export const RETRY_AT = 'x-ratelimit-retry-at';

/** Every header of an answer changed, or taken away where undefined comes back. */
export function withHeaders(change: (headers: Headers, about: AnswerContext, answer: Answer) => Headers): AlterAnswer {
  return (answer, about) => ({ ...answer, headers: { ...change(answer.headers, about, answer) } });
}

export function without(headers: Headers, ...names: readonly string[]): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

export function numberIn(headers: Headers, name: string): number {
  return Number(headers[name]);
}

export const onRefusal = (change: (headers: Headers, about: AnswerContext) => Headers): AlterAnswer =>
  withHeaders((headers, about, { status }) => (status === 429 ? change(headers, about) : headers));

export const HEADERS = [LIMIT, REMAINING, RESET, RETRY_AT];
export const EACH_HEADER = [
  'pam.limits.header-limit',
  'pam.limits.header-remaining',
  'pam.limits.header-reset',
  'pam.limits.header-retry-at',
];
