import type { ValidateFunction } from 'ajv/dist/2020.js';
import { firstErrorValidator, type MetaSchemaName } from './meta-schemas.ts';
import { exceededBound } from './json-text.ts';
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
export function plainJson(text: string, place: string, remedy = 'Take the file as the run has left it'): unknown {
  const bound = exceededBound(text, { levels: DEEPEST, values: MOST });
  if (bound === 'levels') throw new SpecError('stored-too-large', `${place}  expected at most ${DEEPEST} levels of JSON, found more`);
  if (bound === 'values') throw new SpecError('stored-too-large', `${place}  expected at most ${MOST} values, found more`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SpecError(
      'stored-malformed',
      `${place}  expected JSON, found a text that is cut off or none${whereItBroke(cause)}. ${remedy}`,
      { cause },
    );
  }
}

/** Where a parser stopped, as far as it says. What it found there may be anything, a secret or a line break: it is not repeated. */
function whereItBroke(cause: unknown): string {
  const [, position] = /\bposition (\d+)/.exec(cause instanceof Error ? cause.message : '') ?? [];
  return position === undefined ? '' : ` (at character ${Number(position) + 1})`;
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
