import { documentOf } from './document-of.ts';
import { expect, test } from 'vitest';
import { catalogueOf, shortcomings, stateNamed, typeOf, withDefaults, actExample, stateExample } from './catalogue.ts';
import { loadSpecs } from './load.ts';
import type { CatalogueEntry } from './types.ts';

const DOOR: CatalogueEntry = {
  name: 'a shut door',
  about: 'a door that is shut',
  params: {
    size: { about: 'its size', schema: { type: 'integer', default: 2 } },
    colour: { about: 'its colour', schema: { type: 'string', enum: ['red', 'green'] } },
  },
  data: {
    id: { about: 'its id', schema: { type: 'string' }, required: true },
    open: { about: 'whether it is open', schema: { type: 'boolean' } },
    keys: { about: 'its keys', schema: { type: 'array', items: { type: 'string' } } },
    frame: { about: 'its frame', schema: { type: 'object' } },
    rooms: { about: 'rooms behind it', schema: { type: 'integer' } },
    label: { about: 'anything', schema: {} },
  },
};

test('the catalogue has every state and act once, by name', () => {
  const specs = loadSpecs();
  const { states, acts } = catalogueOf(specs);
  const rows = Object.values(specs.documents).map(({ providerStates }) => providerStates);
  expect([states.size, acts.size]).toEqual([
    rows.reduce((sum, row) => sum + row.states.length, 0),
    rows.reduce((sum, row) => sum + row.acts.length, 0),
  ]);
  expect(stateNamed(documentOf(specs, 'authentication'), 'a user who can sign in')).toBe(states.get('a user who can sign in'));
});

test('parameters that are left out have their defaults', () => {
  expect([withDefaults(DOOR, {}), withDefaults(DOOR, { size: 3, colour: 'red' })]).toEqual([{ size: 2 }, { size: 3, colour: 'red' }]);
});

test('data are held against the catalogue, and their values are not told', () => {
  const told = shortcomings(DOOR.data, { open: 'secret', paint: 'secret' }, 'unwelcome');
  expect(told).toEqual([
    { name: 'id', expected: 'string (its id)', found: 'nothing' },
    { name: 'open', expected: 'boolean (whether it is open)', found: 'something else' },
    { name: 'paint', expected: 'one of id, open, keys, frame, rooms, label', found: 'a name that the catalogue does not have' },
  ]);
  expect(shortcomings(DOOR.data, { id: '1', paint: 'red' }, 'welcome')).toEqual([]);
  expect(shortcomings(undefined, { paint: 'red' }, 'unwelcome')).toEqual([
    { name: 'paint', expected: 'one of no names at all', found: 'a name that the catalogue does not have' },
  ]);
});

test('the type of a datum in short', () => {
  expect([{ type: 'string' }, { enum: ['a', 'b'] }, {}].map(typeOf)).toEqual(['string', 'one of a, b', 'any value']);
});

test('an example has a value of each type', () => {
  expect(stateExample(DOOR)).toEqual({
    request: { state: 'a shut door', params: { size: 2, colour: 'red' }, action: 'setup' },
    response: { id: 'id-1', open: true, keys: ['keys-1'], frame: {}, rooms: 1, label: 'label-1' },
  });
  expect(actExample({ name: 'break the door', about: '' })).toEqual({ request: { act: 'break the door', params: {} }, response: {} });
});

test('every example is as the catalogue says', () => {
  const { states, acts } = catalogueOf(loadSpecs());
  const wrong = [
    ...[...states.values()].map((entry) => ({ entry, example: stateExample(entry) })),
    ...[...acts.values()].map((entry) => ({ entry, example: actExample(entry) })),
  ].flatMap(({ entry, example }) => {
    const { params } = example.request;
    return [
      ...shortcomings(entry.params, typeof params === 'object' ? { ...params } : {}, 'unwelcome'),
      ...shortcomings(entry.data, example.response, 'unwelcome'),
    ].map(({ name }) => [entry.name, name]);
  });
  expect(wrong).toEqual([]);
});
