import { json } from '../kit/json.ts';
import type { WireResponse } from '../kit/service.ts';

/** Error codes with HTTP status and summary. The document shows neither codes nor bodies: those of the authentication service are used. */
const errors = {
  E0000001: { status: 400, summary: 'API validation failed' },
  E0000003: { status: 400, summary: 'The request body was not well-formed' },
  E0000006: { status: 403, summary: 'You do not have permission to perform the requested action' },
  E0000007: { status: 404, summary: 'Not found' },
  E0000009: { status: 500, summary: 'Internal server error' },
  E0000011: { status: 401, summary: 'Invalid token provided' },
  E0000021: { status: 400, summary: 'Bad request: Accept or Content-Type header is not supported' },
  E0000022: { status: 405, summary: 'The endpoint does not support the provided HTTP method' },
  E0000047: { status: 429, summary: 'API call exceeded rate limit due to too many requests' },
  E0000195: { status: 409, summary: 'The state of the object does not permit this operation' },
} as const;

export type ErrorCode = keyof typeof errors;

/** Thrown by handlers: the request is answered with this error. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly causes: readonly string[];
  /** instead of the code's own status */
  readonly status: number | undefined;
  readonly headers: WireResponse['headers'];
  constructor(code: ErrorCode, causes: readonly string[] = [], status?: number, headers: WireResponse['headers'] = {}) {
    super(causes.join('; ') || errors[code].summary);
    this.name = 'Refusal';
    this.code = code;
    this.causes = causes;
    this.status = status;
    this.headers = headers;
  }
}

/** An error of the shape of document 2's Error object; `causes` is left out where the deployment chooses so and there are none. */
export function errorResponse(
  code: ErrorCode,
  causes: readonly string[],
  errorId: string,
  style: 'causes-always' | 'causes-if-any',
  status?: number,
): WireResponse {
  const { status: own, summary } = errors[code];
  const errorCauses = causes.map((errorSummary) => ({ errorSummary }));
  const head = { errorCode: code, errorSummary: summary, errorLink: code, errorId };
  return json(status ?? own, style === 'causes-if-any' && causes.length === 0 ? head : { ...head, errorCauses });
}
