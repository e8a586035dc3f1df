import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAccountPool } from '../profile/account-pool.ts';
import type { Account } from '../profile/accounts.ts';
import { isSpent, readSpent, spentFileOf } from '../profile/spent-accounts.ts';
import type { CatalogueEntry } from '../model/types.ts';
import { accountsProvider } from './open-providers.ts';
import type { Provider } from './providers.ts';

const SHUT: CatalogueEntry = {
  name: 'a shut door',
  about: '',
  data: { id: { about: '', schema: {} }, key: { about: '', schema: {}, secret: 'doorKey' } },
};
const demand = { entry: SHUT, params: { size: 2 }, spends: false };

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'assay-accounts-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

const account = (id: string, kin: number): Account => ({
  place: `accounts.yaml:${kin + 2}:5`,
  state: SHUT.name,
  params: { size: 2 },
  consumable: kin > 0,
  kin,
  data: { id, key: `key of ${id}` },
});

function provider(spentFile: string, ...ids: readonly string[]): Provider {
  const accounts = ids.map(account);
  return accountsProvider(
    { kind: 'accounts', key: 'providerStates.0', cost: 0, file: 'accounts.yaml', accounts, spent: [], spentFile },
    createAccountPool(),
  );
}

test('an account that stays is lent again once it has been given back', async () => {
  const file = join(folder(), 'accounts.spent.yaml');
  const { setUp, takeDown } = provider(file, 'a');
  const first = await setUp(demand, false);
  expect([first, await setUp(demand, false)]).toEqual([
    { data: { id: 'a', key: 'key of a' } },
    { refused: "no account is left for 'a shut door'" },
  ]);
  expect('data' in first && (await takeDown(SHUT.name, first.data))).toEqual({ data: {} });
  expect(await setUp(demand, false)).toEqual(first);
  expect(existsSync(file)).toBe(false);
});

test('what a use has spent is kept without its secrets, and left over', async () => {
  const file = join(folder(), 'accounts.spent.yaml');
  const { setUp, takeDown, act } = provider(file, 'a', 'b', 'c');
  const made = [await setUp(demand, true), await setUp(demand, true), await setUp(demand, true)];
  expect(made).toEqual([
    { data: { id: 'b', key: 'key of b' } },
    { data: { id: 'c', key: 'key of c' } },
    { refused: "no account is left for 'a shut door'" },
  ]);
  const [first] = made;
  expect(first !== undefined && 'data' in first && (await takeDown(SHUT.name, first.data))).toEqual({
    refused: 'spent: prepare the account at accounts.yaml:3:5 anew, then take its line out of accounts.spent.yaml',
  });
  expect(await takeDown(SHUT.name, { id: 'of somebody else' })).toEqual({ data: {} });
  expect(await act('break the door', {})).toEqual({ refused: 'prepared accounts do no acts' });
  expect(readFileSync(file, 'utf8')).not.toContain('key of');
  const spent = readSpent(file);
  expect(['a', 'b', 'c'].map((id, kin) => isSpent(spent, account(id, kin)))).toEqual([false, true, true]);
});

test('a line that is taken out is an account again', () => {
  const file = spentFileOf(join(folder(), 'accounts.yaml'));
  expect([file.endsWith('/accounts.spent.yaml'), spentFileOf('/x/accounts'), readSpent(file)]).toEqual([
    true,
    '/x/accounts.spent.yaml',
    [],
  ]);
  writeFileSync(file, '# all prepared anew\naccounts:\n');
  expect(readSpent(file)).toEqual([]);
  writeFileSync(file, 'accounts:\n  - { state: a shut door, dat: {} }\n');
  expect(() => readSpent(file)).toThrow(/accounts\.spent\.yaml:2:5 {2}accounts\.0 {2}expected the key 'data', found none/);
});

test('an account of which it cannot be kept that it is spent is not lent', async () => {
  const made = folder();
  const file = join(made, 'accounts.spent.yaml');
  writeFileSync(join(made, 'nothing'), '');
  const { setUp } = provider(join(made, 'nothing', 'accounts.spent.yaml'), 'a', 'b');
  const refusal = await setUp(demand, true);
  expect('refused' in refusal && refusal.refused).toMatch(
    /^it cannot be kept in .*accounts\.spent\.yaml that the account is spent: ENOTDIR/,
  );
  expect(existsSync(file)).toBe(false);
});
