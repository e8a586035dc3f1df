import { INSIDE } from '../model/placed-by.ts';

type Arguments = Readonly<Record<string, unknown>>;

/**
 * A binding's template, filled: "$name" stands for the argument of that name, "$$name" for the text "$name". An entry whose
 * argument is absent is left out, and so is an object or a list inside the template that has nothing left.
 */
export function fillTemplate(template: unknown, args: Arguments): unknown {
  if (typeof template === 'string') {
    if (template.startsWith('$$')) return template.slice(1);
    return template.startsWith('$') ? args[template.slice(1)] : template;
  }
  if (Array.isArray(template)) return template.map((entry) => filledEntry(entry, args)).filter((entry) => entry !== undefined);
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template)
      .map(([key, entry]) => [key, filledEntry(entry, args)] as const)
      .filter(([, entry]) => entry !== undefined),
  );
}

function filledEntry(entry: unknown, args: Arguments): unknown {
  const filled = fillTemplate(entry, args);
  return sizeOf(entry) > 0 && sizeOf(filled) === 0 ? undefined : filled;
}

/** Of an object or a list; anything else has none. */
function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : Number.NaN;
}

/** The template of a header or a query parameter, filled: {name} inside it stands for an argument too. Undefined where one is absent. */
export function fillText(template: string, args: Arguments): string | undefined {
  if (template.startsWith('$')) {
    const value = fillTemplate(template, args);
    return value === undefined ? undefined : textOf(value);
  }
  const names = [...template.matchAll(INSIDE)].map(([, name = '']) => name);
  if (names.some((name) => args[name] === undefined)) return undefined;
  return template.replaceAll(INSIDE, (_, name: string) => textOf(args[name]));
}

/** A value as path, query and headers hold it. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
