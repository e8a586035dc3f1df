import { decodeHTMLStrict } from 'entities';

/** A text as it reads with every encoding undone, and where in the text each character of the reading comes from. */
export interface Reading {
  readonly text: string;
  /** where in the source each character begins and ends; undefined where each stands for itself */
  readonly spans: Spans | undefined;
  /** signs are left out of it: only long secrets are found in it, and whole */
  readonly isUnsigned?: true;
}

export interface Spans {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** The place in the source at which a character of the reading begins. */
export function sourceStart({ spans }: Reading, index: number): number {
  return spans?.starts[index] ?? index;
}

/** The place in the source at which the character in front of a place of the reading ends. */
export function sourceEnd({ spans }: Reading, index: number): number {
  return index === 0 ? 0 : (spans?.ends[index - 1] ?? index);
}

/** What a text may be beside letters: a byte in each character, or bytes quoted for mail (=C3=A9) or a shell (\\303\\251). */
export type Form = 'text' | 'bytes' | 'quoted';

/** True of a text that may hold quoted bytes: what follows the name of a parameter in an address is its value as it stands. */
export function isQuoted(text: string): boolean {
  for (const [found] of text.matchAll(/[?&][\w.-]+=|=[0-9a-f]{2}|\\[23][0-7]{2}/gi)) if (/^[=\\]/.test(found)) return true;
  return false;
}

/** Undoes percent-encoding, entities of HTML and escapes of JSON and JavaScript, however often one stands inside another. */
export function decodedReading(text: string, form: Form = 'text'): Reading {
  if (latest.text === text && latest.form === form) return latest.reading;
  const reading = undone(text, form);
  const decoded = reading.text.search(OPEN_ENTITIES) >= 0 ? within(reading, closed(reading.text)) : reading;
  latest = { text, form, reading: decoded };
  return decoded;
}

/** A text is read for what is known, and then for what it names. */
let latest: { readonly text: string; readonly form: Form; readonly reading: Reading } = {
  text: '',
  form: 'text',
  reading: { text: '', spans: undefined },
};

/** A reading of what another one reads. */
export function within(outer: Reading, inner: Reading): Reading {
  // Nothing was undone: most texts read as they are.
  if (inner.text === outer.text) return outer;
  return lazily(inner.text, () => {
    if (inner.spans === undefined || outer.spans === undefined) return inner.spans ?? outer.spans;
    const { starts, ends } = inner.spans;
    return { starts: starts.map((index) => sourceStart(outer, index)), ends: ends.map((index) => sourceEnd(outer, index)) };
  });
}

/** Few readings hold anything that is asked for its place. */
export function lazily(text: string, make: () => Spans | undefined): Reading {
  let made: Pick<Reading, 'spans'> | undefined;
  return {
    text,
    get spans() {
      made ??= { spans: make() };
      return made.spans;
    },
  };
}

/** Browsers read an entity without its semicolon as well: each gets one. */
function closed(text: string): Reading {
  const pieces: string[] = [];
  const ends: number[] = [];
  let done = 0;
  for (const { 0: entity, index } of text.matchAll(OPEN_ENTITIES)) {
    const end = index + entity.length;
    pieces.push(text.slice(done, end), ';');
    while (done < end) ends.push(++done);
    ends.push(end);
  }
  pieces.push(text.slice(done));
  while (done < text.length) ends.push(++done);
  const spans = { starts: Int32Array.from([0, ...ends.slice(0, -1)]), ends: Int32Array.from(ends) };
  const source = { text: pieces.join(''), spans };
  return within(source, undone(source.text, 'text'));
}

/**
 * An encoding is undone when its last character is read, and what it stands for is read again in its place: the reading gets shorter
 * each time, so the work is linear in the text. Backslashes go: each level of escapes doubles them.
 */
function undone(text: string, form: Form): Reading {
  if (!(form === 'bytes' ? ENCODED_BYTES : ENCODED).test(text) && form !== 'quoted') return { text, spans: undefined };
  const isAbove = (unit: number): boolean => (form === 'bytes' && unit >= 0x80) || (form === 'quoted' && unit === EQUALS);
  const codes = new Int32Array(text.length);
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  let height = 0;
  let isAsItWas = true;
  source: for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    starts[height] = at;
    codes[height] = isAbove(unit) ? FIRST_BYTE + unit : unit;
    height += 1;
    let found = endingAt(codes, height, form);
    isAsItWas &&= found === undefined;
    for (; found !== undefined; found = endingAt(codes, height, form)) {
      height -= found.length;
      if (found.code === undefined) continue source;
      codes[height] = found.code === BACKSLASH ? DECODED_BACKSLASH : found.code;
      height += 1;
    }
    ends[height - 1] = at + 1;
  }
  const decoded: string[] = [];
  // A character beyond the basic plane is one code point and two units.
  const spans = { starts: new Int32Array(text.length), ends: new Int32Array(text.length) };
  let length = 0;
  for (let index = 0; index < height; index++) {
    const code = codes[index] ?? 0;
    if (isBackslash(code)) continue;
    const piece = code < FIRST_BYTE ? String.fromCodePoint(code) : String.fromCharCode(code - FIRST_BYTE);
    decoded.push(piece);
    for (let unit = 0; unit < piece.length; unit++, length++) {
      spans.starts[length] = starts[index] ?? 0;
      spans.ends[length] = ends[index] ?? 0;
    }
  }
  if (isAsItWas && length === text.length) return { text, spans: undefined };
  return { text: decoded.join(''), spans: { starts: spans.starts.subarray(0, length), ends: spans.ends.subarray(0, length) } };
}

/** Leaves white space and control characters out: lines are wrapped, and digits stand in groups. */
export function condensedReading(reading: Reading): Reading {
  return BLANK.test(reading.text) ? leavingOut(reading, BLANK, BLANKS) : reading;
}

/** Leaves the signs between letters and digits out too: groups have dashes between them. Undefined where there are none. */
export function unsignedReading(reading: Reading): Reading | undefined {
  return SIGN.test(reading.text) ? Object.assign(leavingOut(reading, SIGN, SIGNS), { isUnsigned: true as const }) : undefined;
}

function leavingOut(reading: Reading, one: RegExp, several: RegExp): Reading {
  const { text } = reading;
  return lazily(text.replaceAll(several, ''), () => {
    const starts: number[] = [];
    const ends: number[] = [];
    for (let at = 0; at < text.length; at++) {
      if (one.test(text.charAt(at))) continue;
      starts.push(sourceStart(reading, at));
      ends.push(sourceEnd(reading, at + 1));
    }
    return { starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
  });
}

/** Folds what readers take for the same: case, accents and the ways to compose them. */
export function foldedReading(reading: Reading): Reading {
  if (!BEYOND_ASCII.test(reading.text)) {
    const text = reading.text.toLowerCase();
    return text === reading.text ? reading : lazily(text, () => reading.spans);
  }
  return eachCharacter(reading, (one) => (one <= '~' ? one.toLowerCase() : fold(one)));
}

/** A text as it is spelt with every encoding undone, in letters that nothing is done to but for their case. */
export function speltReading(text: string): Reading {
  const reading = decodedReading(text, isQuoted(text) ? 'quoted' : 'text');
  return BEYOND_ASCII.test(reading.text) ? eachCharacter(reading, (one) => (one <= '~' ? one : spelt(one))) : reading;
}

/** In pieces: a string for each of millions of characters is more than they are worth. */
function written(text: string, write: (character: string) => string): string {
  const pieces: string[] = [];
  let piece: string[] = [];
  for (const character of text) {
    piece.push(write(character));
    if (piece.length < CHARACTERS_OF_A_PIECE) continue;
    pieces.push(piece.join(''));
    piece = [];
  }
  return pieces.join('') + piece.join('');
}

const CHARACTERS_OF_A_PIECE = 8_192;

function eachCharacter(reading: Reading, write: (character: string) => string): Reading {
  return lazily(written(reading.text, write), () => {
    const starts: number[] = [];
    const ends: number[] = [];
    let at = 0;
    for (const character of reading.text) {
      const next = at + character.length;
      for (let unit = write(character).length; unit > 0; unit--) {
        starts.push(sourceStart(reading, at));
        ends.push(sourceEnd(reading, next));
      }
      at = next;
    }
    return { starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
  });
}

/** Something that is an encoding as it stands, or may become one. */
const ENCODED = /%[0-9a-f]{2}|%u|&#?\w+;|\\|[^\0-~]/i;
const ENCODED_BYTES = /%[0-9a-f]{2}|%u|&#?\w+;|[\\\x80-\xff]/i;
/** White space and control characters; NEL is one of them. */
const BLANK = /[\s\p{Cc}]/u;
const BLANKS = /[\s\p{Cc}]+/gu;
const SIGN = /[!-/:-@[-`{-~]/;
const SIGNS = /[!-/:-@[-`{-~]+/g;
/** Behind a backslash they stand for a line feed and the like. */
const BLANK_LETTERS = new Set(Array.from('bfnrtvBFNRTV', (letter) => letter.charCodeAt(0)));
const LINE_FEED = 0x0a;
/** Soft hyphens, joiners, tags: whatever is shown without them. */
const INVISIBLE = /^\p{DI}$/u;
const OPEN_ENTITIES =
  /&(?:#(?:x[0-9a-f]{1,6}(?![;0-9a-f])|[0-9]{1,7}(?![;0-9]))|(?:excl|quot|num|dollar|percnt|amp|apos|lpar|rpar|ast|midast|plus|comma|period|sol|colon|semi|lt|equals|gt|quest|commat|lsqb|lbrack|bsol|rsqb|rbrack|hat|lowbar|grave|lcub|lbrace|verbar|vert|rcub|rbrace|tab|newline|nbsp|shy|szlig|[a-z](?:acute|circ|uml|tilde|ring|cedil))(?!;))/gi;
const BEYOND_ASCII = /[^\0-~]/;

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const EQUALS = 0x3d;
const CLOSING_BRACE = 0x7d;
/** Bytes of UTF-8 that no character has come of yet stand above all code points, and so do signs that begin an escape in one form only. */
const FIRST_BYTE = 0x11_00_00;
/** One that was escaped itself: it is no part of the escape behind it. */
const DECODED_BACKSLASH = 0x12_00_00;
/** `&CounterClockwiseContourIntegral;` */
const LONGEST_ENTITY = 34;
/** Few characters come again and again. */
const MOST_FOLDS = 10_000;
const FOLDS = new Map<string, string>();
/** How a character beyond ASCII is read, by its code point; null as it is. */
const COMPATIBLE = new Map<number, Encoding | null>();

function fold(character: string): string {
  const known = FOLDS.get(character);
  if (known !== undefined) return known;
  if (FOLDS.size > MOST_FOLDS) return folds(character);
  const found = folds(character);
  FOLDS.set(character, found);
  return found;
}

function folds(character: string): string {
  return spelt(character.toWellFormed().normalize('NFKD').toUpperCase().toLowerCase());
}

/** Without accents. */
function spelt(character: string): string {
  return character.normalize('NFKD').replaceAll(/\p{M}/gu, '');
}

interface Encoding {
  /** how many code points it takes */
  readonly length: number;
  /** the one that it stands for */
  readonly code: number | undefined;
}

function isBackslash(code: number | undefined): boolean {
  return code === BACKSLASH || code === DECODED_BACKSLASH;
}

/** The encoding that the last code point completes. */
function endingAt(codes: Int32Array, height: number, form: Form): Encoding | undefined {
  const last = codes[height - 1] ?? 0;
  if (last > 0x7e && last < FIRST_BYTE) return compatible(codes, height, last);
  if (last === BACKSLASH) return codes[height - 2] === BACKSLASH ? { length: 1, code: undefined } : undefined;
  if (last === 0x3b) return entityEndingAt(codes, height);
  if (last === DECODED_BACKSLASH) return undefined;
  if (last >= FIRST_BYTE) return bytesEndingAt(codes, height);
  if (last === CLOSING_BRACE) return bracedEndingAt(codes, height);
  if (isBackslash(codes[height - 2]) && BLANK_LETTERS.has(last)) return { length: 2, code: LINE_FEED };
  if (digitOf(last) < 0) return undefined;
  const beforeTwo = codes[height - 3];
  // %41, =41 of quoted-printable, and \x41 of JavaScript
  if (beforeTwo === PERCENT || beforeTwo === FIRST_BYTE + EQUALS || (beforeTwo === 0x78 && isBackslash(codes[height - 4]))) {
    const byte = numberIn(codes, height - 2, height);
    const length = beforeTwo === 0x78 ? 4 : 3;
    if (byte >= 0) return { length, code: byte < 0x80 || length === 4 ? byte : FIRST_BYTE + byte };
  }
  // \101, of JavaScript a character, of a shell a byte
  if (isBackslash(codes[height - 4])) {
    const byte = numberIn(codes, height - 3, height, 8);
    if (byte >= 0 && byte <= 0xff) return { length: 4, code: byte < 0x80 || form !== 'quoted' ? byte : FIRST_BYTE + byte };
  }
  // \55 of JavaScript: no third digit would make a byte of it
  const first = (codes[height - 2] ?? 0) - 0x30;
  if (isBackslash(beforeTwo) && first >= 4 && first <= 7) {
    const code = numberIn(codes, height - 2, height, 8);
    if (code >= 0) return { length: 3, code };
  }
  // \u0041 and %u0041
  if (codes[height - 5] !== 0x75 || !(isBackslash(codes[height - 6]) || codes[height - 6] === PERCENT)) return undefined;
  const unit = numberIn(codes, height - 4, height);
  return unit < 0 ? undefined : { length: 6, code: unit };
}

/** A pair of units is one character; one that is shown as another is that one, and what nobody sees is none. */
function compatible(codes: Int32Array, height: number, last: number): Encoding | undefined {
  const high = codes[height - 2] ?? 0;
  if (last >= 0xdc_00 && last <= 0xdf_ff && high >= 0xd8_00 && high <= 0xdb_ff)
    return { length: 2, code: 0x1_00_00 + ((high - 0xd8_00) << 10) + (last - 0xdc_00) };
  const known = COMPATIBLE.get(last);
  if (known !== undefined) return known ?? undefined;
  const character = String.fromCodePoint(last);
  const plain = character.normalize('NFKD');
  const code = plain.codePointAt(0);
  const isPlain = plain.length === 1 && plain <= '~';
  const found = isPlain ? { length: 1, code } : INVISIBLE.test(character) ? { length: 1, code: undefined } : null;
  if (COMPATIBLE.size < MOST_FOLDS) COMPATIBLE.set(last, found);
  return found ?? undefined;
}

/** \u{41} */
function bracedEndingAt(codes: Int32Array, height: number): Encoding | undefined {
  let from = height - 1;
  while (from > height - 7 && digitOf(codes[from - 1] ?? 0) >= 0) from -= 1;
  const code = numberIn(codes, from, height - 1);
  const isEscape = from < height - 1 && codes[from - 1] === 0x7b && codes[from - 2] === 0x75 && isBackslash(codes[from - 3]);
  return isEscape && code <= 0x10_ff_ff ? { length: height - from + 3, code } : undefined;
}

function entityEndingAt(codes: Int32Array, height: number): Encoding | undefined {
  for (let at = height - 2; at >= 0 && at >= height - LONGEST_ENTITY; at--) {
    const code = codes[at] ?? 0;
    if (code > 0x7a) return undefined;
    if (code !== 0x26) continue;
    return entityOf(String.fromCharCode(...codes.subarray(at, height)));
  }
  return undefined;
}

/** Few entities come again and again. */
const ENTITIES = new Map<string, Encoding | null>();

function entityOf(entity: string): Encoding | undefined {
  const known = ENTITIES.get(entity);
  if (known !== undefined) return known ?? undefined;
  const meant = numbered(entity) ?? decodeHTMLStrict(entity);
  const code = meant.codePointAt(0);
  const isOne = code !== undefined && meant !== entity && String.fromCodePoint(code) === meant;
  const found = isOne ? { length: entity.length, code } : null;
  if (ENTITIES.size < MOST_FOLDS) ENTITIES.set(entity, found);
  return found ?? undefined;
}

/** The character of a number, as whoever escapes one means it; pages take some for those of another character set. */
function numbered(entity: string): string | undefined {
  const [, hex, digits = ''] = /^&#(x?)([0-9a-f]{1,8});$/i.exec(entity) ?? [];
  const code = hex === undefined ? Number.NaN : Number.parseInt(digits, hex === '' ? 10 : 16);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}

/** Bytes of UTF-8, when the last one of a character has come. */
function bytesEndingAt(codes: Int32Array, height: number): Encoding | undefined {
  let code = 0;
  for (let length = 1; length <= 4; length++) {
    const byte = (codes[height - length] ?? 0) - FIRST_BYTE;
    if (byte < 0x80 || byte > 0xff) return undefined;
    if (byte < 0xc0) {
      code |= (byte & 0x3f) << (6 * (length - 1));
      continue;
    }
    const wanted = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    code |= (byte & (0x7f >> wanted)) << (6 * (length - 1));
    return wanted === length && length > 1 && code <= 0x10_ff_ff ? { length, code } : undefined;
  }
  return undefined;
}

function numberIn(codes: Int32Array, from: number, to: number, base = 16): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = digitOf(codes[at] ?? 0);
    if (digit < 0 || digit >= base) return -1;
    value = value * base + digit;
  }
  return value;
}

function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
