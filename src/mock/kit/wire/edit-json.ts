import { isObject } from '../json.ts';
import type { JsonObject } from '../service.ts';
import type { Edit } from '../../../model/wire-faults/wire-fault.ts';

/** An edit that is made at a path. */
export type PlacedEdit = Exclude<Edit, { readonly do: 'relink' }>;
type Relinking = Extract<Edit, { readonly do: 'relink' }>;

/** A copy of a JSON value with one edit made at a path; '*' is each element or value, 'a|b' each of both that is there. `ordinal` makes what is renewed new. */
export function editJson(value: unknown, path: readonly string[], edit: PlacedEdit, ordinal = 0): unknown {
  const [segment, ...rest] = path;
  if (segment === undefined) return atPlace(value, edit, ordinal);
  if (segment === '*') return eachOf(value, (one) => editJson(one, rest, edit, ordinal));
  if (Array.isArray(value)) return inArray(value, segment, rest, edit, ordinal);
  if (!isObject(value)) return edit.do === 'add' && value === undefined ? editJson({}, path, edit, ordinal) : value;
  const known = segment.split('|').filter((name) => Object.hasOwn(value, name));
  const begun = known.length === 0 && mayBegin(edit, segment, rest) ? [segment.split('|')[0] ?? segment] : [];
  return [...known, ...begun].reduce((object, name) => withMember(object, name, editJson(object[name], rest, edit, ordinal)), value);
}

function inArray(value: readonly unknown[], segment: string, rest: readonly string[], edit: PlacedEdit, ordinal: number): unknown {
  const index = Number(segment);
  if (!/^\d+$/.test(segment) || index >= value.length) return value;
  const changed = editJson(value[index], rest, edit, ordinal);
  return [...value.slice(0, index), ...(changed === undefined ? [] : [changed]), ...value.slice(index + 1)];
}

function withMember(object: JsonObject, name: string, member: unknown): JsonObject {
  const { [name]: _replaced, ...others } = object;
  return member === undefined ? others : { ...object, [name]: member };
}

/** A member that is not there is made by 'add', and by 'set' where it is the one meant and has one name only. */
function mayBegin(edit: PlacedEdit, segment: string, rest: readonly string[]): boolean {
  if (edit.do === 'add') return !rest.includes('*');
  return (edit.do === 'set' || edit.do === 'renew') && rest.length === 0 && !segment.includes('|');
}

function eachOf(value: unknown, change: (one: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one)])) : value;
}

function atPlace(value: unknown, edit: PlacedEdit, ordinal: number): unknown {
  switch (edit.do) {
    case 'remove':
      return undefined;
    case 'set':
      return edit.value;
    case 'renew':
      return renewed(value, ordinal);
    case 'add':
      return value ?? edit.value;
    case 'resize':
      return Array.isArray(value)
        ? Array.from({ length: edit.length }, (_, index) => value[Math.min(index, value.length - 1)] ?? {})
        : value;
    case 'rename':
      return isObject(value) ? renamed(value, edit.name) : value;
    case 'repeat':
      return value;
  }
}

/** Every text and number in it is one that has not been there before; a list without any has one. */
function renewed(value: unknown, ordinal: number): unknown {
  if (Array.isArray(value) && value.length === 0) return renewed([''], ordinal);
  if (typeof value === 'number') return value + 1000 + ordinal;
  return Array.isArray(value) || isObject(value) ? eachOf(value, (one) => renewed(one, ordinal)) : `another-${ordinal}`;
}

function renamed(object: Readonly<Record<string, unknown>>, first: string): unknown {
  return Object.fromEntries(Object.entries(object).map(([, one], index) => [index === 0 ? first : `${first}-${index + 1}`, one]));
}

/** A copy in which every link of a name or relation, under any `_links`, has that member. */
export function relink(value: unknown, edit: Relinking): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => relink(one, edit));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key === '_links' && isObject(one) ? relinked(one, edit) : relink(one, edit)]),
  );
}

function relinked(links: Readonly<Record<string, unknown>>, edit: Relinking): unknown {
  return Object.fromEntries(
    Object.entries(links).map(([relation, link]) => [relation, isLinkTo(link, relation, edit.link) ? ledElsewhere(link, edit) : link]),
  );
}

function isLinkTo(link: unknown, relation: string, name: string): boolean {
  return relation === name || (isObject(link) && link['name'] === name);
}

function ledElsewhere(link: unknown, { member, value }: Relinking): unknown {
  if (!isObject(link)) return link;
  return member === '/href'
    ? { ...link, href: value }
    : { ...link, hints: { ...(isObject(link['hints']) ? link['hints'] : {}), allow: value } };
}
