import { referenceName } from '../model/reference-name.ts';

/** Answers the value that a reference such as `$user.login` names, or undefined where there is none. */
export type Lookup = (path: readonly string[]) => unknown;

/** A reference in a spec that nothing answers: an alias, a step id or a field that is not there. */
export class UnresolvedReference extends Error {
  override readonly name = 'UnresolvedReference';
  readonly reference: string;
  constructor(reference: string) {
    super(`no value for ${referenceName(reference)}`);
    this.reference = reference;
  }
}

const WHOLE = /^\$([A-Za-z][\w-]*(?:\.[^\s${}]+)?)$/;
const EMBEDDED = /\$\{([A-Za-z][\w-]*(?:\.[^\s${}]+)?)\}/g;

/**
 * Replaces references in any JSON value: a string that is a whole reference (`$user.login`) keeps the type of what it
 * names; `${user.login}` inside a longer string is inserted. A member whose whole reference ends in a question mark is left out where nothing
 * answers it. Throws UnresolvedReference.
 */
export function resolveReferences(value: unknown, lookup: Lookup): unknown {
  if (typeof value === 'string') return resolveString(value, lookup);
  if (Array.isArray(value)) return value.map((entry) => resolveReferences(entry, lookup));
  if (typeof value !== 'object' || value === null) return value;
  const resolved = Object.entries(value).map(([key, entry]) => [key, resolveReferences(entry, lookup)] as const);
  return Object.fromEntries(resolved.filter(([, entry]) => entry !== undefined));
}

/** The same for a string that must stay one, such as a header or a duration. */
export function resolveText(text: string, lookup: Lookup): string {
  const value = resolveString(text, lookup);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function resolveString(text: string, lookup: Lookup): unknown {
  const whole = WHOLE.exec(text)?.[1];
  if (whole?.endsWith('?') === true) return lookup(whole.slice(0, -1).split('.'));
  if (whole !== undefined) return required(whole, lookup);
  return text.replace(EMBEDDED, (_match, path: string) => {
    const value = required(path, lookup);
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

function required(path: string, lookup: Lookup): unknown {
  const value = lookup(path.split('.'));
  if (value === undefined) throw new UnresolvedReference(`$${path}`);
  return value;
}
