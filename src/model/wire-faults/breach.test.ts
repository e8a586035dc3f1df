import { expect, test } from 'vitest';
import type { JsonSchema } from '../schema/json-schema.ts';
import { breaches } from './breach.ts';

const breachesOf = (schema: JsonSchema): readonly string[] =>
  breaches(schema).map(({ path, defect, edits, view }) =>
    [
      `/${path.join('/')}`,
      defect,
      ...edits.map((edit) => JSON.stringify(edit)),
      ...(view === undefined ? [] : [JSON.stringify(view)]),
    ].join(' '),
  );
const inBody = (schema: unknown): JsonSchema => ({ properties: { body: schema } });

test.each<readonly [title: string, schema: JsonSchema, expected: readonly string[]]>([
  ['a demanded member', inBody({ required: ['a'] }), ['/body/a removed {"do":"remove","path":["body","a"]}']],
  ['a forbidden member', inBody({ properties: { a: false } }), ['/body/a present {"do":"add","path":["body","a"],"value":"present"}']],
  [
    'each element',
    inBody({ properties: { list: { items: { required: ['id'] } } } }),
    ['/body/list/*/id removed {"do":"remove","path":["body","list","*","id"]}'],
  ],
  [
    'too many',
    inBody({ properties: { list: { maxItems: 2 } } }),
    ['/body/list more-than-2 {"do":"resize","path":["body","list"],"length":3}'],
  ],
  [
    'too few',
    inBody({ properties: { list: { minItems: 1 } } }),
    ['/body/list fewer-than-1 {"do":"resize","path":["body","list"],"length":0}'],
  ],
  ['none of a kind', inBody({ contains: { const: 1 } }), ['/body emptied {"do":"resize","path":["body"],"length":0}']],
  [
    'what may not be null',
    inBody({ properties: { a: { not: { type: 'null' } } } }),
    ['/body/a as-null {"do":"set","path":["body","a"],"value":null}'],
  ],
  [
    'what may not stand together',
    inBody({ not: { required: ['a'], properties: { a: { const: 'X' } } } }),
    ['/body as-x {"do":"set","path":["body","a"],"value":"X"}'],
  ],
  ['a status', { properties: { status: { const: 200 } } }, ['/status 201-instead {"do":"set","path":["status"],"value":201}']],
  ['a kind of status', { properties: { status: { minimum: 400 } } }, ['/status 200-instead {"do":"set","path":["status"],"value":200}']],
  [
    'an excluded status',
    { properties: { status: { not: { enum: [404, 405] } } } },
    ['/status as-404 {"do":"set","path":["status"],"value":404}'],
  ],
  ['an error name', { required: ['error'] }, ['/error removed {"do":"remove","path":["error"]}']],
  [
    'a condition on the whole answer goes along',
    { if: { properties: { status: { minimum: 400 } } }, then: inBody({ properties: { a: false } }) },
    ['/body/a present {"do":"add","path":["body","a"],"value":"present"} {"properties":{"status":{"minimum":400}}}'],
  ],
  [
    'a condition on a part does not',
    inBody({ if: { required: ['b'] }, then: { required: ['a'] } }),
    ['/body/a removed {"do":"remove","path":["body","a"]}'],
  ],
  [
    'all alternatives at once',
    { anyOf: [{ properties: { status: { enum: [404] } } }, inBody({ required: ['a'] })] },
    ['/status against-all-alternatives {"do":"set","path":["status"],"value":200} {"do":"remove","path":["body","a"]}'],
  ],
  [
    'types that only lead to parts',
    { type: 'object', required: ['body'], properties: { body: { type: 'object', required: ['a'] } } },
    ['/body/a removed {"do":"remove","path":["body","a"]}', '/body removed {"do":"remove","path":["body"]}'],
  ],
  [
    'names of members',
    inBody({ propertyNames: { not: { enum: ['token', 'sms'] } } }),
    ['/body misnamed {"do":"rename","path":["body"],"name":"token"}'],
  ],
  ['what must be empty', inBody({ maxProperties: 0 }), ['/body not-empty {"do":"add","path":["body","another"],"value":"text"}']],
])('%s', (_title, schema, expected) => {
  expect(breachesOf(schema).toSorted()).toEqual(expected.toSorted());
});

test('what only a pattern excludes is left alone: nobody knows a text that it fits', () => {
  expect(breachesOf({ properties: { headers: { properties: { location: { not: { pattern: 'x' } } } } } })).toEqual([]);
});
