import { ServiceRefusal } from '../kit/refusal.ts';

/** A row of the error table: status, code and summary. */
export interface ErrorRow {
  readonly status: number;
  readonly code: string;
  readonly summary: string;
}

/** The four errors of document 2, section Errors, and those that this deployment declares where the document is silent. */
export const errorRows = {
  authenticationFailed: { status: 401, code: 'E0000004', summary: 'Authentication failed' },
  appNotSupported: { status: 400, code: 'E0000001', summary: 'API validation failed: authRequest' },
  updateFailed: { status: 403, code: 'E0000014', summary: 'Update of credentials failed' },
  tooManyRequests: { status: 429, code: 'E0000047', summary: 'API call exceeded rate limit due to too many requests' },
  malformed: { status: 400, code: 'E0000003', summary: 'The request body is not well-formed' },
  unfitHeader: { status: 400, code: 'E0000021', summary: 'Bad request: Accept or Content-Type header is not supported' },
  deadToken: { status: 401, code: 'E0000011', summary: 'The token is invalid' },
  notInThisState: { status: 403, code: 'E0000079', summary: 'The transaction does not allow this operation now' },
  wrongCode: { status: 403, code: 'E0000068', summary: 'The passcode or answer is wrong' },
  notFound: { status: 404, code: 'E0000007', summary: 'There is no such resource' },
  internal: { status: 500, code: 'E0000009', summary: 'Internal server error' },
  methodNotAllowed: { status: 405, code: 'E0000022', summary: 'The endpoint does not support this method' },
} as const satisfies Record<string, ErrorRow>;

export type ErrorName = keyof typeof errorRows;

export class Refusal extends ServiceRefusal<ErrorName> {}
