import type { JsonValue } from './types.ts';

/** More than any resource has. Whoever walks through what was read needs no care of their own, neither for the stack nor for the time. */
export const MOST_JSON = { levels: 100, values: 100_000 } as const;

/**
 * The JSON value of a text, or undefined where it is none, or more than is read: an answer that is not JSON is for judges to speak of. An integer
 * that no number holds exactly is read as its digits: as an identifier, what is near it names something else.
 */
export function parsedJson(text: string): JsonValue | undefined {
  if (text === '' || jsonExcess(text) !== undefined) return undefined;
  try {
    const value: JsonValue = JSON.parse(text);
    if (!LONG_NUMBER.test(text)) return value;
    const exact: JsonValue = JSON.parse(withExactIntegers(text));
    return exact;
  } catch {
    return undefined;
  }
}

/** As many digits as the smallest integer has that may not be exact. */
const LONG_NUMBER = /\d{16}/;

/** A valid JSON text, with its integers as strings where a number would be another one. */
function withExactIntegers(text: string): string {
  let exact = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) === QUOTE) at = endOfString(text, at);
    else if (isOfNumber(text.charCodeAt(at))) {
      const begin = at;
      while (isOfNumber(text.charCodeAt(at + 1))) at += 1;
      const digits = text.slice(begin, at + 1);
      if (!/^-?\d+$/.test(digits) || String(Number(digits)) === digits) continue;
      exact += `${text.slice(from, begin)}"${digits}"`;
      from = at + 1;
    }
  }
  return exact + text.slice(from);
}

/** A digit, a sign, a point, or the E of an exponent. */
function isOfNumber(character: number): boolean {
  return (character >= 0x30 && character <= 0x39) || [0x2b, 0x2d, 0x2e, 0x45, 0x65].includes(character);
}

/** By what a text is more JSON than is read, found without a value being made of it; undefined where it is not, or is no object or array. */
export function jsonExcess(text: string): string | undefined {
  if (!mayExceed(text) || !/^\s*[[{]/.test(text)) return undefined;
  const bound = exceededBound(text, MOST_JSON);
  if (bound === 'levels') return `JSON that is nested deeper than ${MOST_JSON.levels} levels`;
  return bound === 'values' ? `JSON of more than ${MOST_JSON.values} values` : undefined;
}

/** Which bound a text of JSON goes beyond first. Values are counted by their brackets and commas. */
export function exceededBound(text: string, most: Readonly<Record<'levels' | 'values', number>>): keyof typeof most | undefined {
  let level = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at);
    else if (character === COMMA) values += 1;
    else if (character === OPEN_ARRAY || character === OPEN_OBJECT) [level, values] = [level + 1, values + 1];
    else if (character === CLOSE_ARRAY || character === CLOSE_OBJECT) level -= 1;
    if (level > most.levels) return 'levels';
    if (values > most.values) return 'values';
  }
  return undefined;
}

/** Whether an object in a JSON text has two members of one name: its value has the last one alone, and documents say nothing of that. */
export function hasRepeatedMembers(text: string, value: unknown): boolean {
  let members = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at);
    else if (character === COLON) members += 1;
  }
  return members > membersIn(value);
}

function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside: readonly unknown[] = Object.values(value);
  return inside.reduce((sum: number, one) => sum + membersIn(one), Array.isArray(value) ? 0 : inside.length);
}

const COLON = 0x3a;
const [QUOTE, COMMA, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Short texts with few brackets, in strings too, need not be taken apart: a value takes a character, and another one beside it a comma. */
function mayExceed(text: string): boolean {
  if (text.length > 2 * MOST_JSON.values) return true;
  let opens = 0;
  for (const bracket of ['[', '{'])
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      opens += 1;
      if (opens > MOST_JSON.levels) return true;
    }
  return false;
}

/** Where the string that begins here ends: at a quotation mark that is not escaped, or with the text. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}

const BACKSLASH = 0x5c;
