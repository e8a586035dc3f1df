import type { Ajv2020, CodeOptions, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { loadAjv, COMPILING } from '../ajv.ts';
import { compiledValidators, nameOfText } from '../compiled-validators.ts';
import { extendedIso } from '../moment.ts';
import { atInstancePath } from '../pointer.ts';
import { linearPattern } from './linear-pattern.ts';
import { demands, isSchema, type JsonSchema } from './json-schema.ts';
import { oncePer } from '../once-per.ts';

export interface Violation {
  readonly clauses: readonly string[];
  /** JSON pointer into the value */
  readonly pointer: string;
  readonly expected: string;
  readonly received: unknown;
}

export interface Validation {
  /** clauses that demanded something of a part of the value; what only spoke of parts that are not there was not seen */
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
  let ajv: Ajv2020 | undefined;
  const validatorOf = oncePer(
    (part: JsonSchema): ValidateFunction =>
      compiledValidators(ANSWERS, FORMATS)[nameOfText(JSON.stringify(part))] ?? (ajv ??= strictAjv()).compile(part),
  );
  return {
    judge: (schema, value) => {
      const seen = new Set<string>();
      const watch: Watch = {
        see: (clauses) => {
          for (const clause of clauses) seen.add(clause);
        },
      };
      const errors = partsOf(schema).flatMap((part) => {
        const validate = validatorOf(part);
        return validate.call(watch, value) ? [] : (validate.errors ?? []);
      });
      return { seen: [...seen], violations: violationsOf(errors, value) };
    },
  };
}

/** The file in which the build writes the validators of answers, each by its schema's text. */
export const ANSWERS = 'answers';

/** What a validator is called with as `this`; told the clauses of each annotated schema that is used. */
interface Watch {
  readonly see: (clauses: readonly string[]) => void;
}

let swift: ((schema: JsonSchema) => (value: unknown) => boolean) | undefined;

/** Compiles schemas to nothing but yes or no: several times as fast, for answers in thousands; the same schema says the same. */
export function swiftValidator(): (schema: JsonSchema) => (value: unknown) => boolean {
  swift ??= makeSwift();
  return swift;
}

function makeSwift(): (schema: JsonSchema) => (value: unknown) => boolean {
  const ajv = new (loadAjv().Ajv2020)({ ...STRICT, allErrors: false, verbose: false, messages: false });
  ajv.addKeyword({ keyword: 'clauses', schemaType: 'array' });
  ajv.addKeyword({ keyword: 'expected', schemaType: 'string' });
  const validatorOf = oncePer((part: JsonSchema) => ajv.compile(part));
  return (schema) => {
    const parts = partsOf(schema).map(validatorOf);
    return (value) => {
      for (const validate of parts) if (!validate(value)) return false;
      return true;
    };
  };
}

/** The members of a mere conjunction are compiled one by one: classes of answers share most of theirs. */
export function partsOf(schema: JsonSchema): readonly JsonSchema[] {
  const { allOf, ...others } = schema;
  return Array.isArray(allOf) && allOf.every(isSchema) && Object.keys(others).length === 0 ? allOf : [schema];
}

/** ajv in strict mode with our two annotations and formats; its validators tell their `this`, where they have one, what they see. */
export function strictAjv(code: CodeOptions = { ...COMPILING.code, regExp: linearPattern }): Ajv2020 {
  const { _, Ajv2020 } = loadAjv();
  const ajv = new Ajv2020({ ...STRICT, ...COMPILING, code, allErrors: true, verbose: true, passContext: true });
  ajv.addKeyword({
    keyword: 'clauses',
    schemaType: 'array',
    errors: false,
    code: ({ gen, schemaCode, parentSchema }) => {
      if (demands(parentSchema)) gen.code(_`this?.see?.(${schemaCode})`);
    },
  });
  ajv.addKeyword({ keyword: 'expected', schemaType: 'string' });
  return ajv;
}

/** ISO 8601 has a form with separators and one without, a point or a comma before the milliseconds, and UTC as Z or as an offset of nothing. */
const UTC_MILLISECONDS = /^(?:\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[.,]\d{3}(?:Z|\+00(?::00)?)|\d{8}T\d{6}[.,]\d{3}(?:Z|\+00(?:00)?))$/;

/** How the formats that the documents speak of are written. */
export const OWN_FORMATS = {
  'utc-milliseconds': UTC_MILLISECONDS,
  'unix-seconds': /^[1-9]\d{9,10}$/,
  'uuid-shaped': /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/,
};

/** All formats that a schema may name. */
export const FORMATS = {
  ...fullFormats,
  ...OWN_FORMATS,
  'utc-milliseconds': (text: string): boolean => UTC_MILLISECONDS.test(text) && isOfCalendar(extendedIso(text)),
};

/** A day or an hour that there is not is read as another one, or as none. */
function isOfCalendar(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, -1) === text.slice(0, LENGTH_WITHOUT_ZONE);
}

const LENGTH_WITHOUT_ZONE = '2026-05-01T10:00:00.000'.length;

/** One violation for each set of clauses and place: ajv tells the branches of an anyOf first and the whole last. */
function violationsOf(errors: readonly ErrorObject[], value: unknown): readonly Violation[] {
  const outermost = new Map<string, ErrorObject>();
  // if/then tells once more, without clauses, that its branch failed.
  for (const error of errors) if (error.keyword !== 'if') outermost.set(clausesOf(error).join(' '), error);
  return [...outermost.values()].map((error) => ({
    clauses: clausesOf(error),
    pointer: pointerOf(error),
    expected: expectedBy(error),
    received: error.keyword === 'required' ? undefined : atInstancePath(value, error.instancePath),
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

/** What both kinds of validators are as strict about. */
const STRICT = {
  inlineRefs: false,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
  formats: FORMATS,
};
