import { expect, test } from 'vitest';
import type { AnswerSelector } from '../model/wire-faults/wire-fault.ts';
import { alike, answeringFirst, eachCheckOnce, reached, soonest, type Coverage } from './coverage.ts';

/** A clause that every unit shows in passing, and that one long unit asks for. */
const coverage: Coverage = {
  byClause: new Map([['limits.meaning', ['short', 'middle', 'long']]]),
  byCheck: new Map([
    ['header/limit', ['short', 'middle', 'long']],
    ['probe/limit-exceeded', ['long']],
  ]),
  checksOf: new Map([['limits.meaning', ['header/limit', 'probe/limit-exceeded']]]),
  answers: new Map(),
  circumstances: new Map(),
  requests: new Map([
    ['short', 1],
    ['middle', 2],
    ['long', 9],
  ]),
  asksAlike: new Map([['limits.meaning', ['another', 'short']]]),
};

test('a check of a clause comes once before any comes again, in its shortest unit', () => {
  expect(eachCheckOnce(coverage, ['limits.meaning', 'limits.unknown'])).toEqual(['short', 'long']);
  expect(reached(coverage, ['limits.meaning'])).toEqual(['short', 'middle', 'long']);
});

test('what each check shows comes before what repeats it, and what sends the same before what does not', () => {
  expect(soonest(coverage, ['limits.meaning'])).toEqual(['short', 'long', 'middle']);
  expect(alike(coverage, ['limits.meaning', 'limits.unknown'])).toEqual(['another', 'short']);
});

test('between those, each provider state with its parameters comes once, in its shortest unit', () => {
  const circumstances = new Map([
    ['short', ['a shut door {}']],
    ['middle', ['a shut door {}']],
    ['open', ['a shut door {}', 'an open door {}']],
  ]);
  const byClause = new Map([['limits.meaning', ['short', 'middle', 'long', 'open']]]);
  const requests = new Map([...coverage.requests, ['open', 5]]);
  expect(soonest({ ...coverage, byClause, requests, circumstances }, ['limits.meaning'])).toEqual(['short', 'long', 'open', 'middle']);
});

test('units with an answer of a kind come first, in their order', () => {
  const answers = new Map([
    ['middle', [{ operation: 'openDoor', status: 404, ordinal: 2 }]],
    ['long', [{ operation: 'openDoor', status: 200, ordinal: 1 }]],
  ]);
  const first = (where: AnswerSelector) => answeringFirst({ ...coverage, answers }, ['short', 'middle', 'long'], where);
  expect(first({ operations: ['openDoor'] })).toEqual(['middle', 'long', 'short']);
  expect(first({ operations: ['openDoor'], statuses: ['2xx'] })).toEqual(['long', 'short', 'middle']);
  expect(first({ operations: ['openDoor'], from: 2 })).toEqual(['middle', 'short', 'long']);
  expect(first({ operations: ['shutDoor'] })).toEqual(['short', 'middle', 'long']);
});
