import type { JsonValue } from '../../src/model/types.ts';
import type { DocumentName } from '../../src/mock/kit/documents.ts';
import type { Place } from '../../src/load/limiter/sample.ts';
import type { Answer } from './defect.ts';
import type { Ruling } from './limiters/simulated.ts';

/** What a deployment answers where its limiter ruled so. */
export function answerTo(document: DocumentName, ruling: Ruling, { asks }: Place, date: Date): Answer {
  const seconds = (ms: number): string => String(Math.ceil(ms / 1000));
  const names = HEADERS[document];
  const told = document !== 'authentication' || !ruling.ok;
  const headers: Record<string, string> = {
    date: date.toUTCString(),
    'content-type': 'application/json',
    ...(told && names !== undefined
      ? {
          [names.limit]: String(ruling.limit),
          [names.remaining]: String(ruling.remaining),
          [names.reset]: seconds(ruling.fullAtMs),
          ...(names.retryAt === undefined ? {} : { [names.retryAt]: seconds(ruling.nextAtMs) }),
        }
      : {}),
  };
  if (!ruling.ok) return { status: 429, headers, body: REFUSAL[document] };
  return asks === 'unknown-path' ? { status: 404, headers, body: NOT_FOUND[document] } : { status: 200, headers, body: SERVED[document] };
}

interface HeaderNames {
  readonly limit: string;
  readonly remaining: string;
  readonly reset: string;
  readonly retryAt?: string;
}

const HEADERS: Readonly<Partial<Record<DocumentName, HeaderNames>>> = {
  'privileged-access': {
    limit: 'x-ratelimit-limit',
    remaining: 'x-ratelimit-remaining',
    reset: 'x-ratelimit-reset',
    retryAt: 'x-ratelimit-retry-at',
  },
  authentication: { limit: 'x-rate-limit-limit', remaining: 'x-rate-limit-remaining', reset: 'x-rate-limit-reset' },
};

const ERROR = { errorLink: 'E', errorId: 'oae1', errorCauses: [] };

const REFUSAL: Readonly<Record<DocumentName, JsonValue>> = {
  'privileged-access': { code: 'too_many_requests' },
  authentication: { errorCode: 'E0000047', errorSummary: 'API call exceeded rate limit due to too many requests', ...ERROR },
  governance: {},
};

const SERVED: Readonly<Record<DocumentName, JsonValue>> = {
  'privileged-access': { list: [] },
  authentication: { status: 'SUCCESS', sessionToken: '~sessionToken-1~', expiresAt: '2030-01-02T03:04:05.000Z' },
  governance: {},
};

const NOT_FOUND: Readonly<Record<DocumentName, JsonValue>> = {
  'privileged-access': { code: 'resource_does_not_exist' },
  authentication: { errorCode: 'E0000007', errorSummary: 'Not found', ...ERROR },
  governance: {},
};
