import { isObject } from '../kit/json.ts';
import { membersOf } from '../kit/members.ts';
import type { JsonObject } from '../kit/service.ts';
import type { RequestContext } from './context.ts';
import { Refusal } from './errors.ts';

/** A query parameter that has to be there. */
export function neededQuery({ query }: RequestContext, name: string): string {
  const value = query.get(name);
  if (value === null) throw new Refusal('E0000001', [`${name}: a query parameter of this name is needed`]);
  return value;
}

/** Reads the body's members with `read`. Refuses with one cause for each member that is missing or of another type. */
export function readMembers<Result>({ body }: RequestContext, read: (members: BodyMembers) => Result): Result {
  if (!isObject(body)) throw new Refusal('E0000001', ['the body: a JSON object is needed']);
  const causes: string[] = [];
  const result = read(bodyMembers(body, causes));
  if (causes.length > 0) throw new Refusal('E0000001', causes);
  return result;
}

type BodyMembers = ReturnType<typeof bodyMembers>;

/** What does not fit is remembered; something else stands in its place until all is refused together. */
function bodyMembers(body: JsonObject, causes: string[]) {
  const members = membersOf(body, (name, expected) => void causes.push(`${name}: ${expected} is needed`));
  return {
    text: (name: string) => members.filledText(name) ?? '',
    optionalText: (name: string) => (body[name] === null ? undefined : members.text(name)),
    group: (name: string) => members.neededObject(name) ?? {},
    optionalGroup: members.object,
    raw: members.value,
  };
}

/** The body as a list of objects, where the operation takes several. Refuses anything else, and an empty list. */
export function readList({ body }: RequestContext): readonly JsonObject[] {
  if (!Array.isArray(body) || body.length === 0 || !body.every(isObject))
    throw new Refusal('E0000001', ['the body: an array of at least one object is needed']);
  return body;
}

/** The entries that are objects, of a JSON array or of a lone object. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return [value].flat().filter(isObject);
}

/** The ids that a settings group of the form {type, ids} names. */
export function idsIn({ ids }: JsonObject): readonly string[] {
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}
