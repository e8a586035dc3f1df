import type { JsonObject } from '../kit/service.ts';
import { Refusal } from './errors.ts';
import { roleNames, type Role } from './roles.ts';

/** A member that must be a text with at least one character. */
export function textOf(body: JsonObject, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw new Refusal('invalid_request', `${name} must be a string that is not empty.`, name);
  return value;
}

/** A member that may be absent, and is true or false otherwise. */
export function flagOf(body: JsonObject, name: string): boolean | undefined {
  const value = body[name];
  if (value === undefined || typeof value === 'boolean') return value;
  throw new Refusal('invalid_request', `${name} must be true or false.`, name);
}

/** A member that may be absent, and is an array of texts otherwise. */
export function textsOf(body: JsonObject, name: string): readonly string[] | undefined {
  const value = body[name];
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    throw new Refusal('invalid_request', `${name} must be an array of strings.`, name);
  return value;
}

/** A member that may be absent, and is an array of role names otherwise. */
export function rolesOf(body: JsonObject, name: string, known: (text: string) => text is Role): readonly Role[] | undefined {
  const texts = textsOf(body, name);
  if (texts === undefined) return undefined;
  const roles = texts.filter(known);
  if (roles.length !== texts.length) throw new Refusal('invalid_request', `${name} must hold role names: ${roleNames.join(', ')}.`, name);
  return [...new Set(roles)];
}
