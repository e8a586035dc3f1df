import { expect, test } from 'vitest';
import { holdsWritten, saysNothing } from './holds-written.ts';

test.each<[string, unknown, unknown]>([
  ['the same text', 'red', 'red'],
  ['a number in the place of its digits', 7, '7'],
  ['a moment in another notation', '2030-01-01T01:00:00.000+01:00', '2030-01-01T00:00:00Z'],
  ['an object with further members', { colour: 'red', since: 1 }, { colour: 'red' }],
  ['an object without a member that says nothing', { colour: 'red' }, { colour: 'red', coats: [], note: null, by: '' }],
  ['a list in another order, with an element of its own', ['blue', 'grey', 'red'], ['red', 'blue']],
  ['elements with further members', [{ id: 1, at: 0 }], [{ id: 1 }]],
  ['an object that leaves out what is not so', { colour: 'red' }, { colour: 'red', worn: false }],
  ['anything, where nothing was written', 'red', {}],
])('%s holds what was written', (_what, found, written) => {
  expect(holdsWritten(found, written)).toBe(true);
});

test.each<[string, unknown, unknown]>([
  ['nothing', undefined, { colour: 'red' }],
  ['null', null, { colour: 'red' }],
  ['an empty object', {}, { colour: 'red' }],
  ['an empty list', [], ['red']],
  ['an object that leaves out what is so', { colour: 'red' }, { colour: 'red', worn: true }],
  ['an object that turns what is not so round', { worn: true }, { worn: false }],
  ['zero, left out', {}, { coats: 0 }],
  ['another text', 'blue', 'red'],
  ['another case', 'Red', 'red'],
  ['another moment', '2030-01-01T00:00:00+01:00', '2030-01-01T00:00:00Z'],
  ['an object with another member', { colour: 'blue' }, { colour: 'red' }],
  ['a text in the place of an object', 'red', { colour: 'red' }],
  ['an object in the place of a list', { 0: 'red' }, ['red']],
  ['fewer elements', ['red'], ['red', 'red']],
  ['another element', ['red', 'grey'], ['red', 'blue']],
])('%s does not', (_what, found, written) => {
  expect(holdsWritten(found, written)).toBe(false);
});

test('what is left out, null or empty says nothing, and neither does what holds nothing else', () => {
  expect([undefined, null, '', [], {}, [{ a: null }]].map(saysNothing)).not.toContain(false);
  expect([0, false, 'a', [0], { a: false }].map(saysNothing)).not.toContain(true);
});
