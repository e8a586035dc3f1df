import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placedBy, placedByText } from '../model/placed-by.ts';
import { fillTemplate, fillText } from './request.ts';

test('a template without arguments is itself; one that is all arguments is the arguments', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue()), (template, args) => {
      fc.pre(!JSON.stringify(template).includes('$'));
      expect(fillTemplate(template, args)).toEqual(template);
      expect(fillTemplate(Object.fromEntries(Object.keys(args).map((name) => [name, `$${name}`])), args)).toEqual(args);
    }),
  );
});

test('what has no argument is left out, and what is empty then', () => {
  const template = { who: '$who', what: { id: '$id', parts: { value: '$value' } }, all: [{ id: '$id' }, 'b', '$who'], none: {}, list: [] };
  expect([fillTemplate(template, { who: 'a' }), fillTemplate(template, { id: 1, value: null }), fillTemplate({ id: '$id' }, {})]).toEqual([
    { who: 'a', all: ['b', 'a'], none: {}, list: [] },
    { what: { id: 1, parts: { value: null } }, all: [{ id: 1 }, 'b'], none: {}, list: [] },
    {},
  ]);
});

test('a list is left out where nothing of it is left, and so is what holds nothing but it', () => {
  const template = { of: '$of', parts: [{ id: '$id', values: ['$value'] }] };
  expect([{ of: 'a' }, { id: 1 }, { id: 1, value: 2 }].map((args) => fillTemplate(template, args))).toEqual([
    { of: 'a' },
    { parts: [{ id: 1 }] },
    { parts: [{ id: 1, values: [2] }] },
  ]);
});

test('a dollar is written twice', () => {
  expect([fillTemplate({ price: '$$9', own: '$own' }, { own: '$9' }), placedBy(['$$9', { own: '$own' }])]).toEqual([
    { price: '$9', own: '$9' },
    ['own'],
  ]);
});

test.each([
  ['$name', 'a b'],
  ['$size', '3'],
  ['$gone', undefined],
  ['sid={name}; n={size}', 'sid=a b; n=3'],
  ['sid={name}; n={gone}', undefined],
  ['plain {text', 'plain {text'],
])('a header %j', (template, text) => {
  expect(fillText(template, { name: 'a b', size: 3 })).toBe(text);
});

test('templates tell what they place', () => {
  expect([
    placedBy({ a: '$b', c: ['$d', { e: '$f' }], g: 'h', i: 1, j: null }),
    placedByText('sid={name}; {size}'),
    placedByText('$name'),
  ]).toEqual([['b', 'd', 'f'], ['name', 'size'], ['name']]);
});
