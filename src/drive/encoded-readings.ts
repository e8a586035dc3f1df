import {
  condensedReading,
  decodedReading,
  foldedReading,
  isQuoted,
  lazily,
  unsignedReading,
  within,
  type Form,
  type Reading,
} from './plain-reading.ts';

/** Shorter secrets are replaced only where they stand in a secret's own place: elsewhere they would hit ordinary words. */
export const SHORTEST_SECRET = 6;

/** Everything that a text may be read as: with its encodings undone, and what stands in it in base64, in hexadecimal or in rows of codes. */
export function readingsOf(text: string): Iterable<Reading> {
  return readingsWithin({ text, spans: undefined }, 'text', DEEPEST);
}

/** Levels of encodings inside one another. */
const DEEPEST = 2;

function* readingsWithin(source: Reading, form: Form, depth: number): Generator<Reading> {
  const { text } = source;
  const decoded = within(source, decodedReading(text, form));
  const condensed = condensedReading(decoded);
  const folded = foldedReading(condensed);
  yield folded;
  const unsigned = depth === DEEPEST ? unsignedReading(folded) : undefined;
  if (unsigned !== undefined) yield unsigned;
  if (form === 'text' && isQuoted(text)) yield foldedReading(condensedReading(within(source, decodedReading(text, 'quoted'))));
  // A stray percent sign takes the beginning of a secret behind it for an escape.
  if (form === 'text' && decoded.text !== text) yield foldedReading(condensedReading(source));
  if (depth === 0) return;
  for (const { 0: run, index } of condensed.text.matchAll(RUN))
    for (const decoding of decodings(run)) yield* readingsWithin(within(condensed, digitsOf(decoding, index, run)), 'bytes', depth - 1);
  for (const row of spelled(decoded.text)) yield* readingsWithin(within(decoded, row.reading), row.form, depth - 1);
}

/** The digits that each byte of a decoding takes part in. */
function digitsOf({ encoding, at, from, text }: Decoding, index: number, run: string): Reading {
  const digits = DIGITS_OF_A_BYTE[encoding];
  return lazily(text, () => ({
    starts: Int32Array.from(text, (_byte, place) => index + at + Math.floor((from + place) * digits)),
    ends: Int32Array.from(text, (_byte, place) => index + Math.min(run.length, at + Math.ceil((from + place + 1) * digits))),
  }));
}

const DIGITS_OF_A_BYTE: Readonly<Record<Decoding['encoding'], number>> = { hex: 2, base32: 8 / 5, base64: 4 / 3 };

interface Spelled {
  readonly reading: Reading;
  readonly form: Form;
}

/** What rows of numbers spell: codes of characters in decimal, hexadecimal, octal or binary. */
function spelled(source: string): readonly Spelled[] {
  return Array.from(source.matchAll(ROW)).flatMap(({ 0: row, index }) => {
    const numbers = Array.from(row.matchAll(NUMBER), ({ 0: digits, index: at }) => ({ digits, at: index + at }));
    if (numbers.length < SHORTEST_SECRET) return [];
    return (numbers.every(({ digits }) => BITS.test(digits)) ? [...BASES, 2] : BASES).flatMap((base) => {
      const codes = numbers.map(({ digits }) => codeOf(digits, base));
      const asText = codes.some((code) => code > MOST_BYTES && code <= MOST_CODES) ? [spelledBy(numbers, codes, 'text')] : [];
      return [spelledBy(numbers, codes, 'bytes'), ...asText];
    });
  });
}

function spelledBy(numbers: readonly { readonly digits: string; readonly at: number }[], codes: readonly number[], form: Form): Spelled {
  // What is none, such as the end of a word before the row, is left out when it is read.
  const characters = codes.map((code) => (code > (form === 'bytes' ? MOST_BYTES : MOST_CODES) ? '\0' : String.fromCodePoint(code)));
  const reading = lazily(characters.join(''), () => ({
    starts: Int32Array.from(numbers.flatMap(({ at }, index) => Array.from({ length: characters[index]?.length ?? 0 }, () => at))),
    ends: Int32Array.from(
      numbers.flatMap(({ at, digits }, index) => Array.from({ length: characters[index]?.length ?? 0 }, () => at + digits.length)),
    ),
  }));
  return { reading, form };
}

/** Beyond all codes for what is no number to a base. */
function codeOf(digits: string, base: number): number {
  const code = Number(digits.startsWith('0x') || base === 10 ? digits : `${PREFIXES[base] ?? ''}${digits}`);
  return Number.isNaN(code) ? Number.POSITIVE_INFINITY : code;
}

/** Without letters that no number has. `X{11}X*`, here and below, as `X{11,}` takes stack for each character. */
const ROW = /[^g-wyz]{11}[^g-wyz]*/gi;
const NUMBER = /(?<![0-9a-fx])(?:0x)?[0-9a-f]{1,8}(?![0-9a-f])/gi;
const BITS = /^[01]{7,8}$/;
const BASES = [10, 16, 8];
const PREFIXES: Readonly<Record<number, string>> = { 16: '0x', 8: '0o', 2: '0b' };
const MOST_BYTES = 0xff;
const MOST_CODES = 0x10_ff_ff;

const RUN = /[A-Za-z0-9+/_-]{8}[A-Za-z0-9+/_-]*/g;
interface Decoding {
  readonly encoding: 'base64' | 'base32' | 'hex';
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

function decoded(run: string): readonly Decoding[] {
  const found: Decoding[] = [];
  const bytes = run.length <= SCRATCH.length ? SCRATCH : Buffer.allocUnsafe(run.length);
  const add = (encoding: Decoding['encoding'], at: number, end: number): void => {
    const length = decodeInto(bytes, run, at, end, DIGITS[encoding]);
    for (const [from, to] of readable(bytes, length)) found.push({ encoding, at, from, text: bytes.toString('latin1', from, to) });
  };
  for (const at of [0, 1, 2, 3]) add('base64', at, run.length);
  if (BASE32.test(run)) for (const at of [0, 1, 2, 3, 4, 5, 6, 7]) add('base32', at, run.length);
  if (HEX.test(run))
    for (const { 0: digits, index } of run.matchAll(ALL_HEX)) for (const at of [0, 1]) add('hex', index + at, index + digits.length);
  return found;
}

/** Few runs are long, and hardly one decodes to a text: none is worth bytes of its own. */
const SCRATCH = Buffer.alloc(1_024);

interface Digits {
  /** by the character's code */
  readonly values: Uint8Array;
  readonly bits: number;
}

/** Writes the bytes that digits stand for, and answers how many they are; what is left over of the last one is none. */
function decodeInto(bytes: Uint8Array, digits: string, from: number, to: number, { values, bits }: Digits): number {
  let length = 0;
  let rest = 0;
  let held = 0;
  for (let at = from; at < to; at++) {
    rest = ((rest << bits) | (values[digits.charCodeAt(at)] ?? 0)) & 0xff_ff;
    held += bits;
    if (held < 8) continue;
    held -= 8;
    bytes[length++] = rest >> held;
  }
  return length;
}

function digitsFrom(bits: number, ...alphabets: readonly string[]): Digits {
  const values = new Uint8Array(128);
  for (const alphabet of alphabets) for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value;
  return { values, bits };
}

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const DIGITS: Readonly<Record<Decoding['encoding'], Digits>> = {
  base64: digitsFrom(6, `${LETTERS_AND_DIGITS}+/`, `${LETTERS_AND_DIGITS}-_`),
  base32: digitsFrom(5, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 'abcdefghijklmnopqrstuvwxyz234567'),
  hex: digitsFrom(4, '0123456789abcdef', '0123456789ABCDEF'),
};

/** In one case, and of so many digits as six characters take. */
const BASE32 = /^(?:[A-Z2-7]{10}[A-Z2-7]*|[a-z2-7]{10}[a-z2-7]*)$/;

const HEX = /[0-9a-fA-F]{12}/;
const ALL_HEX = /[0-9a-fA-F]{12}[0-9a-fA-F]*/g;

/**
 * Where bytes are a text: between control characters, with as many characters of UTF-8 in a row as a secret has at least. What is
 * decoded from other words hardly ever is.
 */
function readable(bytes: Uint8Array, length: number): readonly (readonly [from: number, to: number])[] {
  const found: [number, number][] = [];
  let from = 0;
  let inRow = 0;
  let most = 0;
  let missing = 0;
  for (let at = 0; at <= length; at++) {
    const byte = at === length ? 0 : (bytes[at] ?? 0);
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
        if (most >= SHORTEST_SECRET) found.push([from, at]);
        from = at + 1;
        inRow = most = 0;
      }
    }
    if (inRow > most) most = inRow;
  }
  return found;
}
