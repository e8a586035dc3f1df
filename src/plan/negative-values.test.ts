import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ParameterRow } from '../model/types.ts';
import { strictAjv } from '../model/schema/validator.ts';
import { membersOf, valueClasses } from './negative-values.ts';

const row = (about: Partial<ParameterRow>): ParameterRow => ({ name: 'it', in: 'body', schema: { type: 'string' }, clauses: [], ...about });
const names = (about: Partial<ParameterRow>): readonly string[] => valueClasses(row(about)).map(({ name }) => name);

const TEXT = ['empty', 'blank', 'unicode', 'huge'];
const EDGES = ['zero', 'negative', 'fraction', 'enormous'];

test.each<[string, Partial<ParameterRow>, readonly string[]]>([
  ['a string of the body', {}, ['type', 'null', ...TEXT]],
  ['one that is required', { required: true }, ['type', 'null', 'absent', ...TEXT]],
  ['one that a rule requires', { required: 'conditional' }, ['type', 'null', 'absent', ...TEXT]],
  ['one that may be null', { schema: { type: ['string', 'null'] } }, ['type', ...TEXT]],
  [
    'one of limited length and form',
    { schema: { type: 'string', maxLength: 3, pattern: '^[^-]*$' } },
    ['type', 'null', ...TEXT, 'longest', 'too-long', 'unfit'],
  ],
  ['one of a list', { schema: { type: 'string', enum: ['A', 'B'] } }, ['type', 'null', ...TEXT, 'unknown']],
  ['a whole number', { schema: { type: 'integer' } }, ['type', 'null', ...EDGES, 'text']],
  ['a bounded one', { schema: { type: 'integer', maximum: 9 } }, ['type', 'null', ...EDGES, 'largest', 'too-large', 'text']],
  ['a truth value', { schema: { type: 'boolean' } }, ['type', 'null', 'text']],
  ['an object', { schema: { type: 'object' } }, ['type', 'null', 'empty']],
  ['an array', { schema: { type: 'array' } }, ['type', 'null', 'empty']],
  ['a value of any type', { schema: {} }, ['null']],
  [
    'a whole number in the query',
    { in: 'query', schema: { type: 'integer', exclusiveMaximum: 100 } },
    [...EDGES, 'largest', 'too-large', 'text', 'empty', 'repeated'],
  ],
  ['a string in the query', { in: 'query' }, [...TEXT, 'repeated']],
  ['a header', { in: 'header' }, ['empty', 'latin', 'huge']],
  ['a part of the path, which is never empty', { in: 'path' }, ['blank', 'unicode', 'huge']],
])('%s has classes of values', (_what, about, classes) => {
  expect(names(about)).toEqual(classes);
});

test('a number that stands for a secret is too long to stand in an identifier by chance', () => {
  const values = valueClasses(row({})).find(({ name }) => name === 'type')?.values ?? fc.constant(0);
  const numbers = fc.sample(values, { seed: 1, numRuns: 200 }).filter((value) => typeof value === 'number');
  expect(numbers.length).toBeGreaterThan(10);
  expect(numbers.filter((value) => String(value).length < 15)).toEqual([]);
});

const schema = { type: 'string', maxLength: 32, pattern: '^[^-]*$', enum: ['APP', 'GROUP'] };
const bounded = { type: 'integer', exclusiveMaximum: 100 };

/** Whether the values of a class meet the schema, or one of its keywords. */
function meet(of: object, name: string, keyword: object): boolean {
  const values = valueClasses(row({ schema: of })).find((one) => one.name === name)?.values;
  const validate = strictAjv().compile(keyword);
  return fc.sample(values ?? fc.constant(undefined), { seed: 1, numRuns: 50 }).every((value) => validate(value));
}

test.each<[string, boolean, boolean]>([
  ['longest', meet(schema, 'longest', { type: 'string', minLength: 32, maxLength: 32, pattern: '^[^-]*$' }), true],
  ['too long', meet(schema, 'too-long', { type: 'string', maxLength: 32 }), false],
  ['unfit', meet(schema, 'unfit', { not: { type: 'string', pattern: '^[^-]*$' } }), true],
  ['unknown', meet(schema, 'unknown', { not: { enum: schema.enum } }), true],
  ['huge', meet(schema, 'huge', { type: 'string', minLength: 10_000, maxLength: 10_000 }), true],
  ['of another type', meet(schema, 'type', { not: { type: 'string' } }), true],
  ['largest', meet(bounded, 'largest', bounded), true],
  ['too large', meet(bounded, 'too-large', { not: bounded }), true],
  ['no whole number', meet(bounded, 'fraction', { not: { type: 'integer' } }), true],
])('a value is %s', (_what, meets, expected) => {
  expect(meets).toBe(expected);
});

test('no value is a reference', () => {
  const places = ['body', 'query', 'header', 'path'] as const;
  const all = places.flatMap((place) => valueClasses(row({ in: place, schema })));
  const texts = all.flatMap(({ values }) => fc.sample(values, { seed: 2, numRuns: 20 })).map((value) => JSON.stringify(value) ?? '');
  expect(texts.filter((text) => text.includes('$'))).toEqual([]);
});

test('the documented members of an object are parameters too', () => {
  const options = row({ name: 'options', schema: { type: 'object', properties: { warn: { type: 'boolean' } } }, clauses: ['authn.a'] });
  expect(membersOf(options)).toEqual([
    { name: 'options.warn', in: 'body', required: false, schema: { type: 'boolean' }, clauses: ['authn.a'] },
  ]);
  expect(membersOf(row({}))).toEqual([]);
});
