import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { JsonSchema } from './json-schema.ts';

export interface Violation {
  readonly clauses: readonly string[];
  /** JSON pointer into the value */
  readonly pointer: string;
  readonly expected: string;
  readonly received: unknown;
}

export interface Validation {
  /** clauses of all annotated schemas that a value was held against */
  readonly seen: readonly string[];
  readonly violations: readonly Violation[];
}

/** Holds values against annotated schemas, and says which clauses were seen and which violated. */
export interface Validator {
  judge(schema: JsonSchema, value: unknown): Validation;
}

let shared: Validator | undefined;

/** The validator; one for the process, because compiled schemas are worth keeping. */
export function createValidator(): Validator {
  shared ??= makeValidator();
  return shared;
}

function makeValidator(): Validator {
  const compiled = new WeakMap<JsonSchema, ValidateFunction>();
  let seen = new Set<string>();
  const ajv = strictAjv((clauses) => {
    for (const clause of clauses) seen.add(clause);
  });
  return {
    judge: (schema, value) => {
      const validate = compiled.get(schema) ?? ajv.compile(schema);
      compiled.set(schema, validate);
      seen = new Set();
      const valid = validate(value);
      return { seen: [...seen], violations: valid ? [] : violationsOf(validate.errors ?? [], value) };
    },
  };
}

/** ajv in strict mode with our two annotations and formats; `see` is told the clauses of each annotated schema that is used. */
export function strictAjv(see: (clauses: readonly string[]) => void = () => undefined): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true, verbose: true, formats: { ...fullFormats, ...FORMATS } });
  ajv.addKeyword({
    keyword: 'clauses',
    schemaType: 'array',
    errors: false,
    validate: (clauses: readonly string[]) => {
      see(clauses);
      return true;
    },
  });
  ajv.addKeyword({ keyword: 'expected', schemaType: 'string' });
  return ajv;
}

const UTC_MILLISECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Formats that the documents speak of. */
const FORMATS = {
  'utc-milliseconds': (text: string): boolean => UTC_MILLISECONDS.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text,
  'unix-seconds': /^[1-9]\d{9,10}$/,
  'uuid-shaped': /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
};

/** One violation for each set of clauses and place: ajv tells the branches of an anyOf first and the whole last. */
function violationsOf(errors: readonly ErrorObject[], value: unknown): readonly Violation[] {
  const outermost = new Map<string, ErrorObject>();
  for (const error of errors) outermost.set(clausesOf(error).join(' '), error);
  return [...outermost.values()].map((error) => ({
    clauses: clausesOf(error),
    pointer: pointerOf(error),
    expected: expectedBy(error),
    received: error.keyword === 'required' ? undefined : at(value, error.instancePath),
  }));
}

function clausesOf({ parentSchema }: ErrorObject): readonly string[] {
  const clauses: unknown = parentSchema?.['clauses'];
  return Array.isArray(clauses) ? clauses.filter((clause) => typeof clause === 'string') : [];
}

function pointerOf({ instancePath, keyword, params }: ErrorObject): string {
  return keyword === 'required' ? `${instancePath}/${String(params['missingProperty'])}` : instancePath;
}

function expectedBy({ parentSchema, keyword, params, message = '' }: ErrorObject): string {
  const words: unknown = parentSchema?.['expected'];
  if (typeof words === 'string') return words;
  if (keyword === 'enum') return `one of ${JSON.stringify(params['allowedValues'])}`;
  if (keyword === 'const') return JSON.stringify(params['allowedValue']);
  if (keyword === 'not') return 'absent';
  return message;
}

function at(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((current, segment) => (typeof current === 'object' && current !== null ? Reflect.get(current, segment) : undefined), value);
}
