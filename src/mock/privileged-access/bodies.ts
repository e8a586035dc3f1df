import type { Data } from '../kit/service.ts';
import type { Visit } from './call.ts';
import { Refusal } from './errors.ts';
import { isRole, roleNames, type Role } from './roles.ts';

/** The request body as JSON object. Throws Refusal `unsupported_content_type` or `invalid_request` (Errors). */
export function readBody({ request, policy }: Visit): Data {
  if (!policy.takesContentType(request.headers['content-type'] ?? '')) {
    throw new Refusal('unsupported_content_type', 'The body must be a JSON object, and Content-Type application/json.');
  }
  const value = parse(request.body);
  if (value === undefined) throw new Refusal(policy.malformed(), 'The body is not JSON.');
  const object = policy.objectOf(value.json);
  if (object === undefined) throw new Refusal(policy.notAnObject(), 'The body must be a JSON object.');
  return object;
}

function parse(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** A member that must be a text with at least one character. */
export function textOf(body: Data, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw new Refusal('invalid_request', `${name} must be a string that is not empty.`, name);
  return value;
}

/** A member that may be absent, and is true or false otherwise. */
export function flagOf(body: Data, name: string): boolean | undefined {
  const value = body[name];
  if (value === undefined || typeof value === 'boolean') return value;
  throw new Refusal('invalid_request', `${name} must be true or false.`, name);
}

/** A member that may be absent, and is an array of texts otherwise. */
export function textsOf(body: Data, name: string): readonly string[] | undefined {
  const value = body[name];
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    throw new Refusal('invalid_request', `${name} must be an array of strings.`, name);
  return value;
}

/** A member that may be absent, and is an array of role names otherwise. */
export function rolesOf(body: Data, name: string): readonly Role[] | undefined {
  const texts = textsOf(body, name);
  if (texts === undefined) return undefined;
  const roles = texts.filter(isRole);
  if (roles.length !== texts.length) throw new Refusal('invalid_request', `${name} must hold role names: ${roleNames.join(', ')}.`, name);
  return [...new Set(roles)];
}
