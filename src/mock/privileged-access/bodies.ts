import { membersOf, type Members } from '../kit/members.ts';
import type { JsonObject } from '../kit/service.ts';
import { Refusal } from './errors.ts';
import { roleNames, type Role } from './roles.ts';

/** The members of a body, read by name and kind. Each throws Refusal `invalid_request` for what does not fit. */
export function membersIn(body: JsonObject): Members {
  return membersOf(body, (name, expected): never => {
    throw new Refusal('invalid_request', `${name} must be ${expected}.`, name);
  });
}

/** A member that is an array of role names; undefined where it is absent. */
export function rolesOf(body: JsonObject, name: string, known: (text: string) => text is Role): readonly Role[] | undefined {
  const texts = membersIn(body).texts(name);
  if (texts === undefined) return undefined;
  const roles = texts.filter(known);
  if (roles.length !== texts.length) throw new Refusal('invalid_request', `${name} must hold role names: ${roleNames.join(', ')}.`, name);
  return [...new Set(roles)];
}
