import type { Drift, Report } from '../../model/types.ts';

/**
 * What is seen otherwise where the documents are silent. Who sends the same requests again expects to see the same; with another seed
 * or suite, only what was seen in both runs, with no value in common, has changed.
 */
export function driftBetween(before: Report, after: Report, sameRequests: boolean): Drift[] {
  const then = valuesOf(before);
  const now = valuesOf(after);
  return [...new Set([...then.keys(), ...now.keys()])].flatMap((key) => {
    const was = then.get(key) ?? new Map<string, unknown>();
    const is = now.get(key) ?? new Map<string, unknown>();
    const gone = [...was].filter(([text]) => !is.has(text));
    const come = [...is].filter(([text]) => !was.has(text));
    const differs = sameRequests ? gone.length + come.length > 0 : was.size > 0 && is.size > 0 && gone.length === was.size;
    const { clause = '', about = '' } = nameIn(key);
    return differs ? [{ clause, about, before: [...was.values()], after: [...is.values()] }] : [];
  });
}

/** All values that were seen, by clause and topic; values by their text. */
function valuesOf({ observations }: Report): ReadonlyMap<string, ReadonlyMap<string, unknown>> {
  const values = new Map<string, Map<string, unknown>>();
  for (const { clause, about, value } of observations) {
    const key = JSON.stringify({ clause, about });
    values.set(key, (values.get(key) ?? new Map<string, unknown>()).set(JSON.stringify(value), value));
  }
  return values;
}

function nameIn(key: string): { readonly clause?: string; readonly about?: string } {
  return JSON.parse(key);
}
