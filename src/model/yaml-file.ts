import { createRequire } from 'node:module';
import { isAbsolute, relative } from 'node:path';
import type { ErrorObject } from 'ajv/dist/2020.js';
import type * as Yaml from 'yaml';
import { atInstancePath, pointerSegments } from './pointer.ts';
import { metaValidator, type MetaSchemaName } from './meta-schemas.ts';
import { parsedFile } from './parsed-files.ts';
import { SpecError } from './errors.ts';
import { SPECS_FOLDER } from './specs-folder.ts';
import { HANDWRITTEN, readStoredFile, readStoredText, textOf, type StoredFile } from './stored-file.ts';

/** A YAML file whose text is at hand, so that later findings can still say where. */
export interface YamlSource<T> {
  readonly value: T;
  readonly text: string;
  /** `file:line:column` of the value at a JSON pointer */
  readonly at: (pointer: string) => string;
}

/** Reads a YAML file against its meta schema. Throws SpecError with every finding and its place. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the schema that is named vouches for T
export function readYamlFile<T>(file: string, schema: MetaSchemaName): T {
  return readYamlSource<T>(file, schema).value;
}

/** The same, with the means to say where a value stands; `origin` is `found` for a file in a folder of somebody else. */
export function readYamlSource<T>(file: string, schema: MetaSchemaName, origin: StoredFile['origin'] = 'named'): YamlSource<T> {
  const place = shortName(file);
  const text = textOf(readStoredFile(file, { limit: HANDWRITTEN, origin, place }));
  if (text === undefined)
    throw new SpecError('not-utf-8', `${place}:1:1  expected text in UTF-8, found bytes that are none. Save the file as UTF-8`);
  return parseYaml<T>(text.replace(/^\ufeff/, ''), file, schema);
}

/** The same from a text; `file` is for messages. */
export function parseYaml<T>(text: string, file: string, schema: MetaSchemaName): YamlSource<T> {
  try {
    return parseText<T>(text, file, schema);
  } catch (cause) {
    // Parser and validator call themselves for each level.
    if (cause instanceof RangeError)
      throw new SpecError('yaml-too-deep', `${shortName(file)}  expected a file of few levels, found one nested too deeply`, { cause });
    throw cause;
  }
}

const require = createRequire(import.meta.url);

/** yaml, loaded where a text has to be parsed: the build has parsed all that the package itself holds. */
function loadYaml(): typeof Yaml {
  const loaded: typeof Yaml = require('yaml');
  return loaded;
}

function parseText<T>(text: string, file: string, schema: MetaSchemaName): YamlSource<T> {
  if (file.startsWith(SPECS_FOLDER)) {
    const known = parsedFile<T>(schema, text);
    if (known !== undefined) return { value: known, text, at: (pointer) => placesIn(text, file)(pointer) };
  }
  const { LineCounter, parseDocument } = loadYaml();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true, stringKeys: true });
  const name = shortName(file);
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  // An unknown tag is only a warning to the parser; to us it is a mistake.
  const problems = [...document.errors, ...document.warnings];
  // The parser calls itself for each level, and takes the end of that for a problem of the text.
  if (problems.some(({ message }) => message.startsWith('Maximum call stack'))) throw new RangeError('nested too deeply');
  const [first] = problems;
  if (first !== undefined) {
    // Where the text is no YAML, the parser stumbles on.
    const told = NO_YAML.has(first.code) ? [first] : problems.slice(0, MOST_PROBLEMS);
    const lines = told.map(({ code, message, pos: [at] }) => `${place(at)}  ${PROBLEMS[code]?.(text.slice(at)) ?? message}`);
    throw new SpecError('yaml-syntax', lines.join('\n'));
  }
  const at = (pointer: string): string => place(offsetOf(document, pointer));
  const value = valueOf(document, text, place);
  const validate = metaValidator<T>(schema);
  if (validate(value)) {
    const control = CONTROL.exec(text);
    if (control === null) return { value, text, at };
    throw new SpecError('yaml-syntax', `${place(control.index)}  expected text, found a control character. Take it out`);
  }
  const errors = validate.errors ?? [];
  const findings = errors
    .slice(0, MOST_FINDINGS)
    .filter(({ keyword }) => !['anyOf', 'oneOf', 'if'].includes(keyword))
    .filter((error) => !isOtherKind(error, errors))
    .map((error) => describeFinding(error, value, at));
  throw new SpecError('yaml-schema', [...new Set(findings)].join('\n'));
}

/** Where the values of a text stand that is known to be YAML, or JSON: `file:line:column` of the value at a JSON pointer. */
export function placesIn(text: string, file: string): (pointer: string) => string {
  const { LineCounter, parseDocument } = loadYaml();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  return (pointer) => {
    const { line, col } = lines.linePos(offsetOf(document, pointer));
    return `${shortName(file)}:${line}:${col}`;
  };
}

/** Beyond tab and line breaks, YAML has none. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;
const MOST_PROBLEMS = 20;
/** Codes of the parser for a text that is another than YAML from there on. */
const NO_YAML: ReadonlySet<string> = new Set([
  'UNEXPECTED_TOKEN',
  'MULTILINE_IMPLICIT_KEY',
  'BLOCK_AS_IMPLICIT_KEY',
  'KEY_OVER_1024_CHARS',
]);
const isNone = (): string =>
  'expected YAML, found text that is none. See that this is the file that is meant, that indentation is even, and that text with special characters is quoted';
/** The parser names the function that a programmer would call, no key, and much of the text; by its codes, of the text from there. */
const PROBLEMS: Readonly<Record<string, (text: string) => string>> = {
  ...Object.fromEntries([...NO_YAML].map((code) => [code, isNone])),
  MULTIPLE_DOCS: () => 'expected one document, found several (---). Take out the others, or write each into a file of its own',
  DUPLICATE_KEY: (text) => `expected each key once, found ${/^[^:,}\n]*/.exec(text)?.[0].trimEnd()} again. Take out one of them`,
};
/** Nobody reads more of them at once. */
const MOST_FINDINGS = 100;
/** Aliases times what each of them stands for: a few lines can stand for more than any memory holds. */
const MOST_ALIASES = 10_000;

function valueOf(document: Yaml.Document.Parsed, text: string, place: (offset: number) => string): unknown {
  try {
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    // What stands within itself has no end.
    if (text.includes('*')) JSON.stringify(value);
    return value;
  } catch (cause) {
    if (cause instanceof Error && cause.message.startsWith('Merge sources'))
      throw new SpecError(
        'yaml-syntax',
        `${place(Math.max(0, text.indexOf('<<')))}  expected a mapping, or an alias of one, after <<. Write its keys out`,
        { cause },
      );
    if (!(cause instanceof ReferenceError || cause instanceof TypeError)) throw cause;
    const [, unknown] = /^Unresolved alias .*: (\S+)$/.exec(cause.message) ?? [];
    const message =
      unknown === undefined
        ? `expected at most ${MOST_ALIASES} values by aliases (*name), none of them within itself, found more. Write them out`
        : `expected &${unknown} before *${unknown}, found none. Name the value that is meant`;
    throw new SpecError('yaml-syntax', `${place(Math.max(0, unknown === undefined ? 0 : text.indexOf(`*${unknown}`)))}  ${message}`, {
      cause,
    });
  }
}

/**
 * `file:line:column  key` of a key such as services.authentication.baseUrl, for what is found wrong after the file has been read;
 * the nearest parent's place where the key is not there, and the file alone where it cannot be read.
 */
export function placeOfKey(file: string, key: string): string {
  const name = shortName(file);
  try {
    const { LineCounter, parseDocument } = loadYaml();
    const lines = new LineCounter();
    const document = parseDocument(readStoredText(file, { limit: HANDWRITTEN, origin: 'named' }), { lineCounter: lines, merge: true });
    const { line, col } = lines.linePos(offsetOf(document, `/${key.replaceAll('.', '/')}`));
    return `${name}:${line}:${col}  ${key}`;
  } catch {
    return `${name}  ${key}`;
  }
}

/** Relative to the working directory where the file is below it, as a person would type it. */
export function shortName(file: string): string {
  const near = relative('', file);
  return near.startsWith('..') || isAbsolute(near) ? file : near;
}

/** Where the value at a pointer begins; the nearest parent's place where it is not there. */
function offsetOf(document: Yaml.Document.Parsed, pointer: string): number {
  const path = pointerSegments(pointer).map((segment) => (/^\d+$/.test(segment) ? Number(segment) : segment));
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range) && typeof node.range[0] === 'number')
      return node.range[0];
  }
  return 0;
}

/** Where one of several kinds of values is meant, what is wrong inside it says more than that it is none of the other kinds. */
function isOtherKind({ keyword, schemaPath, instancePath }: ErrorObject, errors: readonly ErrorObject[]): boolean {
  const isMeant = (other: ErrorObject): boolean =>
    other.instancePath.startsWith(`${instancePath}/`) ||
    (other.instancePath === instancePath && (other.keyword === 'additionalProperties' || other.keyword === 'required'));
  return keyword === 'type' && schemaPath.includes('/anyOf/') && errors.some(isMeant);
}

/** What an error of a schema says: where, which key, what was expected and found. */
export function describeFinding(error: ErrorObject, root: unknown, at: (pointer: string) => string): string {
  const { instancePath, keyword, params, message = '' } = error;
  const field = instancePath === '' ? '(top)' : pointerSegments(instancePath).join('.');
  const value = atInstancePath(root, instancePath);
  const found = SECRETS.test(instancePath) ? nounFor(value) : quote(value);
  if (keyword === 'additionalProperties') {
    const key = String(params['additionalProperty']);
    const known = Object.keys(propertiesOf(error));
    return `${at(`${instancePath}/${key}`)}  ${field}  expected one of the keys ${known.join(', ')}, found '${key}'${didYouMean(key, known)}`;
  }
  if (keyword === 'required') return `${at(instancePath)}  ${field}  expected the key '${String(params['missingProperty'])}', found none`;
  if (keyword === 'enum') {
    const allowed: unknown = params['allowedValues'];
    const values = Array.isArray(allowed) ? allowed.map(String) : [];
    return `${at(instancePath)}  ${field}  expected one of ${values.join(', ')}, found ${found}${didYouMean(typeof value === 'string' ? value : found, values)}`;
  }
  if (keyword === 'const') return `${at(instancePath)}  ${field}  expected ${quote(params['allowedValue'])}, found ${found}`;
  const example = exampleOf(error);
  if (keyword === 'pattern')
    return `${at(instancePath)}  ${field}  expected text like ${example ?? String(params['pattern'])}, found ${found}`;
  if (keyword === 'type') {
    const { required = [] } = Object(error.parentSchema);
    const keys = [...new Set<string>([...required, ...Object.keys(propertiesOf(error))])];
    if (instancePath === '' && value === null)
      return `${at('')}  (top)  expected keys such as ${keys.slice(0, 3).join(', ')}, found an empty file`;
    const such = example === undefined ? '' : ` such as ${example}`;
    return `${at(instancePath)}  ${field}  expected ${String(params['type']).replaceAll(',', ' or ')}${such}, found ${found}`;
  }
  if (keyword === 'minLength') return `${at(instancePath)}  ${field}  expected a text, found an empty one`;
  const bound = BOUNDS[keyword];
  if (bound !== undefined) return `${at(instancePath)}  ${field}  expected ${bound} ${String(params['limit'])}, found ${found}`;
  return `${at(instancePath)}  ${field}  ${message}, found ${found}`;
}

/** What a schema gives as an example of it, as it would be written into the file. */
function exampleOf({ parentSchema }: ErrorObject): string | undefined {
  const examples: unknown = parentSchema?.['examples'];
  if (!Array.isArray(examples)) return undefined;
  return loadYaml().stringify(examples[0], { collectionStyle: 'flow' }).trim();
}

/** Where a secret may stand that should have been named, anywhere in recorded traffic (`log`): it is not repeated. */
const SECRETS = /\/(credentials|headers|data|log)(\/|$)/;

function nounFor(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return value === null ? 'null' : 'a mapping';
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}

const BOUNDS: Readonly<Record<string, string>> = {
  minimum: 'at least',
  maximum: 'at most',
  exclusiveMinimum: 'more than',
  minItems: 'a list with at least',
};

function propertiesOf({ parentSchema }: ErrorObject): object {
  const properties: unknown = parentSchema?.['properties'];
  return typeof properties === 'object' && properties !== null ? properties : {};
}

function quote(value: unknown): string {
  // JSON has no number that is infinite.
  const text = value === undefined ? 'nothing' : typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** The nearest known name, where one is near enough to be a slip of the finger. */
export function didYouMean(word: string, known: readonly string[]): string {
  if (word.length > LONGEST_NAME) return '';
  const near = known
    .map((name) => ({ name, distance: editDistance(word.toLowerCase(), name.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance)[0];
  return near !== undefined && near.distance <= Math.max(2, word.length / 3) ? `. Did you mean '${near.name}'?` : '';
}

/** Characters of a name that may be a slip of a known one; comparing longer ones takes long, and they are like none. */
export const LONGEST_NAME = 200;

/** How many characters are to insert, remove or replace. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
