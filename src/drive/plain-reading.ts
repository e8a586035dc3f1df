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

/**
 * Undoes percent-encoding, entities of HTML and escapes of JSON and JavaScript, however often one stands inside another. An encoding is
 * undone when its last character is read, and what it stands for is read again in its place: the reading gets shorter each time, so
 * the work is linear in the text. Backslashes go: each level of escapes doubles them.
 * @param isBytes the text holds a byte in each character
 */
export function decodedReading(text: string, isBytes = false): Reading {
  if (!(isBytes ? ENCODED_BYTES : ENCODED).test(text)) return { text, starts: undefined };
  const codes = new Int32Array(text.length);
  const starts = new Int32Array(text.length);
  let height = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    starts[height] = at;
    codes[height] = isBytes && unit >= 0x80 ? FIRST_BYTE + unit : unit;
    height += 1;
    for (let found = endingAt(codes, height); found !== undefined; found = endingAt(codes, height)) {
      height -= found.length;
      if (found.code === undefined) break;
      codes[height] = found.code === BACKSLASH ? DECODED_BACKSLASH : found.code;
      height += 1;
    }
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
  const { text } = reading;
  if (!FOLDED.test(text)) return { text: text.toLowerCase(), starts: reading.starts };
  const folded: string[] = [];
  const starts: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = character <= '~' && character >= ' ' && character !== '+' ? character.toLowerCase() : fold(character);
    folded.push(plain);
    for (let unit = 0; unit < plain.length; unit++) starts.push(sourceOffset(reading, at));
    at += character.length;
  }
  starts.push(sourceOffset(reading, at));
  return { text: folded.join(''), starts: Int32Array.from(starts) };
}

/** Something that is an encoding as it stands, or may become one. */
const ENCODED = /%[0-9a-f]{2}|&#?\w+;|\\/i;
const ENCODED_BYTES = /%[0-9a-f]{2}|&#?\w+;|[\\\x80-\xff]/i;
const FOLDED = /[^\x20-\x2a\x2c-\x7e]/;
const BACKSLASH = 0x5c;
/** Bytes of UTF-8 that no character has come of yet stand above all code points. */
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
  return character.toWellFormed().normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '');
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
function endingAt(codes: Int32Array, height: number): Encoding | undefined {
  const last = codes[height - 1] ?? 0;
  if (last === BACKSLASH) return codes[height - 2] === BACKSLASH ? { length: 1, code: undefined } : undefined;
  if (last === 0x3b) return entityEndingAt(codes, height);
  if (last === DECODED_BACKSLASH) return undefined;
  if (last >= FIRST_BYTE) return bytesEndingAt(codes, height);
  if (last >= 0xdc_00 && last <= 0xdf_ff) {
    const high = codes[height - 2] ?? 0;
    return high >= 0xd8_00 && high <= 0xdb_ff ? { length: 2, code: 0x1_00_00 + ((high - 0xd8_00) << 10) + (last - 0xdc_00) } : undefined;
  }
  if (digitOf(last) < 0) return undefined;
  const beforeTwo = codes[height - 3];
  // %41, and \x41 of JavaScript
  if (beforeTwo === 0x25 || (beforeTwo === 0x78 && isBackslash(codes[height - 4]))) {
    const byte = numberIn(codes, height - 2, height);
    const length = beforeTwo === 0x25 ? 3 : 4;
    if (byte >= 0) return { length, code: byte < 0x80 || length === 4 ? byte : FIRST_BYTE + byte };
  }
  if (codes[height - 5] !== 0x75 || !isBackslash(codes[height - 6])) return undefined;
  const unit = numberIn(codes, height - 4, height);
  return unit < 0 ? undefined : { length: 6, code: unit };
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
    if (byte < 0 || byte > 0xff) return undefined;
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

function numberIn(codes: Int32Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = digitOf(codes[at] ?? 0);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
