/** Fewer characters are an identifier's. */
const SHORTEST = 24;
/** Of two neighbours, in words and names the kind seldom changes; in what is drawn at random nearly every other time. */
const LEAST_CHANGES = 0.16;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** True of a long word that looks drawn at random, as tokens are: digits, small and capital letters in no order. */
export function isRandomLooking(word: string): boolean {
  if (word.length < SHORTEST || UUID.test(word)) return false;
  let changes = 0;
  let before = OTHER;
  for (let at = 0; at < word.length; at++) {
    const kind = kindOf(word.charCodeAt(at));
    // Capital to small begins a word.
    if (kind !== OTHER && before !== OTHER && kind !== before && !(before === CAPITAL && kind === SMALL)) changes += 1;
    before = kind;
  }
  return changes >= word.length * LEAST_CHANGES && !isRepetition(word);
}

/** One short unit again and again says no more than the unit, which is too short for a token. */
function isRepetition(word: string): boolean {
  for (let period = 1; period < SHORTEST && period * 2 <= word.length; period++) if (word.startsWith(word.slice(period))) return true;
  return false;
}

const OTHER = 0;
const DIGIT = 1;
const SMALL = 2;
const CAPITAL = 3;

function kindOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return DIGIT;
  if (code >= 0x61 && code <= 0x7a) return SMALL;
  return code >= 0x41 && code <= 0x5a ? CAPITAL : OTHER;
}

/**
 * The alphabets of base64 together, and padding at the end, as an equals sign elsewhere stands behind a name; without a sign of the common
 * one, and in a path, parts between slashes are looked at alone. `X{22}X*`, as `X{22,}` takes stack for each character.
 */
const RUN = /[A-Za-z0-9_+/-]{22}[A-Za-z0-9_+/-]*(?:={1,2}(?![A-Za-z0-9_+/=-]))?/g;
const SEGMENT = /[A-Za-z0-9_+-]{24}[A-Za-z0-9_+-]*(?:={1,2})?/g;
const WORD = /[A-Za-z0-9_-]{24}[A-Za-z0-9_-]*/g;
/** Three parts in base64url, the first of which begins as JSON does; the last may be empty. */
const JWT = /(?<![\w-])eyJ[\w-]{5}[\w-]*\.[\w-]{2}[\w-]*(?:\.[\w-]*){1,3}/g;

/** What stands for one character belongs to no word. */
const ESCAPE = /%[\da-f]{2}/gi;

/** A word in a text, and where it begins. */
export interface Word {
  readonly word: string;
  readonly start: number;
}

/** The words in a text that look drawn at random. */
export function randomLookingWords(text: string): readonly Word[] {
  if (text.length < SHORTEST) return [];
  const found: Word[] = [];
  const note = (word: string, start: number): string => {
    found.push({ word, start });
    return ' '.repeat(word.length);
  };
  const escaped = text.includes('%') ? text.replace(ESCAPE, '   ') : text;
  const rest = escaped.includes('eyJ') ? escaped.replace(JWT, note) : escaped;
  for (const { 0: run, index } of rest.matchAll(RUN)) {
    const isSigned = /[+=]/.test(run);
    const isPart = isSigned && run.includes('/') && isInPath(rest, index, run);
    if (isSigned && !isPart && isRandomLooking(run)) note(run, index);
    else for (const { 0: word, index: at } of run.matchAll(isPart ? SEGMENT : WORD)) if (isRandomLooking(word)) note(word, index + at);
  }
  return found;
}

/** True of what stands in an address in front of its query, or in a path whose first part is a word: names there may hold a plus sign. */
function isInPath(text: string, index: number, run: string): boolean {
  let from = index;
  while (from > 0 && index - from < LONGEST_ADDRESS && !ENDS_OF_ADDRESS.has(text.charAt(from - 1))) from -= 1;
  const address = text.slice(from, index) + run;
  return /^[a-z][a-z\d+.-]*:\/\//i.test(address) || /^\/[a-z]+\d*\//.test(address);
}

/** Characters of an address that are looked at in front of a run. */
const LONGEST_ADDRESS = 300;
const ENDS_OF_ADDRESS: ReadonlySet<string> = new Set(' \t\n\r?#"\'<>()[]{},;=');
