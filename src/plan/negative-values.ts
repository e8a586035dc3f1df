import fc from 'fast-check';
import type { ParameterRow } from '../model/types.ts';
import { isSchema, type JsonSchema } from '../model/schema/json-schema.ts';

/** A class of values outside a parameter's schema or at its edges; undefined stands for the parameter left out. */
export interface ValueClass {
  readonly name: string;
  readonly values: fc.Arbitrary<unknown>;
}

/** The classes of values to send for a parameter; none holds a `$`, which would make it a reference. */
export function valueClasses(row: ParameterRow): readonly ValueClass[] {
  const schema: JsonSchema = row.schema;
  const types = typesOf(schema);
  // An empty segment is the address of something else, such as the whole list.
  if (row.in === 'path') return [BLANK, UNICODE, HUGE];
  // HTTP trims white space around a field, and carries neither NUL nor anything beyond ISO 8859-1 (RFC 9110, section 5.5).
  if (row.in === 'header') return [EMPTY, LATIN, HUGE];
  if (row.in === 'query')
    return [...(types.includes('integer') ? [...integerEdges(schema), TEXT, EMPTY] : [EMPTY, BLANK, UNICODE, HUGE]), REPEATED];
  return [
    ...(types.length === 0 ? [] : [{ name: 'type', values: otherType(types) }]),
    ...(types.includes('null') ? [] : [{ name: 'null', values: fc.constant(null) }]),
    ...(row.required === true || row.required === 'conditional' ? [{ name: 'absent', values: fc.constant(undefined) }] : []),
    ...types.flatMap((type) => edges(type, schema)),
  ];
}

/** The documented members of an object parameter, as parameters of their own under dotted names. */
export function membersOf(row: ParameterRow): readonly ParameterRow[] {
  const schema: JsonSchema = row.schema;
  if (!isSchema(schema['properties'])) return [];
  return Object.entries(schema['properties']).flatMap(([name, inner]) =>
    isSchema(inner) ? [{ name: `${row.name}.${name}`, in: row.in, required: false, schema: inner, clauses: row.clauses }] : [],
  );
}

const HUGE_LENGTH = 10_000;

const lower = 'abcdefghijklmnopqrstuvwxyz';
const word = text(`${lower}0123456789`, 12);
const EMPTY: ValueClass = { name: 'empty', values: fc.constant('') };
// Short, so that as a secret it is not looked for in every other text.
const BLANK: ValueClass = { name: 'blank', values: fc.constantFrom(' ', '  ', '\t', '\u00a0', '\u3000') };
const HUGE: ValueClass = { name: 'huge', values: word.map((unit) => unit.repeat(HUGE_LENGTH / 12 + 1).slice(0, HUGE_LENGTH)) };
const TEXT: ValueClass = { name: 'text', values: word };
const LATIN: ValueClass = { name: 'latin', values: text('äéñøßÿ', 8) };
const REPEATED: ValueClass = { name: 'repeated', values: fc.tuple(fc.integer({ min: 1, max: 49 }), fc.integer({ min: 50, max: 98 })) };
/** Combining marks, right-to-left text, emoji joined of several, and NUL. */
const UNICODE: ValueClass = {
  name: 'unicode',
  values: fc
    .tuple(
      word,
      fc.constantFrom('e\u0301', 'Z\u0351\u036b\u0343', 'o\u0308\u0304'),
      fc.constantFrom('\u202eabc\u202c', '\u05e9\u05dc\u05d5\u05dd', '\u0645\u0631\u062d\u0628\u0627'),
      fc.constantFrom('\u{1f469}\u200d\u{1f469}\u200d\u{1f467}', '\u{1f3f3}\ufe0f\u200d\u{1f308}', '\u{1f98a}'),
      fc.constantFrom('\u0000', 'a\u0000b'),
      // Each ends as no other does: one that is a secret is known by its end as well.
      word,
    )
    .map((parts) => parts.join('')),
};

function text(alphabet: string, length: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...alphabet.split('')), minLength: length, maxLength: length });
}

function edges(type: string, schema: JsonSchema): readonly ValueClass[] {
  if (type === 'string') return [EMPTY, BLANK, UNICODE, HUGE, ...stringEdges(schema)];
  if (type === 'integer') return [...integerEdges(schema), TEXT];
  if (type === 'boolean') return [{ name: 'text', values: fc.constantFrom('true', 'false', 'yes', '1') }];
  if (type === 'array') return [{ name: 'empty', values: fc.constant([]) }];
  return type === 'object' ? [{ name: 'empty', values: fc.constant({}) }] : [];
}

function stringEdges({ maxLength, pattern, enum: values }: JsonSchema): readonly ValueClass[] {
  return [
    ...(typeof maxLength === 'number'
      ? [
          { name: 'longest', values: text(lower, maxLength) },
          { name: 'too-long', values: text(lower, maxLength + 1) },
        ]
      : []),
    ...(typeof pattern === 'string'
      ? [{ name: 'unfit', values: text(`${lower}0123456789-_.`, 20).filter((value) => !new RegExp(pattern, 'u').test(value)) }]
      : []),
    ...(Array.isArray(values) ? [{ name: 'unknown', values: word.map((value) => value.toUpperCase()) }] : []),
  ];
}

function integerEdges({ maximum, exclusiveMaximum }: JsonSchema): readonly ValueClass[] {
  const largest = typeof maximum === 'number' ? maximum : typeof exclusiveMaximum === 'number' ? exclusiveMaximum - 1 : undefined;
  return [
    { name: 'zero', values: fc.constant(0) },
    { name: 'negative', values: fc.integer({ min: -1000, max: -1 }) },
    { name: 'fraction', values: fc.integer({ min: 0, max: 50 }).map((whole) => whole + 0.5) },
    { name: 'enormous', values: fc.constantFrom(1e308, 2 ** 53, 2 ** 63) },
    ...(largest === undefined
      ? []
      : [
          { name: 'largest', values: fc.constant(largest) },
          { name: 'too-large', values: fc.constant(largest + 1) },
        ]),
  ];
}

const OF_TYPE: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: word,
  // Where a secret is due it becomes one: so long that no identifier holds it by chance.
  integer: fc.integer({ min: 10 ** 14, max: Number.MAX_SAFE_INTEGER }),
  boolean: fc.boolean(),
  array: fc.array(word, { minLength: 1, maxLength: 2 }),
  object: word.map((name) => ({ [name]: name })),
};

function otherType(types: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof(...Object.entries(OF_TYPE).flatMap(([type, values]) => (types.includes(type) ? [] : [values])));
}

function typesOf({ type }: JsonSchema): readonly string[] {
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((one) => typeof one === 'string') : [];
}
