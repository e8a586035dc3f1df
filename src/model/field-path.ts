/** Every value at the path of a field row, such as `_embedded.factor|factors[].id`; none where it is absent. */
export function valuesAt(value: unknown, [segment, ...rest]: readonly string[]): readonly unknown[] {
  if (segment === undefined) return value === undefined ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  const inner = namesOf(segment).flatMap((name): readonly unknown[] => (Object.hasOwn(value, name) ? [Reflect.get(value, name)] : []));
  return inner.flatMap((one) => each(one, segment)).flatMap((one) => valuesAt(one, rest));
}

/** The names that a field may go by; specs have few segments, and each is asked for with every response. */
export function namesOf(segment: string): readonly string[] {
  const known = names.get(segment) ?? segment.replace(SUFFIX, '').split('|');
  names.set(segment, known);
  return known;
}

const names = new Map<string, readonly string[]>();

const SUFFIX = /(?:\[\]|\{\})$/;

function each(value: unknown, segment: string): readonly unknown[] {
  if (segment.endsWith('[]')) return Array.isArray(value) ? value : [];
  if (segment.endsWith('{}')) return typeof value === 'object' && value !== null ? Object.values(value) : [];
  return [value];
}

/** The path of a field row that leads where a JSON pointer does: `items/0/id` as `items[].id`. */
export function fieldAt(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '[]').replaceAll('/', '.');
}

/** `list[].roles[]` as list, *, roles, *. */
export function segmentsOf(path: string): readonly string[] {
  return path.split('.').flatMap((segment) => [segment.replace(/[[\]{}]/g, ''), ...(segment.match(/\[\]|\{\}/g) ?? []).map(() => '*')]);
}

/** The path within a resource of a field within one of its objects. */
export function pathWithin(at: string | undefined, path: string): string {
  return at === undefined ? path : `${at}.${path}`;
}
