import { expect, test } from 'vitest';
import { DOOR_TOUR } from './judge-fixtures.ts';
import { casesOf, emittedOf, indexTrace } from './evidence.ts';

test('events about what a case names are its own, others are not, and those that do not say are', () => {
  const event = { kind: 'letter', seq: 1, at: '2030-01-01T00:00:00.000Z' };
  const emitted = { type: 'emitted', case: 'tour/door/1', place: { row: 'transition:open', at: 'trigger/0' } } as const;
  const events = [event, { ...event, kind: 'call', about: 'd1' }, { ...event, kind: 'post', about: 'd2' }];
  const told = casesOf(indexTrace(DOOR_TOUR), 'authentication').map((entry) => emittedOf(entry, { ...emitted, events }));
  const kinds = told.map(({ own, others }) => [own, others].map((some) => some.map(({ kind }) => kind)));
  expect(kinds).toEqual([[['letter', 'call'], ['post']]]);
});
