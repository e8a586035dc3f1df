import { oncePer } from '../model/once-per.ts';
import type { DocumentSpec } from '../model/types.ts';

/** True where two values say the same. */
export function sameContent(spec: DocumentSpec, one: unknown, other: unknown): boolean {
  return JSON.stringify(contentOf(spec, one)) === JSON.stringify(contentOf(spec, other));
}

/**
 * A value in the one way to write it. No document fixes the order of an object's members or of a list's elements, and what an element holds
 * beside the members that the document names, such as the time of the response, is open.
 */
export function contentOf(spec: DocumentSpec, value: unknown): unknown {
  return inOrder(value, namesIn(spec));
}

function inOrder(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) {
    const elements = value.map((element) => inOrder(documentedPart(element, names), names));
    return elements
      .map((element) => JSON.stringify(element))
      .toSorted()
      .map((text): unknown => JSON.parse(text));
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, one]) => [name, inOrder(one, names)]));
}

/** The members of an element that the document names, and those of theirs; all of them where it names none. */
function documentedPart(element: unknown, names: ReadonlySet<string>): unknown {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) return element;
  const named = Object.entries(element).filter(([name]) => names.has(name));
  return named.length === 0 ? element : Object.fromEntries(named.map(([name, one]) => [name, documentedPart(one, names)]));
}

/** What a document calls the fields of its resources, at any depth. */
const namesIn = oncePer(
  (spec: DocumentSpec): ReadonlySet<string> =>
    new Set(spec.resources.resources.flatMap(({ fields }) => fields.flatMap(({ path }) => path.split(/[^\w-]+/)))),
);
