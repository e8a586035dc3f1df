import type { JsonValue } from './types.ts';

/** Levels that no resource has, and that recursion stands with room to spare. */
const DEEPEST = 1_000;

/** The JSON value of a text, or undefined where it is none, or nested beyond reason: an answer that is not JSON is for judges to speak of. */
export function parsedJson(text: string): JsonValue | undefined {
  if (text === '' || nestedDeeper(text, DEEPEST)) return undefined;
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Looked for before anything is made of the text: what is nested so deep costs more to take apart than to look through. */
function nestedDeeper(text: string, levels: number): boolean {
  if (text.length <= levels || opensIn(text, levels) <= levels) return false;
  let level = 0;
  for (const [token] of text.matchAll(BRACKET_OR_STRING)) {
    if (token === '[' || token === '{') level += 1;
    else if (token === ']' || token === '}') level -= 1;
    if (level > levels) return true;
  }
  return false;
}

/** Opening brackets, in strings too, counted to one beyond `most`: a text with few of them need not be taken apart. */
function opensIn(text: string, most: number): number {
  let opens = 0;
  for (const bracket of ['[', '{'])
    for (let at = text.indexOf(bracket); at !== -1 && opens <= most; at = text.indexOf(bracket, at + 1)) opens += 1;
  return opens;
}

/** A string is passed over as a whole; one without an end is passed over to the end. */
const BRACKET_OR_STRING = /[[\]{}]|"(?:[^"\\]|\\.)*"?/gs;
