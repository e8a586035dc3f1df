import { ServiceRefusal } from '../kit/refusal.ts';

/** Error codes with HTTP status and summary. The document shows neither codes nor bodies: those of the authentication service are used. */
export const errors = {
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

export class Refusal extends ServiceRefusal<keyof typeof errors> {}
