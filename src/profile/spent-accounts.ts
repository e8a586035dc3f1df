import { appendFileSync, existsSync } from 'node:fs';
import { HANDWRITTEN, readStoredText } from '../model/stored-file.ts';
import type { AccountsFile, CatalogueEntry } from '../model/types.ts';
import { parseYaml } from '../model/yaml-file.ts';
import { isSame } from './accounts.ts';

type StateData = Readonly<Record<string, unknown>>;

/** An account that a use has spent, as it is kept from run to run: without its secrets. */
export interface SpentAccount {
  readonly state: string;
  readonly data: StateData;
}

const HEADER = `# Accounts that a use has spent. Take a line out once its account has been prepared anew; without it the account would be used again.
accounts:
`;

/** Where it is kept which accounts of a file are spent: accounts.spent.yaml beside accounts.yaml. */
export function spentFileOf(accountsFile: string): string {
  return accountsFile.replace(/(\.ya?ml)?$/, '.spent.yaml');
}

/** Throws SpecError where the file is there, and is not as we write it. */
export function readSpent(file: string): readonly SpentAccount[] {
  if (!existsSync(file)) return [];
  const text = readStoredText(file, { limit: HANDWRITTEN, origin: 'named' });
  // All lines may have been taken out.
  if (!/^\s*- /m.test(text)) return [];
  return parseYaml<AccountsFile>(text, file, 'accounts').value.accounts.map(({ state, data }) => ({ state, data: { ...data } }));
}

/** True where this account is among those that are spent. */
export function isSpent(spent: readonly SpentAccount[], { state, data }: SpentAccount): boolean {
  return spent.some((one) => one.state === state && isSame(one.data, data));
}

/** Keeps for later runs that an account is spent. Throws the file system's error where that cannot be written. */
export function recordSpent(file: string, entry: CatalogueEntry, params: StateData, data: StateData): void {
  const open = Object.entries(data).filter(([name]) => entry.data?.[name]?.secret === undefined);
  const line = `  - ${JSON.stringify({ state: entry.name, params, data: Object.fromEntries(open) })}\n`;
  appendFileSync(file, existsSync(file) ? line : `${HEADER}${line}`);
}
