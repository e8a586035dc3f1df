import { mark } from '../marks.ts';
import { Refusal } from '../http/reply.ts';

/** Summaries in capitals with a full stop, as no client should mind. */
const ERRORS = {
  E0000004: { status: 401, summary: 'AUTHENTICATION FAILED.' },
  E0000001: { status: 400, summary: 'API VALIDATION FAILED: AUTHREQUEST.' },
  E0000014: { status: 403, summary: 'UPDATE OF CREDENTIALS FAILED.' },
  E0000047: { status: 429, summary: 'API CALL EXCEEDED RATE LIMIT DUE TO TOO MANY REQUESTS.' },
  E0000006: { status: 403, summary: 'YOU MAY NOT.' },
  E0000069: { status: 401, summary: 'USER LOCKED.' },
  S0000400: { status: 400, summary: 'NOT UNDERSTOOD.' },
  S0000404: { status: 404, summary: 'NOT HERE.' },
  S0000409: { status: 409, summary: 'NOT NOW.' },
  S0000410: { status: 410, summary: 'NO LONGER.' },
  S0000422: { status: 422, summary: 'NOT PROVEN.' },
} as const;

export type ErrorCode = keyof typeof ERRORS;

export function refuse(code: ErrorCode, causes: readonly string[] = [], headers: Readonly<Record<string, string>> = {}): Refusal {
  const { status, summary } = ERRORS[code];
  return new Refusal({
    status,
    headers,
    json: {
      severity: 'unfortunate',
      errorCauses: causes.map((errorSummary, index) => ({ rank: index, errorSummary })),
      errorId: mark('mishap'),
      errorLink: code,
      errorSummary: summary,
      errorCode: code,
    },
  });
}
