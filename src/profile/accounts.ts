import { isDeepStrictEqual } from 'node:util';
import type { AccountRow, AccountsFile, CredentialReference } from '../model/types.ts';
import { readYamlSource } from '../model/yaml-file.ts';
import type { PublicAccount } from './account-pool.ts';
import { fetchSecret, type Environment } from './credential.ts';
import { together } from './together.ts';

type StateData = Readonly<Record<string, unknown>>;

/** A prepared account with its data, secrets in clear. */
export interface Account extends PublicAccount {
  readonly data: StateData;
}

/** A row of an accounts file, and where it and its parts stand. */
export interface PlacedRow {
  readonly row: AccountRow;
  readonly at: (pointer: string) => string;
}

/** The rows of an accounts file, checked against its schema. Throws SpecError. */
export function readAccountRows(file: string): readonly PlacedRow[] {
  const { value, at } = readYamlSource<AccountsFile>(file, 'accounts');
  return value.accounts.map((row, index) => ({ row, at: (pointer) => at(`/accounts/${index}${pointer}`) }));
}

/** The accounts of a file, secrets fetched. Throws SpecError naming the datum whose secret cannot be had. */
export function readAccounts(file: string, env: Environment): readonly Omit<Account, 'kin'>[] {
  const fetched = ({ row, at }: PlacedRow): Omit<Account, 'kin'> => ({
    place: at(''),
    state: row.state,
    params: { ...row.params },
    consumable: row.consumable,
    data: Object.fromEntries(
      together(
        Object.entries(row.data).map(([name, value]) => () => [
          name,
          isReference(value) ? fetchSecret(value, (below) => `${at(`/data/${name}`)}  data.${name}${below}`, file, env, 'text') : value,
        ]),
      ),
    ),
  });
  return together(readAccountRows(file).map((row) => () => fetched(row)));
}

/** { env: NAME } or { file: PATH } in place of a text. */
export function isReference(value: unknown): value is CredentialReference {
  if (typeof value !== 'object' || value === null) return false;
  const names = Object.keys(value);
  return names.length === 1 && ['env', 'file'].includes(names[0] ?? '') && Object.values(value).every((one) => typeof one === 'string');
}

/** Two accounts are one in the target where they agree in everything that is told of both. */
export function isSame(one: StateData, other: StateData): boolean {
  const common = Object.keys(one).filter((name) => name in other);
  return common.length > 0 && common.every((name) => isDeepStrictEqual(one[name], other[name]));
}
