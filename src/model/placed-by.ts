/** {name} inside a text. */
export const INSIDE = /\{(\w+)\}/g;

/** The names of the arguments that a template places. */
export function placedBy(template: unknown): readonly string[] {
  if (typeof template === 'string') return template.startsWith('$') && !template.startsWith('$$') ? [template.slice(1)] : [];
  if (typeof template !== 'object' || template === null) return [];
  return Object.values(template).flatMap(placedBy);
}

/** The same for the template of a header or a query parameter. */
export function placedByText(template: string): readonly string[] {
  return template.startsWith('$') ? placedBy(template) : [...template.matchAll(INSIDE)].map(([, name = '']) => name);
}
