import { buildAutomaton, type Automaton } from './automaton.ts';
import { replaced, type Found } from './found.ts';
import { readingsOf, SHORTEST_SECRET } from './encoded-readings.ts';
import { condensedReading, decodedReading, foldedReading, sourceEnd, sourceStart, unsignedReading, type Reading } from './plain-reading.ts';
import { CUT } from '../trace/pseudonym.ts';
import { WITHHELD } from './withheld.ts';

/** Finds known secrets in texts, however they are encoded there. */
export interface SecretMatcher {
  add(secret: string, name: string): void;
  /**
   * Every secret in the text by its name.
   * @param nameOf knows better where secrets differ in no more than case or accents
   * @param isOwn true of a place that speaks for itself though the secret of this name begins or ends like it
   */
  replaceIn(text: string, nameOf?: (found: string) => string | undefined, isOwn?: IsOwn): string;
  /** characters that were learned and read so far: the work done */
  work(): number;
}

type IsOwn = (text: string, start: number, end: number, name: string) => boolean;

/** So much of a secret is looked for; where it is found, the rest of its length goes too. */
export const LONGEST_FORM = 256;
/** A secret that is cut is looked for while at least so many characters, and half of them, are left; of its end no more are compared. */
const SHORTEST_PART = 8;
const LONGEST_END = 64;
/** A number of so many digits at most stands in longer runs of digits and letters by chance, such as identifiers. */
const LONGEST_CODE = 8;
/** Fewer letters and digits stand somewhere by chance once the signs between them are gone. */
const LEAST_UNSIGNED = 12;
/** Of a secret that is written from its end. */
const LONGEST_REVERSED = 32;

interface SecretForm {
  readonly text: string;
  readonly name: string;
  /** characters of the reading, from its first one on, that go with it */
  readonly length: number;
  /** characters of it that are enough where the rest does not follow */
  readonly least?: number;
  /** what stands in front of it, unless the secret is cut there, or an escape has taken so much of its beginning for its own digits */
  readonly front?: { readonly text: string; readonly taken: number; readonly least: number };
  /** characters of the source that it takes at least: of letters with blanks between them hardly a word may be left */
  readonly span?: number;
  /** a number that is short */
  readonly isCode: boolean;
}

export function createSecretMatcher(): SecretMatcher {
  const known = new Set<string>();
  // Most places are passed over by three characters, and nearly all others by six; a secret that has fewer begins where the three stand.
  let shortest = 2 * BEGINNING;
  const begins = new Uint8Array(BEGINNINGS);
  const goesOn = new Uint8Array(CONTINUATIONS);
  /** how each secret begins, in the order in which they were learned */
  const beginnings: string[] = [];
  const searched = new Map<string, Searched>();
  let fresh: SecretForm[] = [];
  const freshBeginnings = new Set<string>();
  // Each more than twice as large as the next, so that a secret is built into few of them.
  const levels: { forms: readonly SecretForm[]; automaton: Automaton }[] = [];
  let work = 0;

  function learn(secretForm: SecretForm): void {
    if (known.has(secretForm.text)) return;
    known.add(secretForm.text);
    fresh.push(secretForm);
    const opening = secretForm.text.slice(0, 2 * BEGINNING);
    beginnings.push(opening);
    freshBeginnings.add(opening);
    const start = beginning(secretForm.text, 0);
    if (secretForm.text.length < 2 * BEGINNING) {
      begins[start] = SHORT;
      shortest = BEGINNING;
      return;
    }
    if (begins[start] === 0) begins[start] = LONG;
    goesOn[continuation(secretForm.text, 0, start)] = 1;
  }

  /** True of a text in which something may begin that was learned since the last level was built. */
  function hasFresh(text: string, first: number): boolean {
    if (shortest < 2 * BEGINNING) return fresh.length > 0;
    for (let at = first; at !== -1; at = candidate(text, at + 1)) if (freshBeginnings.has(text.slice(at, at + 2 * BEGINNING))) return true;
    return false;
  }

  function build(): void {
    let forms: readonly SecretForm[] = fresh;
    fresh = [];
    freshBeginnings.clear();
    for (let last = levels.at(-1); last !== undefined && last.forms.length < 2 * forms.length; last = levels.at(-1)) {
      // The first that was learned gives its name to a part that several share.
      forms = last.forms.concat(forms);
      levels.pop();
    }
    const automaton = buildAutomaton(forms);
    work += automaton.size;
    levels.push({ forms, automaton });
  }

  function matches(source: string, reading: Reading): Found[] {
    const { text } = reading;
    work += text.length;
    const first = candidate(text, 0);
    if (first === -1) return [];
    if (hasFresh(text, first)) build();
    const found: Found[] = [];
    for (const { forms, automaton } of levels) {
      work += text.length - first;
      let done = 0;
      automaton.search(text, first, candidate, (index, start, end, isWhole) => {
        const secretForm = forms[index];
        if (secretForm === undefined) return;
        const { name, front = { text: '', taken: 0, least: 0 }, length, span = 0, isCode } = secretForm;
        // What overlaps with the last find may begin before it, and is looked for a little way back.
        const from = frontOf(text, start, front.text, done > start ? start - LONGEST_END : done);
        const missing = front.text.length - (start - from);
        if (reading.isUnsigned === true && (!isWhole || missing > 0 || isCode || length < LEAST_UNSIGNED)) return;
        const isTaken = missing > 0 && missing <= front.taken && endsWithEscape(reading, from);
        const foundAt = {
          start: isTaken ? startOfEscape(reading, from) + 1 : sourceStart(reading, from),
          end: sourceEnd(reading, isWhole ? Math.min(text.length, start + length) : end),
        };
        if (isCode && isByChance(source, reading, from, end)) return;
        if ((!isWhole || missing > 0) && isInOtherNumber(text, from, end)) return;
        // What holds more than that is withheld.
        if (found.length > MOST_FOUND) return;
        if (!isWhole) found.push({ ...foundAt, name: `${name}${CUT}`, partOf: name });
        else if (missing > 0 && !isTaken) {
          if (end - from >= front.least) found.push({ ...foundAt, name: `${CUT}${name}`, partOf: name });
        } else if (foundAt.end - foundAt.start >= span) found.push({ ...foundAt, name });
        work += start - from;
        done = end;
      });
    }
    return found;
  }

  /** The first place from `from` on at which a secret may begin, or -1. */
  function candidate(text: string, from: number): number {
    for (let at = from; at + shortest <= text.length; at++) {
      const start = beginning(text, at);
      const begun = begins[start];
      if (begun === 0) continue;
      if (begun === SHORT || goesOn[continuation(text, at, start)] === 1) return at;
    }
    return -1;
  }

  /** True of a text that held nothing when it came before, and in which nothing begins that was learned since then. */
  function isStillClean(before: Searched): boolean {
    if (beginnings.length - before.beginnings > MOST_SINGLY) return false;
    for (; before.beginnings < beginnings.length; before.beginnings++) {
      const start = beginnings[before.beginnings] ?? '';
      if (before.readings.some(({ text }) => text.includes(start))) return false;
    }
    return true;
  }

  function addSpelling(secret: string, name: string): void {
    const read = plain(secret);
    const asItStands = foldedReading(condensedReading({ text: secret, spans: undefined })).text;
    // Where hardly more than escapes is left, it is looked for as it is.
    const whole = read.length < BEGINNING ? asItStands : read;
    const { length } = whole;
    if (length < BEGINNING) return;
    const part = Math.max(SHORTEST_PART, Math.ceil(secret.length / 2));
    // Most secrets are read as they are written.
    const lengthOf = (some: string): number => (length === secret.length ? some.length : Math.max(SHORTEST_SECRET, plain(some).length));
    const span = length < SHORTEST_SECRET ? decodedReading(secret).text.trim().length : 0;
    const isCode = length <= LONGEST_CODE && DIGITS.test(whole);
    learn({
      text: whole.slice(0, LONGEST_FORM),
      name,
      length,
      least: lengthOf(secret.slice(0, part)),
      span,
      isCode,
    });
    const reversed = plain(Array.from(secret).toReversed().join(''));
    if (reversed.length >= SHORTEST_SECRET) learn({ text: reversed.slice(0, LONGEST_REVERSED), name, length: reversed.length, isCode });
    // Signs between the digits of an escape keep it from being one.
    for (const { text } of [whole, asItStands].flatMap((one) => unsignedReading({ text: one, spans: undefined }) ?? []))
      if (text.length >= LEAST_UNSIGNED) learn({ text: text.slice(0, LONGEST_FORM), name, length: text.length, isCode });
    const taken = mayBeTaken(whole);
    const end = part < secret.length ? Math.min(LONGEST_END, lengthOf(secret.slice(-part))) : length;
    /** Looks for the last characters, whatever of those before them is there: fewer than `end` only behind an escape. */
    const learnEnd = (count: number): void =>
      learn({ text: whole.slice(-count), name, length: count, front: { text: whole.slice(0, -count), taken, least: end }, isCode });
    if (end < length) learnEnd(end);
    if (taken > 0 && length - taken < end) learnEnd(length - taken);
  }

  return {
    add: (secret, name) => {
      work += secret.length;
      if (secret.length < SHORTEST_SECRET) return;
      // Forms write a blank as a plus sign, and whoever reads them a plus sign as a blank.
      const spellings = [secret, ...(/[\s+]/.test(secret) ? [secret.replaceAll(/\s/g, '+'), secret.replaceAll('+', ' ')] : [])];
      for (const spelling of spellings) addSpelling(spelling, name);
    },
    replaceIn: (text, nameOf, isOwn = () => false) => {
      if (known.size === 0 || text.length < SHORTEST_SECRET) return text;
      const before = searched.get(text);
      if (before !== undefined && isStillClean(before)) return text;
      const readings = before?.readings ?? Array.from(readingsOf(text));
      const found = readings.flatMap((reading) => matches(text, reading));
      if (found.length > MOST_FOUND) return WITHHELD;
      if (found.length === 0) {
        if (text.length > LONGEST_KEPT) return text;
        if (searched.size >= MOST_KEPT) searched.clear();
        searched.set(text, { readings, beginnings: beginnings.length });
        return text;
      }
      return replaced(
        text,
        found.filter((one) => one.partOf === undefined || !isOwn(text, one.start, one.end, one.partOf)),
        nameOf,
      );
    },
    work: () => work,
  };
}

/** No text says so much of secrets but to keep whoever hides them busy. */
const MOST_FOUND = 20_000;
const BEGINNINGS = 65_536;
const CONTINUATION_BITS = 20;
const CONTINUATIONS = 2 ** CONTINUATION_BITS;
/** Short texts come again and again, and hardly one holds a secret. */
const LONGEST_KEPT = 256;
const MOST_KEPT = 20_000;
/** More secrets than that are not looked for one by one. */
const MOST_SINGLY = 32;

/** A text that held nothing. */
interface Searched {
  readonly readings: readonly Reading[];
  /** how many beginnings of secrets it was held against */
  beginnings: number;
}

/** Characters that are looked at first. */
const BEGINNING = 3;
const SHORT = 1;
const LONG = 2;
/** Of a secret without what an escape may take of it. */
const SHORTEST_REST = 6;

/** A number for the three characters at a place; different ones may share it. */
function beginning(text: string, index: number): number {
  return (text.charCodeAt(index) * 1_009 + text.charCodeAt(index + 1) * 131 + text.charCodeAt(index + 2)) % BEGINNINGS;
}

function continuation(text: string, index: number, start: number): number {
  return Math.imul(beginning(text, index + 3) * BEGINNINGS + start, 0x9e_37_79_b1) >>> (32 - CONTINUATION_BITS);
}

function plain(secret: string): string {
  return foldedReading(condensedReading(decodedReading(secret))).text;
}

/** How many characters at a secret's beginning an unfinished escape in front of it may take for its own digits. */
function mayBeTaken(secret: string): number {
  const digits = /^(?:[nrtv]|[ux]?[0-9a-f]{1,7})?/.exec(secret)?.[0].length ?? 0;
  return Math.max(0, Math.min(digits, 7, secret.length - SHORTEST_REST));
}

/** Where the part of a text begins that ends with what stands in front of a place; what was looked at before is not looked at again. */
function frontOf(text: string, start: number, front: string, done: number): number {
  let at = start;
  for (let index = front.length; index > 0 && at > done && text[at - 1] === front[index - 1]; index--) at -= 1;
  return at;
}

/**
 * True of digits that stand as they are among more of them, or among hexadecimal ones. What is written otherwise, or touches what an escape
 * stands for, is there on purpose, and so is a number behind a word.
 */
function isByChance(source: string, reading: Reading, from: number, to: number): boolean {
  const shift = sourceStart(reading, from) - from;
  const isAsItStands = (at: number): boolean => sourceStart(reading, at) === at + shift && sourceEnd(reading, at + 1) === at + shift + 1;
  for (let at = from; at < to; at++) if (!isAsItStands(at) || !isDigit(source.charCodeAt(at + shift))) return false;
  let letters = 0;
  for (const step of [-1, 1]) {
    const next = step === -1 ? from - 1 : to;
    for (let at = next; at >= 0 && at < reading.text.length && Math.abs(at - next) < LONGEST_RUN && isAsItStands(at); at += step) {
      const code = source.charCodeAt(at + shift);
      if (isDigit(code)) return true;
      const letter = code | 0x20;
      if (letter < 0x61 || letter > 0x7a) break;
      if (letter > 0x66) return false;
      letters += 1;
    }
  }
  return letters > 0;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/**
 * True of digits between other digits: two serial numbers begin alike, and so do two moments. A number that is cut ends where it is cut;
 * of one that is filled up, the noughts in front say nothing.
 */
function isInOtherNumber(text: string, from: number, to: number): boolean {
  const part = text.slice(from, to);
  return DIGITS.test(part) && (/^0+$/.test(part) || /\d/.test(text.charAt(from - 1) + text.charAt(to)));
}

const DIGITS = /^\d+$/;
/** Letters on either side. */
const LONGEST_RUN = 12;

/** True of a place behind an escape, or behind something that is left out. */
function endsWithEscape(reading: Reading, at: number): boolean {
  return sourceStart(reading, at) - startOfEscape(reading, at) > 1;
}

/** Where in the source that begins, and where the character in front of a place begins otherwise. */
function startOfEscape(reading: Reading, at: number): number {
  const end = sourceEnd(reading, at);
  return end < sourceStart(reading, at) ? end : at === 0 ? -1 : sourceStart(reading, at - 1);
}
