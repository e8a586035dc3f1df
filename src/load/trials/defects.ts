import type { Answer, Defect, Rebuild, Spoil, Spoiling } from './defect.ts';
import type { Build } from './limiters/simulated.ts';

type Headers = Readonly<Record<string, string | string[]>>;

const LIMIT = 'x-ratelimit-limit';
const REMAINING = 'x-ratelimit-remaining';
const RESET = 'x-ratelimit-reset';
const RETRY_AT = 'x-ratelimit-retry-at';

/** Every header of an answer changed, or taken away where undefined comes back. */
function withHeaders(change: (headers: Headers, about: Spoiling, answer: Answer) => Headers): Spoil {
  return (answer, about) => ({ ...answer, headers: { ...change(answer.headers, about, answer) } });
}

function without(headers: Headers, ...names: readonly string[]): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

function numberIn(headers: Headers, name: string): number {
  return Number(headers[name]);
}

const onRefusal = (change: (headers: Headers, about: Spoiling) => Headers): Spoil =>
  withHeaders((headers, about, { status }) => (status === 429 ? change(headers, about) : headers));

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

const HEADERS = [LIMIT, REMAINING, RESET, RETRY_AT];
const EACH_HEADER = ['pam.limits.header-limit', 'pam.limits.header-remaining', 'pam.limits.header-reset', 'pam.limits.header-retry-at'];

/** Kinds of defect that a rate limit of document 1 may have; each must turn one of its clauses red. */
export const DEFECTS: readonly Defect[] = [
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
