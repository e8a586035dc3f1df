import { expect, test } from 'vitest';
import type { CatalogueEntry } from '../model/types.ts';
import { actors, candidates, publicSource, sourceName, type Source } from './sources.ts';

const SHUT: CatalogueEntry = { name: 'a shut door', about: '', cost: 4 };
const demand = { entry: SHUT, params: {}, spends: false };
const http = (key: string, cost = 0, provides?: readonly string[]): Source => ({
  kind: 'http',
  key,
  cost,
  provides,
  url: `http://${key}.test/states`,
  acts: `http://${key}.test/acts`,
  headers: { authorization: 'canary' },
});
const module: Source = { kind: 'module', key: 'm', cost: 1, provides: [SHUT.name, 'break the door'], file: '/states.mjs' };
const prepared = { place: 'accounts.yaml:2:5', state: SHUT.name, params: {}, kin: 0, data: { key: 'canary' } };
const accounts: Source = {
  kind: 'accounts',
  key: 'a',
  cost: 0,
  file: 'accounts.yaml',
  spent: [],
  spentFile: 'none',
  accounts: [
    { ...prepared, consumable: true },
    { ...prepared, consumable: undefined },
  ],
};

test('the cheapest source comes first: an account that stays, then what costs as much as the state, in the order of the profile', () => {
  const found = candidates([module, http('h'), accounts, http('other', 0, ['an open door'])], demand);
  expect(found.map(({ source, cost, once }) => [source.key, cost, once])).toEqual([
    ['a', 0, false],
    ['h', 4, false],
    ['a', 4, true],
    ['m', 5, false],
  ]);
});

test('acts are done by whoever offers them, cheapest first, never by accounts', () => {
  const sources = [http('dear', 7), module, accounts, http('h'), http('other', 0, [SHUT.name])];
  expect(actors(sources, 'break the door').map(({ key }) => key)).toEqual(['h', 'm', 'dear']);
});

test('what goes into plan and trace has no data and no headers', () => {
  const all = [http('h'), module, accounts].map(publicSource);
  expect(JSON.stringify(all)).not.toContain('canary');
  expect(all.map(sourceName)).toEqual(['http http://h.test/states', 'module /states.mjs', 'accounts accounts.yaml']);
});
