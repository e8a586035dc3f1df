import { expect, test } from 'vitest';
import { doorSpec, sampleProfile, sampleSpecs } from '../profile/profile-fixtures.ts';
import type { Source } from '../profile/sources.ts';
import { withReusableAccounts } from './rerun-failures.ts';

const accounts = (...states: readonly (readonly [string, boolean | undefined])[]): Source => ({
  kind: 'accounts',
  key: 'providerStates.0',
  cost: 0,
  file: 'accounts.yaml',
  spent: [],
  spentFile: '',
  accounts: states.map(([state, consumable], kin) => ({ place: `accounts.yaml:${kin}:1`, state, params: {}, consumable, kin, data: {} })),
});
const http: Source = {
  kind: 'http',
  key: 'providerStates.1',
  cost: 0,
  provides: undefined,
  url: 'https://s.test',
  acts: 'https://a.test',
  headers: {},
};

test('an account that a use spends is not lent again; everything else is', () => {
  const states = [
    { name: 'a shut door', about: '' },
    { name: 'a broken door', about: '', consumable: true },
  ];
  const before = accounts(['a shut door', undefined], ['a shut door', true], ['a broken door', undefined], ['a broken door', false]);
  const after = withReusableAccounts(sampleSpecs(doorSpec({ states })), sampleProfile({}, { sources: [before, http] }));
  expect(after.sources.map((source) => (source.kind === 'accounts' ? source.accounts.map(({ kin }) => kin) : source))).toEqual([
    [0, 3],
    http,
  ]);
});
