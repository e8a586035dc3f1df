import type { ValidateFunction } from 'ajv/dist/2020.js';
import { firstErrorValidator, type MetaSchemaName } from './meta-schemas.ts';
import { SpecError } from './errors.ts';
import { readStoredText, RENDERED, type StoredFile } from './stored-file.ts';
import { describeFinding, placesIn } from './yaml-file.ts';

/** Levels of a stored text: an answer may have as many as `parsedJson` reads, and stands within an event. */
const DEEPEST = 1_010;
/** Values, keys included: more do not fit into the memory that reading may take. */
const MOST = 4_000_000;

/**
 * A file of JSON, held against its schema; `asWritten`, where it has to be byte for byte what Assay writes. Throws SpecError with place and key
 * of the first thing that is wrong.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the schema that is named vouches for T
export function readStoredJson<T>(
  file: string,
  schema: MetaSchemaName,
  { origin, asWritten }: { readonly origin: StoredFile['origin']; readonly asWritten: boolean },
): T {
  const text = readStoredText(file, { limit: RENDERED, origin });
  const value = plainJson(text, file);
  const at = (pointer: string): string => (text.length > SHORT ? file : placesIn(text, file)(pointer));
  demandVersion(value, () => at('/schemaVersion'));
  if (asWritten) demandAsWritten(value, text, file, 2);
  const validate = firstErrorValidator<T>(schema);
  if (validate(value)) return value;
  throw new SpecError('stored-malformed', firstFinding(validate, value, at));
}

/** Characters of a text in which a line is looked for. */
const SHORT = 1 << 20;

/** One line of JSON that Assay has written, against the schema that `schemaFor` answers. Throws SpecError. */
export function storedLine<T>(text: string, place: string, schemaFor: (value: unknown) => ValidateFunction<T>): T {
  const value = plainJson(text, place);
  demandAsWritten(value, text, place, 0);
  const validate = schemaFor(value);
  if (validate(value)) return value;
  throw new SpecError(
    'stored-malformed',
    firstFinding(validate, value, () => place),
  );
}

/** What another version has written may mean something else, however much it looks like ours. Throws SpecError. */
export function demandVersion(value: unknown, place: () => string): void {
  const version: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'schemaVersion') : undefined;
  if (version !== 1)
    throw new SpecError(
      'stored-by-other-version',
      `${place()}  schemaVersion  expected 1, found ${(JSON.stringify(version) ?? 'none').slice(0, 60)}: another version of Assay wrote it. Read it with that version`,
    );
}

/** The first thing that a schema objects to, and where that stands. */
export function firstFinding(validate: ValidateFunction, value: unknown, at: (pointer: string) => string): string {
  const [first] = validate.errors ?? [];
  return first === undefined ? `${at('')}  it is not what its schema says` : describeFinding(first, value, at);
}

/**
 * A stored text is byte for byte what JSON.stringify makes of its value: then no key stands in it twice, no number is more than a double
 * holds, and everybody who reads it reads the same. Throws SpecError.
 */
function demandAsWritten(value: unknown, text: string, place: string, indent: 0 | 2): void {
  const canonical = indent === 0 ? JSON.stringify(value) : `${JSON.stringify(value, undefined, indent)}\n`;
  if (canonical === text) return;
  const at = firstDifference(canonical, text);
  throw new SpecError(
    'stored-changed',
    `${place}${indent === 0 ? '' : `:${lineOf(text, at)}`}  expected the text as Assay writes it (each key once, each number as it is read), found ${excerpt(text, at)} at character ${at + 1}. Take the file as the run has left it`,
  );
}

/** Any JSON that is neither nested nor long beyond reason. Throws SpecError. */
export function plainJson(text: string, place: string): unknown {
  const { depth, values } = extentOf(text);
  if (depth > DEEPEST) throw new SpecError('stored-too-large', `${place}  expected at most ${DEEPEST} levels of JSON, found more`);
  if (values > MOST) throw new SpecError('stored-too-large', `${place}  expected at most ${MOST} values, found more`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SpecError(
      'stored-malformed',
      `${place}  expected JSON, found a text that is cut off or none${whereItBroke(cause)}. Take the file as the run has left it`,
      { cause },
    );
  }
}

/** Where a parser stopped, as far as it says. What it found there may be anything, a secret or a line break: it is not repeated. */
function whereItBroke(cause: unknown): string {
  const [, position] = /\bposition (\d+)/.exec(cause instanceof Error ? cause.message : '') ?? [];
  return position === undefined ? '' : ` (at character ${Number(position) + 1})`;
}

/** How deep a text of JSON is nested, and how many values it has at most; looked for before anything is made of it. */
function extentOf(text: string): { readonly depth: number; readonly values: number } {
  let [depth, level, values] = [0, 0, 1];
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        level += 1;
        values += 1;
        if (level > depth) depth = level;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        level -= 1;
        break;
      case COMMA:
        values += 1;
        break;
      default:
    }
  }
  return { depth, values };
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

function lineOf(text: string, at: number): number {
  let line = 1;
  for (let next = text.indexOf('\n'); next !== -1 && next < at; next = text.indexOf('\n', next + 1)) line += 1;
  return line;
}

function excerpt(text: string, at: number): string {
  return at >= text.length ? 'its end' : JSON.stringify(text.slice(at, at + 20));
}
