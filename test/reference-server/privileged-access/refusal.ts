import { Refusal } from '../http/reply.ts';

const STATUS = {
  invalid_request: 400,
  authentication_error: 401,
  authorization_error: 401,
  server_authorization_revoked: 401,
  forbidden_error: 403,
  quota_exceeded: 403,
  resource_does_not_exist: 404,
  resource_deprecated: 404,
  disabled_team: 403,
  resource_already_exists: 409,
  unsupported_content_type: 415,
  too_many_requests: 429,
  client_closed_connection: 499,
  unknown_error: 500,
  service_offline: 503,
  gateway_timeout: 504,
} as const;

export type ErrorName = keyof typeof STATUS;

/** The name stands deep in the body, and not under 'code', 'error' or 'message'. */
export function refuse(name: ErrorName, why: string): Refusal {
  return new Refusal({
    status: STATUS[name],
    type: 'application/problem+json',
    json: { incident: { number: 7, text: why }, problem: { http: `${STATUS[name]}`, kind: [{ name, retry: STATUS[name] >= 500 }] } },
  });
}
