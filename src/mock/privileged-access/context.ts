import type { RequestContext as KitContext, ServiceContext } from '../kit/define-service.ts';
import { parseJson } from '../kit/json.ts';
import type { JsonObject } from '../kit/service.ts';
import type { Choices } from './choices.ts';
import { Refusal } from './errors.ts';
import type { Policy } from './policy.ts';
import type { Store, Team, User } from './store.ts';

export type Context = ServiceContext<Store, Choices, Policy>;
export type RequestContext = KitContext<Store, Choices, Policy>;

/** A request on the paths of a team, by somebody who is known there. */
export interface TeamContext extends RequestContext {
  readonly team: Team;
  readonly caller: User;
}

/** The request body as JSON object, read by the operations that need one. Throws Refusal `unsupported_content_type` or `invalid_request` (Errors). */
export function readBody({ request, policy }: RequestContext): JsonObject {
  if (!policy.takesContentType(request.headers['content-type'] ?? ''))
    throw new Refusal('unsupported_content_type', 'The body must be a JSON object, and Content-Type application/json.');
  const value = parseJson(request.body);
  if (value === undefined) throw new Refusal(policy.malformed(), 'The body is not JSON.');
  const object = policy.objectOf(value);
  if (object === undefined) throw new Refusal(policy.notAnObject(), 'The body must be a JSON object.');
  return object;
}
