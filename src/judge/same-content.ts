import { isObject } from '../model/is-object.ts';
import { oncePer } from '../model/once-per.ts';
import type { DocumentSpec } from '../model/types.ts';

/** True where two values say the same. */
export function sameContent(spec: DocumentSpec, one: unknown, other: unknown): boolean {
  return JSON.stringify(contentOf(spec, one)) === JSON.stringify(contentOf(spec, other));
}

/** True where a value holds all that another does, element by element of a list. Members that the deployment adds to an object are its own. */
export function holdsContent(spec: DocumentSpec, found: unknown, wanted: unknown): boolean {
  if (Array.isArray(found) && Array.isArray(wanted)) {
    const documented = wanted.map((element: unknown) => documentedPart(element, namesIn(spec)));
    return found.length === wanted.length && (sameContent(spec, found, wanted) || isMatched(spec, found, documented));
  }
  if (!isObject(found) || !isObject(wanted)) return sameContent(spec, found, wanted);
  return Object.entries(wanted).every(([name, one]) => holdsContent(spec, Reflect.get(found, name), one));
}

/** Elements that are told apart one by one: a target may send any number. */
const MOST_ELEMENTS = 100;

/** True where each wanted element has one of its own that holds it; those that say most look for theirs first. */
function isMatched(spec: DocumentSpec, found: readonly unknown[], wanted: readonly unknown[]): boolean {
  if (wanted.length > MOST_ELEMENTS) return false;
  const left = [...found];
  const length = (element: unknown): number => JSON.stringify(element)?.length ?? 0;
  return wanted
    .toSorted((one, other) => length(other) - length(one))
    .every((element) => {
      const index = left.findIndex((one) => holdsContent(spec, one, element));
      return index >= 0 && left.splice(index, 1).length > 0;
    });
}

/** What an object shows of the values that somebody wrote; undefined where it shows none. What the deployment has put there may move on. */
export function writtenPart(value: unknown, isWritten: (value: unknown) => boolean): unknown {
  if (Array.isArray(value)) {
    const parts = value.map((element) => writtenPart(element, isWritten));
    // Of an element that nobody wrote, it is known that it is there.
    const asShown = (element: unknown): unknown => (isObject(element) ? {} : element);
    return parts.every((part) => part === undefined) ? undefined : value.map((element, index) => parts[index] ?? asShown(element));
  }
  if (!isObject(value)) return isWritten(value) ? value : undefined;
  const parts = Object.entries(value).flatMap(([name, one]) => {
    const part = writtenPart(one, isWritten);
    return part === undefined ? [] : [[name, part] as const];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
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
