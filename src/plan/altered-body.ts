import type { Alteration } from '../spec/types.ts';
import { isSchema as isObject } from '../spec/schema/json-schema.ts';

/** The JSON text of a body, altered: with further members (an object only), padded with insignificant white space, its last character left out. */
export function bodyText(json: unknown, { members = {}, padding = 0, unfinished = false }: Alteration = {}): string {
  const text = JSON.stringify(isObject(json) ? { ...json, ...members } : json);
  const padded = `${text.slice(0, 1)}${' '.repeat(padding)}${text.slice(1)}`;
  return unfinished ? padded.slice(0, -1) : padded;
}
