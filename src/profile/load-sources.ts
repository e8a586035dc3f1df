import { dirname, resolve } from 'node:path';
import type { CredentialReference, EventsSource, ProviderSource } from '../model/types.ts';
import { placeOfKey } from '../model/yaml-file.ts';
import { isSame, readAccounts } from './accounts.ts';
import { fetchSecret } from './credential.ts';
import type { Environment } from './credential.ts';
import type { ControlAddress, HttpOrModule } from './profile.ts';
import type { Source } from './sources.ts';
import { isSpent, readSpent, spentFileOf } from './spent-accounts.ts';

/** The profile's sources of provider states, secrets fetched and accounts read. Throws SpecError naming what cannot be had. */
export function resolveSources(rows: readonly ProviderSource[], file: string, env: Environment): readonly Source[] {
  const sources = rows.flatMap((row, index): readonly Source[] => {
    const base = { key: `providerStates.${index}`, cost: row.cost ?? 0, ...(row.certain === true ? { certain: true as const } : {}) };
    if (row.http !== undefined) {
      const { url, headers } = resolveControl(base.key, { ...row, http: row.http }, file, env);
      return [{ ...base, kind: 'http', url, headers, acts: row.acts ?? new URL('acts', url).href, provides: row.provides }];
    }
    if (row.module !== undefined) return [{ ...base, kind: 'module', file: resolve(dirname(file), row.module), provides: row.provides }];
    if (row.accounts === undefined) return [];
    return [{ ...base, kind: 'accounts', file: row.accounts, ...unspent(resolve(dirname(file), row.accounts), env) }];
  });
  return withKin(sources);
}

function unspent(path: string, env: Environment): Pick<AccountsSource, 'accounts' | 'spent' | 'spentFile'> {
  const spentFile = spentFileOf(path);
  const known = readSpent(spentFile);
  const all = readAccounts(path, env).map((account) => ({ ...account, kin: 0 }));
  return {
    accounts: all.filter((account) => !isSpent(known, account)),
    spent: all.filter((account) => isSpent(known, account)).map(({ state }) => state),
    spentFile,
  };
}

type AccountsSource = Extract<Source, { kind: 'accounts' }>;

/** Accounts that are the same one in the target, in whichever file and state, get the same number. */
function withKin(sources: readonly Source[]): readonly Source[] {
  const all = sources.flatMap((source) => (source.kind === 'accounts' ? source.accounts : []));
  return sources.map((source) =>
    source.kind === 'accounts'
      ? {
          ...source,
          accounts: source.accounts.map((account) => ({ ...account, kin: all.findIndex(({ data }) => isSame(data, account.data)) })),
        }
      : source,
  );
}

/** Where events are read, or faults switched; undefined where nobody says. */
export function resolveHttpOrModule(
  key: 'events' | 'faults',
  { http, headers = {}, module }: EventsSource,
  file: string,
  env: Environment,
): HttpOrModule | undefined {
  if (module !== undefined) return { module: resolve(dirname(file), module) };
  return http === undefined ? undefined : resolveControl(key, { http, headers }, file, env);
}

interface ControlRow {
  readonly http: string;
  readonly headers?: Readonly<Record<string, CredentialReference>>;
}

/** An address beside the services, with its headers. */
export function resolveControl(key: string, { http, headers = {} }: ControlRow, file: string, env: Environment): ControlAddress {
  return {
    url: http,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, reference]) => [
        name.toLowerCase(),
        fetchSecret(reference, (below) => placeOfKey(file, `${key}.headers.${name}${below}`), file, env),
      ]),
    ),
  };
}
