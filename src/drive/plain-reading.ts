import { decodeHTMLStrict } from 'entities';

/** A text as it reads with every encoding undone, and where in the text each character of the reading comes from. */
export interface Reading {
  readonly text: string;
  /** for each character its offset in the source, and at the end the source's length; undefined where nothing was undone */
  readonly starts: Int32Array | undefined;
}

/** The place in the source from which a character of the reading comes; for the reading's length, the source's. */
export function sourceOffset({ starts }: Reading, index: number): number {
  return starts?.[index] ?? index;
}

/** What a text may be beside letters: a byte in each character, or bytes quoted for mail (=C3=A9) or a shell (\\303\\251). */
export type Form = 'text' | 'bytes' | 'quoted';

/** True of a text that may hold quoted bytes; most are addresses with parameters. */
export function isQuoted(text: string): boolean {
  return /=[0-9a-f]{2}|\\[23][0-7]{2}/i.test(text);
}

/** Undoes percent-encoding, entities of HTML and escapes of JSON and JavaScript, however often one stands inside another. */
export function decodedReading(text: string, form: Form = 'text'): Reading {
  const reading = undone(text, form);
  return reading.text.search(OPEN_ENTITIES) >= 0 ? within(reading, closed(reading.text)) : reading;
}

/** A reading of what another one reads. */
function within(outer: Reading, inner: Reading): Reading {
  return { text: inner.text, starts: inner.starts?.map((index) => sourceOffset(outer, index)) ?? outer.starts };
}

/** Browsers read a number of a character without its semicolon as well: each gets one. */
function closed(text: string): Reading {
  const pieces: string[] = [];
  const starts: number[] = [];
  let done = 0;
  for (const { 0: entity, index } of text.matchAll(OPEN_ENTITIES)) {
    const end = index + entity.length;
    pieces.push(text.slice(done, end), ';');
    while (done < end) starts.push(done++);
    starts.push(end);
  }
  pieces.push(text.slice(done));
  while (done <= text.length) starts.push(done++);
  return within({ text: '', starts: Int32Array.from(starts) }, undone(pieces.join(''), 'text'));
}

/**
 * An encoding is undone when its last character is read, and what it stands for is read again in its place: the reading gets shorter
 * each time, so the work is linear in the text. Backslashes go: each level of escapes doubles them.
 */
function undone(text: string, form: Form): Reading {
  if (!(form === 'bytes' ? ENCODED_BYTES : ENCODED).test(text) && form !== 'quoted') return { text, starts: undefined };
  const isAbove = (unit: number): boolean => (form === 'bytes' && unit >= 0x80) || (form === 'quoted' && unit === EQUALS);
  const codes = new Int32Array(text.length);
  const starts = new Int32Array(text.length);
  let height = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    starts[height] = at;
    codes[height] = isAbove(unit) ? FIRST_BYTE + unit : unit;
    height += 1;
    for (let found = endingAt(codes, height, form); found !== undefined; found = endingAt(codes, height, form)) {
      height -= found.length;
      if (found.code === undefined) break;
      codes[height] = found.code === BACKSLASH ? DECODED_BACKSLASH : found.code;
      height += 1;
    }
    const read = codes[height - 1] ?? 0;
    if (read > 0x7f && read < FIRST_BYTE && INVISIBLE.test(String.fromCodePoint(read))) height -= 1;
  }
  const decoded: string[] = [];
  // A character beyond the basic plane is one code point and two units.
  const offsets = new Int32Array(text.length + 1);
  let length = 0;
  for (let index = 0; index < height; index++) {
    const code = codes[index] ?? 0;
    if (isBackslash(code)) continue;
    const piece = code < FIRST_BYTE ? String.fromCodePoint(code) : String.fromCharCode(code - FIRST_BYTE);
    decoded.push(piece);
    const start = starts[index] ?? 0;
    for (let unit = 0; unit < piece.length; unit++) offsets[length++] = start;
  }
  offsets[length] = text.length;
  return { text: decoded.join(''), starts: offsets.subarray(0, length + 1) };
}

/** Folds what readers take for the same: case, accents and the ways to compose them, a space and `+`, a control character and its letter. */
export function foldedReading(reading: Reading): Reading {
  if (!FOLDED.test(reading.text)) return { text: reading.text.toLowerCase(), starts: reading.starts };
  return eachCharacter(reading, (one) => (one <= '~' && one >= ' ' && one !== '+' ? one.toLowerCase() : fold(one)));
}

/** A text as it is spelt with every encoding undone, in letters that nothing is done to but for their case. */
export function speltReading(text: string): Reading {
  const reading = decodedReading(text, isQuoted(text) ? 'quoted' : 'text');
  return BEYOND_ASCII.test(reading.text) ? eachCharacter(reading, (one) => (one <= '~' ? one : spelt(one))) : reading;
}

function eachCharacter(reading: Reading, write: (character: string) => string): Reading {
  const pieces: string[] = [];
  const starts: number[] = [];
  let at = 0;
  for (const character of reading.text) {
    const piece = write(character);
    pieces.push(piece);
    for (let unit = 0; unit < piece.length; unit++) starts.push(sourceOffset(reading, at));
    at += character.length;
  }
  starts.push(sourceOffset(reading, at));
  return { text: pieces.join(''), starts: Int32Array.from(starts) };
}

/** Something that is an encoding as it stands, or may become one. */
const ENCODED = /%[0-9a-f]{2}|%u|&#?\w+;|\\|\p{DI}/iu;
const ENCODED_BYTES = /%[0-9a-f]{2}|%u|&#?\w+;|[\\\x80-\xff]/i;
/** Soft hyphens, joiners, tags: whatever is shown without them. */
const INVISIBLE = /^\p{DI}$/u;
const OPEN_ENTITIES = /&#(?:x[0-9a-f]{1,6}(?![;0-9a-f])|[0-9]{1,7}(?![;0-9]))/gi;
const BEYOND_ASCII = /[^\0-~]/;
const FOLDED = /[^\x20-\x2a\x2c-\x7e]/;
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
const FOLDS = new Map(Object.entries({ '\b': 'b', '\t': 't', '\n': 'n', '\f': 'f', '\r': 'r', '+': ' ' }));

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
  if (last === BACKSLASH) return codes[height - 2] === BACKSLASH ? { length: 1, code: undefined } : undefined;
  if (last === 0x3b) return entityEndingAt(codes, height);
  if (last === DECODED_BACKSLASH) return undefined;
  if (last >= FIRST_BYTE) return bytesEndingAt(codes, height);
  if (last >= 0xdc_00 && last <= 0xdf_ff) {
    const high = codes[height - 2] ?? 0;
    return high >= 0xd8_00 && high <= 0xdb_ff ? { length: 2, code: 0x1_00_00 + ((high - 0xd8_00) << 10) + (last - 0xdc_00) } : undefined;
  }
  if (last === CLOSING_BRACE) return bracedEndingAt(codes, height);
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
    return byte >= 0 && byte <= 0xff ? { length: 4, code: byte < 0x80 || form !== 'quoted' ? byte : FIRST_BYTE + byte } : undefined;
  }
  // \u0041 and %u0041
  if (codes[height - 5] !== 0x75 || !(isBackslash(codes[height - 6]) || codes[height - 6] === PERCENT)) return undefined;
  const unit = numberIn(codes, height - 4, height);
  return unit < 0 ? undefined : { length: 6, code: unit };
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
    const entity = String.fromCharCode(...codes.subarray(at, height));
    const meant = numbered(entity) ?? decodeHTMLStrict(entity);
    const first = meant.codePointAt(0);
    return first === undefined || meant === entity || String.fromCodePoint(first) !== meant
      ? undefined
      : { length: height - at, code: first };
  }
  return undefined;
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
