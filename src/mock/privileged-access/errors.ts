import { ServiceRefusal } from '../kit/refusal.ts';

/** The error names of the document (Errors) with their HTTP statuses. */
export const errorStatuses = {
  invalid_request: 400,
  authentication_error: 401,
  authorization_error: 401,
  server_authorization_revoked: 401,
  forbidden_error: 403,
  quota_exceeded: 403,
  disabled_team: 403,
  resource_does_not_exist: 404,
  resource_deprecated: 404,
  resource_already_exists: 409,
  unsupported_content_type: 415,
  too_many_requests: 429,
  client_closed_connection: 499,
  unknown_error: 500,
  service_offline: 503,
  gateway_timeout: 504,
} as const;

/** An error name of the document. */
export type ErrorName = keyof typeof errorStatuses;

/** What a refused request is told: a name, a sentence, and the field that it is about where there is one. */
export interface ErrorAnswer {
  readonly name: string;
  readonly status: number;
  readonly message: string;
  readonly path?: string;
}

/** The request is answered with this error of the document. */
export class Refusal extends ServiceRefusal<ErrorName> {
  /** the field that it is about, where there is one */
  readonly path: string | undefined;
  constructor(error: ErrorName, message: string, path?: string) {
    super(error, [message]);
    this.path = path;
  }
}
