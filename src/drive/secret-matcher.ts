import { buildAutomaton } from './automaton.ts';
import type { Automaton } from './automaton.ts';
import { replaced } from './found.ts';
import type { Found } from './found.ts';
import { decodedReading, foldedReading, isQuoted, sourceOffset } from './plain-reading.ts';
import type { Form, Reading } from './plain-reading.ts';

/** Finds known secrets in texts, however they are encoded there. */
export interface SecretMatcher {
  add(secret: string, name: string): void;
  /** every secret in the text by its name; `nameOf` knows better where secrets differ in no more than case or accents */
  replaceIn(text: string, nameOf?: (found: string) => string | undefined): string;
  /** characters that were learned and read so far: the work done */
  work(): number;
}

/** Shorter secrets are replaced only where they stand in a secret's own place: elsewhere they would hit ordinary words. */
export const SHORTEST_NEEDLE = 6;
/** So much of a secret is looked for; where it is found, the rest of its length goes too. */
const LONGEST_NEEDLE = 256;

interface Needle {
  readonly text: string;
  readonly name: string;
  /** what stands in front of it, unless an escape has taken the beginning of that for its own digits */
  readonly front: string;
  /** characters of the reading, from its first one on, that go with it */
  readonly length: number;
}

export function createSecretMatcher(): SecretMatcher {
  const known = new Set<string>();
  // Most places are passed over by three characters, and nearly all others by six; a needle that has fewer begins where the three stand.
  let shortest = 2 * BEGINNING;
  const begins = new Uint8Array(BEGINNINGS);
  const goesOn = new Uint8Array(BEGINNINGS);
  let fresh: Needle[] = [];
  // Each more than twice as large as the next, so that a secret is built into few of them.
  const levels: { needles: readonly Needle[]; automaton: Automaton }[] = [];
  let work = 0;

  function learn(needle: Needle): void {
    if (known.has(needle.text)) return;
    known.add(needle.text);
    fresh.push(needle);
    const start = beginning(needle.text, 0);
    if (needle.text.length < 2 * BEGINNING) {
      begins[start] = SHORT;
      shortest = BEGINNING;
      return;
    }
    if (begins[start] === 0) begins[start] = LONG;
    goesOn[continuation(needle.text, 0, start)] = 1;
  }

  function build(): void {
    if (fresh.length === 0) return;
    const needles = fresh;
    fresh = [];
    for (let last = levels.at(-1); last !== undefined && last.needles.length < 2 * needles.length; last = levels.at(-1)) {
      for (const needle of last.needles) needles.push(needle);
      levels.pop();
    }
    const automaton = buildAutomaton(needles.map(({ text }) => text));
    work += automaton.size;
    levels.push({ needles, automaton });
  }

  function matches(reading: Reading): Found[] {
    const { text } = reading;
    work += text.length;
    const first = candidate(text, 0);
    if (first === -1) return [];
    build();
    const found: Found[] = [];
    for (const { needles, automaton } of levels) {
      work += text.length - first;
      automaton.search(text, first, candidate, (index, start) => {
        const needle = needles[index];
        if (needle === undefined) return;
        found.push({
          start: frontOf(reading, start, needle.front),
          end: sourceOffset(reading, Math.min(text.length, start + needle.length)),
          name: needle.name,
        });
      });
    }
    return found;
  }

  /** The first place from `from` on at which a needle may begin, or -1. */
  function candidate(text: string, from: number): number {
    for (let at = from; at + shortest <= text.length; at++) {
      const start = beginning(text, at);
      const begun = begins[start];
      if (begun === 0) continue;
      if (begun === SHORT || goesOn[continuation(text, at, start)] === 1) return at;
    }
    return -1;
  }

  function find(text: string, form: Form, depth: number): readonly Found[] {
    const known = form === 'text' ? SINGLE.get(text) : undefined;
    if (known !== undefined) return matches(known);
    const decoded = decodedReading(text, form);
    const folded = foldedReading(decoded);
    const found = matches(folded);
    const mayBeQuoted = form === 'text' && isQuoted(text);
    if (mayBeQuoted) found.push(...matches(foldedReading(decodedReading(text, 'quoted'))));
    // A stray percent sign takes the beginning of a secret behind it for an escape.
    if (decoded.starts !== undefined && form === 'text') found.push(...matches(foldedReading({ text, starts: undefined })));
    if (depth === 0) return found;
    let isSingle = form === 'text' && !mayBeQuoted && decoded.starts === undefined;
    for (const { 0: run, index } of decoded.text.matchAll(RUN)) {
      for (const { encoding, at, from: first, text: bytes } of decodings(run)) {
        isSingle = false;
        const digits = encoding === 'hex' ? 2 : 4 / 3;
        for (const { start, end, name } of find(bytes, 'bytes', depth - 1)) {
          const [from, to] = [Math.floor((first + start) * digits), Math.ceil((first + end) * digits)];
          const last = Math.min(decoded.text.length, index + at + to);
          found.push({ start: sourceOffset(decoded, index + at + from), end: sourceOffset(decoded, last), name });
        }
      }
    }
    if (isSingle && text.length <= LONGEST_SINGLE) {
      if (SINGLE.size >= MOST_WORDS) SINGLE.clear();
      SINGLE.set(text, folded);
    }
    return found;
  }

  return {
    add: (secret, name) => {
      work += secret.length;
      if (secret.length < SHORTEST_NEEDLE) return;
      const read = plain(secret);
      // Where hardly more than escapes is left, it is looked for as it is.
      const whole = read.length < BEGINNING ? foldedReading({ text: secret, starts: undefined }).text : read;
      if (whole.length < BEGINNING) return;
      learn({ text: whole.slice(0, LONGEST_NEEDLE), name, front: '', length: whole.length });
      const front = mayBeTaken(whole);
      if (front === '') return;
      const rest = whole.slice(front.length);
      learn({ text: rest.slice(0, LONGEST_REST), name, front, length: rest.length });
    },
    replaceIn: (text, nameOf) =>
      known.size === 0 || text.length < SHORTEST_NEEDLE ? text : replaced(text, find(text, 'text', DEEPEST), nameOf),
    work: () => work,
  };
}

/** Levels of base64 and hexadecimal inside one another. */
const DEEPEST = 2;
const BEGINNINGS = 65_536;
/** Characters that are looked at first. */
const BEGINNING = 3;
const SHORT = 1;
const LONG = 2;
/** Of a secret without its beginning, which is looked for too. */
const LONGEST_REST = 32;
const SHORTEST_REST = 6;

/** A number for the three characters at a place; different ones may share it. */
function beginning(text: string, index: number): number {
  return (text.charCodeAt(index) * 1_009 + text.charCodeAt(index + 1) * 131 + text.charCodeAt(index + 2)) % BEGINNINGS;
}

function continuation(text: string, index: number, start: number): number {
  return (beginning(text, index + 3) * 31 + start) % BEGINNINGS;
}

function plain(secret: string): string {
  return foldedReading(decodedReading(secret)).text;
}

/** The characters at a secret's beginning that an unfinished escape in front of it may take for its own digits. */
function mayBeTaken(secret: string): string {
  const digits = /^(?:[ux]?[0-9a-f]{1,7})?/.exec(secret)?.[0].length ?? 0;
  return secret.slice(0, Math.max(0, Math.min(digits, 7, secret.length - SHORTEST_REST)));
}

/** Where a secret begins in the source whose rest begins at a place of a reading. */
function frontOf(reading: Reading, rest: number, front: string): number {
  let at = rest;
  for (let index = front.length; index > 0; index--, at--)
    if (reading.text[at - 1] !== front[index - 1]) return at === 0 ? 0 : sourceOffset(reading, at - 1) + 1;
  return sourceOffset(reading, at);
}

const RUN = /[A-Za-z0-9+/_-]{8,}/g;
interface Decoding {
  readonly encoding: 'base64' | 'hex';
  /** where in the run it begins */
  readonly at: number;
  /** where in what is decoded the text begins */
  readonly from: number;
  /** a byte in each character */
  readonly text: string;
}

/** What a run of letters and digits may stand for, from each place at which an encoding may begin. */
function decodings(run: string): readonly Decoding[] {
  const known = DECODED.get(run);
  if (known !== undefined) return known;
  const found = decoded(run);
  if (run.length > LONGEST_WORD) return found;
  if (DECODED.size >= MOST_WORDS) DECODED.clear();
  DECODED.set(run, found);
  return found;
}

/** Words come again and again, and hardly one is an encoding of anything. */
const DECODED = new Map<string, readonly Decoding[]>();
const MOST_WORDS = 20_000;
const LONGEST_WORD = 64;
/** Texts that have no other reading come again and again, too. */
const SINGLE = new Map<string, Reading>();
const LONGEST_SINGLE = 256;

function decoded(run: string): readonly Decoding[] {
  const found: Decoding[] = [];
  const add = (encoding: Decoding['encoding'], digits: string, at: number): void => {
    const bytes = Buffer.from(digits, encoding);
    for (const [from, to] of readable(bytes)) found.push({ encoding, at, from, text: bytes.toString('latin1', from, to) });
  };
  for (const at of [0, 1, 2, 3]) add('base64', run.slice(at), at);
  if (HEX.test(run))
    for (const { 0: digits, index } of run.matchAll(ALL_HEX)) for (const at of [0, 1]) add('hex', digits.slice(at), index + at);
  return found;
}

const HEX = /[0-9a-fA-F]{12}/;
const ALL_HEX = /[0-9a-fA-F]{12,}/g;

/**
 * Where bytes are a text: between control characters, with as many characters of UTF-8 in a row as a secret has at least. What is
 * decoded from other words hardly ever is.
 */
function readable(bytes: Uint8Array): readonly (readonly [from: number, to: number])[] {
  const found: [number, number][] = [];
  let from = 0;
  let inRow = 0;
  let most = 0;
  let missing = 0;
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0xc0) {
      if (missing > 0) inRow = 0;
      missing = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
    } else if (byte >= 0x80) {
      missing -= 1;
      if (missing < 0) inRow = missing = 0;
      else if (missing === 0) inRow += 1;
    } else {
      inRow = missing > 0 ? 1 : inRow + 1;
      missing = 0;
      if ((byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) || byte === 0x7f) {
        if (most >= SHORTEST_NEEDLE) found.push([from, at]);
        from = at + 1;
        inRow = most = 0;
      }
    }
    if (inRow > most) most = inRow;
  }
  return found;
}
