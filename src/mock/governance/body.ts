import { isObject } from '../kit/json.ts';
import type { Data } from '../kit/service.ts';
import { Refusal } from './errors.ts';
import type { Call } from './world.ts';

/** Reads the members of a JSON object; what does not fit is remembered and refused together at the end. */
export interface Members {
  text(name: string): string;
  optionalText(name: string): string | undefined;
  group(name: string): Data;
  optionalGroup(name: string): Data | undefined;
  raw(name: string): unknown;
}

/** Reads the body's members with `read`. Refuses with one cause for each member that is missing or of another type. */
export function readMembers<Result>(call: Call, read: (members: Members) => Result): Result {
  const { body } = call;
  if (!isObject(body)) throw new Refusal('E0000001', ['the body: a JSON object is needed']);
  const causes: string[] = [];
  const blame = <Placeholder>(name: string, needed: string, placeholder: Placeholder): Placeholder => {
    causes.push(`${name}: ${needed} is needed`);
    return placeholder;
  };
  const optionalText = (name: string): string | undefined => {
    const value = body[name];
    if (value === undefined || value === null || typeof value === 'string') return value ?? undefined;
    return blame(name, 'a string', undefined);
  };
  const result = read({
    optionalText,
    text(name) {
      const value = body[name];
      return typeof value === 'string' && value !== '' ? value : blame(name, 'a string that is not empty', '');
    },
    group(name) {
      const value = body[name];
      return isObject(value) ? value : blame(name, 'an object', {});
    },
    optionalGroup(name) {
      const value = body[name];
      return value === undefined || isObject(value) ? value : blame(name, 'an object', undefined);
    },
    raw: (name) => body[name],
  });
  if (causes.length > 0) throw new Refusal('E0000001', causes);
  return result;
}

/** The body as a list of objects, where the operation takes several. Refuses anything else, and an empty list. */
export function readList(call: Call): readonly Data[] {
  const { body } = call;
  if (!Array.isArray(body) || body.length === 0 || !body.every(isObject))
    throw new Refusal('E0000001', ['the body: an array of at least one object is needed']);
  return body;
}
