/** {name} inside a text; {name.field} stands for a field of the object of that name. */
export const INSIDE = /\{(\w+(?:\.\w+)?)\}/g;

/** The names of the arguments that a template places. */
export function placedBy(template: unknown): readonly string[] {
  return referencesBy(template).map(argumentOf);
}

/** The same for the template of a header or a query parameter. */
export function placedByText(template: string): readonly string[] {
  return referencesByText(template).map(argumentOf);
}

/** What a template refers to: arguments by name, or name.field for a field of the object of that name. */
export function referencesBy(template: unknown): readonly string[] {
  if (typeof template === 'string') return template.startsWith('$') && !template.startsWith('$$') ? [template.slice(1)] : [];
  if (typeof template !== 'object' || template === null) return [];
  return Object.values(template).flatMap(referencesBy);
}

/** The same for the template of a header or a query parameter. */
export function referencesByText(template: string): readonly string[] {
  return template.startsWith('$') ? referencesBy(template) : [...template.matchAll(INSIDE)].map(([, reference = '']) => reference);
}

/** The argument of a reference: name of name.field. */
export function argumentOf(reference: string): string {
  return reference.split('.')[0] ?? reference;
}
