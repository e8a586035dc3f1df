import type { Alteration } from '../model/types.ts';

/** The JSON text of a body, altered: with further members (an object only), padded with insignificant white space, without its last character. */
export function bodyText(json: unknown, { members, padding = 0, unfinished }: Alteration = {}): string {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  const text = JSON.stringify(isObject && members !== undefined ? { ...json, ...members } : json);
  const padded = `${text.slice(0, 1)}${' '.repeat(padding)}${text.slice(1)}`;
  return unfinished === true ? padded.slice(0, -1) : padded;
}
