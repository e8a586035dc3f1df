import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { catalogueOf, shortcomings, type Catalogue, type Shortcoming } from '../model/catalogue.ts';
import { SpecError, type ErrorCode } from '../model/errors.ts';
import { demandStored, entryAt, kindOf } from '../model/stored-file.ts';
import type { EventsSource, ProfileFile, ProviderSource, Specs } from '../model/types.ts';
import { didYouMean, placeOfKey } from '../model/yaml-file.ts';
import { addressMistake } from './addresses.ts';
import { isReference, isSame, readAccountRows, type PlacedRow } from './accounts.ts';
import { headerMistakes } from './headers.ts';
import type { Mistake } from './check-access.ts';
import { together } from './together.ts';

/** Everything about a profile's provider states, clock, events, faults and proxy that its schema cannot see. Throws SpecError with all findings. */
export function checkSources(profile: ProfileFile, file: string, specs: Specs): void {
  const catalogue = catalogueOf(specs);
  const sources = profile.providerStates ?? [];
  const own = (): readonly Mistake[] => [
    ...sources.flatMap((source, index) => checkSource(source, `providerStates.${index}`, file, catalogue)),
    ...(typeof profile.clock === 'object'
      ? [...checkAddress(profile.clock.http, 'clock.http'), ...checkHeaders(profile.clock.headers, 'clock.headers')]
      : []),
    ...(profile.proxy === undefined
      ? []
      : [...checkAddress(profile.proxy.http, 'proxy.http'), ...checkHeaders(profile.proxy.headers, 'proxy.headers')]),
    ...(profile.events === undefined ? [] : checkHttpOrModule('events', profile.events, file)),
    ...(profile.faults === undefined ? [] : checkHttpOrModule('faults', profile.faults, file)),
  ];
  const files = sources.flatMap(({ accounts, http, module }) => {
    const path = accounts === undefined || http !== undefined || module !== undefined ? undefined : resolve(dirname(file), accounts);
    return path !== undefined && entryAt(path)?.isFile() === true ? [path] : [];
  });
  together([
    () =>
      demandNone(
        'source-malformed',
        own().map(({ key, message }) => `${placeOfKey(file, key)}  ${message}`),
      ),
    () => {
      const rows = together(files.map((one) => () => readAccountRows(one))).flat();
      demandNone('account-malformed', [
        ...rows.flatMap((row) => checkAccount(row, catalogue)),
        ...sharedAccounts(rows, catalogue),
        ...contradictoryAccounts(rows, catalogue),
      ]);
    },
  ]);
}

function demandNone(code: ErrorCode, mistakes: readonly string[]): void {
  if (mistakes.length > 0) throw new SpecError(code, mistakes.join('\n'));
}

function checkSource(source: ProviderSource, key: string, file: string, { states, acts }: Catalogue): readonly Mistake[] {
  const kinds = (['http', 'module', 'accounts'] as const).filter((kind) => source[kind] !== undefined);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1)
    return [
      {
        key,
        message: `expected one of http, module, accounts, found ${kinds.length === 0 ? 'none' : kinds.join(' and ')}. Give each source an entry of its own`,
      },
    ];
  const foreign = (['acts', 'headers', 'provides'] as const).filter(
    (name) => source[name] !== undefined && kind !== 'http' && !(name === 'provides' && kind === 'module'),
  );
  const known = [...states.keys(), ...acts.keys()];
  return [
    ...(source.http === undefined ? [] : checkAddress(source.http, `${key}.http`)),
    ...checkHeaders(source.headers, `${key}.headers`),
    ...(source.acts === undefined ? [] : checkAddress(source.acts, `${key}.acts`)),
    ...(source.module === undefined ? [] : checkModule(source.module, `${key}.module`, file)),
    ...(source.accounts === undefined ? [] : checkAccountsFile(source.accounts, `${key}.accounts`, file)),
    ...foreign.map((name) => ({
      key: `${key}.${name}`,
      message: `expected nothing here: ${name} does not go with ${kind}. Remove this key`,
    })),
    ...(source.provides ?? []).flatMap((name, index) =>
      known.includes(name)
        ? []
        : [
            {
              key: `${key}.provides.${index}`,
              message: `expected a provider state or an act, found '${name}' ('assay states' lists them)${didYouMean(name, known)}`,
            },
          ],
    ),
  ];
}

function checkModule(module: string, key: string, file: string): readonly Mistake[] {
  const path = resolve(dirname(file), module);
  const entry = entryAt(path, 'named');
  if (entry?.isFile() === true) return [];
  return [
    {
      key,
      message: `expected a file, found ${entry === undefined ? 'none' : kindOf(entry)} at ${path}. Correct the path: it begins at the profile`,
    },
  ];
}

function checkAccountsFile(accounts: string, key: string, file: string): readonly Mistake[] {
  const path = resolve(dirname(file), accounts);
  const message = `expected a file of accounts, found none at ${path}. Write it: 'assay states NAME' shows an entry for each state`;
  if (!existsSync(path)) return [{ key, message }];
  demandStored(path, `${placeOfKey(file, key)}  ${accounts}`);
  return [];
}

function checkHeaders(headers: ProviderSource['headers'] = {}, key: string): readonly Mistake[] {
  return headerMistakes(headers).map(({ name, message }) => ({ key: `${key}.${name}`, message }));
}

function checkHttpOrModule(key: 'events' | 'faults', { http, module, headers }: EventsSource, file: string): readonly Mistake[] {
  if ((http === undefined) === (module === undefined))
    return [{ key, message: `expected one of http, module, found ${http === undefined ? 'none' : 'both'}. Keep the one that can tell` }];
  return http === undefined
    ? checkModule(module ?? '', `${key}.module`, file)
    : [...checkAddress(http, `${key}.http`), ...checkHeaders(headers, `${key}.headers`)];
}

function checkAddress(address: string, key: string): readonly Mistake[] {
  const message = addressMistake(address);
  return message === undefined ? [] : [{ key, message }];
}

function checkAccount({ row, at }: PlacedRow, { states }: Catalogue): readonly string[] {
  const entry = states.get(row.state);
  if (entry === undefined) {
    const known = [...states.keys()];
    return [
      `${at('/state')}  state  expected a provider state of the catalogue, found '${row.state}' ('assay states' lists them)${didYouMean(row.state, known)}`,
    ];
  }
  if (entry.control === true)
    return [
      `${at('/state')}  state  expected a state that lasts: '${row.state}' takes control over the target, which no account has. Let an http source or a module provide it`,
    ];
  const describeShortcoming = (part: 'params' | 'data', { name, expected, found }: Shortcoming): string =>
    found === 'nothing'
      ? `${at(`/${part}`)}  ${part}.${name}  expected ${expected}, found nothing. '${row.state}' has to have it`
      : `${at(`/${part}/${name}`)}  ${part}.${name}  expected ${expected}, found ${found}. 'assay states' shows what belongs there`;
  return [
    ...shortcomings(entry.params, { ...row.params }, 'unwelcome').map((one) => describeShortcoming('params', one)),
    ...shortcomings(entry.data, withoutReferences({ ...row.data }), 'unwelcome').map((one) => describeShortcoming('data', one)),
  ];
}

/** What a reference stands for is a text; it is fetched later. */
function withoutReferences(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, isReference(value) ? 'text' : value]));
}

/** An account that one use spends must be there once: whoever came second would find it spent. */
function sharedAccounts(rows: readonly PlacedRow[], { states }: Catalogue): readonly string[] {
  const spent = ({ row }: PlacedRow): boolean => row.consumable ?? states.get(row.state)?.consumable === true;
  return rows.flatMap((row, index) => {
    const other = rows.slice(0, index).find((one) => (spent(one) || spent(row)) && isSame({ ...one.row.data }, { ...row.row.data }));
    if (other === undefined) return [];
    return [
      `${row.at('')}  expected another account: this one is already at ${other.at('')}, and each use consumes it. Prepare one account per entry, or set consumable: false if it is restored after each use`,
    ];
  });
}

/** Two accounts with one sign-in name are one user: where they differ in more, one of them is wrong. */
function contradictoryAccounts(rows: readonly PlacedRow[], { states }: Catalogue): readonly string[] {
  return rows.flatMap(({ row, at }, index) => {
    const data: Readonly<Record<string, unknown>> = { ...row.data };
    const unique = Object.entries(states.get(row.state)?.data ?? {}).filter(([, datum]) => datum.unique !== undefined);
    return unique.flatMap(([name]) => {
      const other = rows.slice(0, index).find((one) => {
        const others: Readonly<Record<string, unknown>> = { ...one.row.data };
        return data[name] !== undefined && isDeepStrictEqual(data[name], others[name]) && !isSame(data, others);
      });
      if (other === undefined) return [];
      return [
        `${at(`/data/${name}`)}  data.${name}  expected one that no other account has, found that of ${other.at('')}, whose data differ. Correct one of the two`,
      ];
    });
  });
}
