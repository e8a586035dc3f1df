import { shortcomings } from '../model/catalogue.ts';
import { createAccountPool, type AccountPool, type Demand } from '../profile/account-pool.ts';
import type { Profile } from '../profile/profile.ts';
import { actors, candidates, sourceName, type Source } from '../profile/sources.ts';
import { clockClient, eventsClient, httpProvider } from './control-client.ts';
import { moduleEvents, moduleProvider } from './module-provider.ts';
import type { CallLimit } from './module-thread.ts';
import { patientEvents } from './patient-events.ts';
import type { CatalogueDatum, CatalogueEntry } from '../model/types.ts';
import { shortened, type Done, type JsonObject, type Provider, type Providers, type Refusal } from './providers.ts';
import type { Transport } from './transport.ts';
import { basename } from 'node:path';
import type { Account } from '../profile/accounts.ts';
import { recordSpent } from '../profile/spent-accounts.ts';

/** The profile's sources as one: the cheapest that can provide a state or do an act wins, the next one is asked where it refuses. */
export function openProviders({ sources, clock, events, limits }: Profile, send: Transport, waitFor: () => CallLimit): Providers {
  const pool = createAccountPool();
  const register = createRegister();
  const providers = new Map(sources.map((source) => [source.key, providerOf(source, send, pool, waitFor)]));
  const providerFor = ({ key }: Pick<Source, 'key'>): Provider => {
    const provider = providers.get(key);
    if (provider === undefined) throw new TypeError(`there is no source ${key}`);
    return provider;
  };
  return {
    provide: async (demand) => {
      const refusals: string[] = [];
      for (const { source, once } of candidates(sources, demand)) {
        const provider = providerFor(source);
        const made = await setUp(provider, demand, once);
        const twice = 'data' in made ? register.enter(demand.entry, made.data, source.kind) : undefined;
        if ('data' in made && twice === undefined) return { data: made.data, by: source.key };
        if ('data' in made) await provider.takeDown(demand.entry.name, made.data);
        refusals.push(`${sourceName(source)}: ${'data' in made ? twice : made.refused}`);
      }
      return refusedBy(refusals);
    },
    remove: async ({ state, data, by }) => {
      register.leave(data);
      const done = await providerFor({ key: by }).takeDown(state, data);
      return 'refused' in done ? { ...done, refused: shortened(done.refused, LONGEST_REFUSAL) } : done;
    },
    act: async (name, params) => {
      const refusals: string[] = [];
      for (const source of actors(sources, name)) {
        const done = await providerFor(source).act(name, params);
        if ('data' in done) return done;
        refusals.push(`${sourceName(source)}: ${done.refused}`);
      }
      return refusedBy(refusals);
    },
    advance: clock === undefined ? undefined : clockClient(clock, send),
    emitted:
      events === undefined
        ? undefined
        : patientEvents(
            'module' in events ? moduleEvents(events.module, waitFor) : eventsClient(events, send),
            limits.deliveryMs,
            () => waitFor().signal ?? NEVER,
          ),
  };
}

/** Of who has nothing that ends a wait. */
const NEVER = new AbortController().signal;

/** What may not come twice: the sign-in name of a user who is there already, or a token that a use has spent. */
interface Register {
  /** what of these data has come before; undefined where nothing has, and they are entered */
  enter(entry: CatalogueEntry, data: JsonObject, kind: Source['kind']): string | undefined;
  /** a state is taken down: what only had to be its own while it stood is free again */
  leave(data: JsonObject): void;
}

function createRegister(): Register {
  const ever = new Set<string>();
  const standing = new Map<JsonObject, ReadonlySet<string>>();
  return {
    enter({ name: state, data: rows = {} }, data, kind) {
      const own = (unique: CatalogueDatum['unique']): readonly string[] =>
        Object.keys(rows).filter((name) => rows[name]?.unique === unique && data[name] !== undefined);
      const keyOf = (name: string): string => `${name} ${String(data[name])}`;
      const present = own('standing').find((name) => [...standing.values()].some((keys) => keys.has(keyOf(name))));
      // Who prepares an account by hand says in its file whether a use spends it.
      const spent = kind === 'accounts' ? undefined : own('run').find((name) => ever.has(keyOf(name)));
      if (present !== undefined) return `its answer to '${state}' has the ${present} of another state that stands: give each its own`;
      if (spent !== undefined) return `its answer to '${state}' has a ${spent} that it has given before: make a new one each time`;
      for (const name of own('run')) ever.add(keyOf(name));
      standing.set(data, new Set(own('standing').map(keyOf)));
      return undefined;
    },
    leave: (data) => void standing.delete(data),
  };
}

/** One source of the profile, to be asked. */
export function providerOf(source: Source, send: Transport, pool: AccountPool, waitFor: () => CallLimit): Provider {
  if (source.kind === 'http') return httpProvider(source, send);
  if (source.kind === 'module') return moduleProvider(source.file, waitFor);
  return accountsProvider(source, pool);
}

/** A state whose data are not as the catalogue says is none, and does not stay. */
export async function setUp(provider: Provider, demand: Demand, once: boolean): Promise<Done> {
  const made = await provider.setUp(demand, once);
  if ('refused' in made) return made;
  const [first] = shortcomings(demand.entry.data, made.data, 'welcome');
  if (first === undefined) return made;
  await provider.takeDown(demand.entry.name, made.data);
  return { refused: `its answer to '${demand.entry.name}' has ${first.found} as ${first.name}: expected ${first.expected}`, broken: true };
}

function refusedBy(refusals: readonly string[]): Refusal {
  return {
    refused: refusals.length === 0 ? 'no source of the profile can (key providerStates)' : shortened(refusals.join('; '), LONGEST_REFUSAL),
  };
}

/** Of all sources together; each has kept its own words short. */
const LONGEST_REFUSAL = 2_000;

type AccountsSource = Extract<Source, { kind: 'accounts' }>;

/** Accounts that somebody has prepared: each is lent to one case at a time, and those that a use spends only once. */
export function accountsProvider({ accounts, spentFile }: AccountsSource, pool: AccountPool): Provider {
  const lent = new Map<object, { readonly account: Account; readonly once: boolean }>();
  return {
    setUp: (demand, once) => {
      const account = pool.take(accounts, demand, once);
      if (account === undefined) return Promise.resolve({ refused: `no account is left for '${demand.entry.name}'` });
      const unkept = once ? keep(spentFile, demand, account) : undefined;
      if (unkept !== undefined) {
        pool.giveBack(account, 'unused');
        return Promise.resolve({ refused: unkept });
      }
      // A copy of its own for each use, by which it is known again.
      const data = { ...account.data };
      lent.set(data, { account, once });
      return Promise.resolve({ data });
    },
    takeDown: (_state, data) => {
      const use = lent.get(data);
      if (use === undefined) return Promise.resolve({ data: {} });
      lent.delete(data);
      pool.giveBack(use.account);
      return Promise.resolve(
        use.once
          ? { refused: `spent: prepare the account at ${use.account.place} anew, then take its line out of ${basename(spentFile)}` }
          : { data: {} },
      );
    },
    act: () => Promise.resolve({ refused: 'prepared accounts do no acts' }),
  };
}

/** The next run must not take a spent account for a prepared one. Answers what keeps that from being recorded. */
function keep(spentFile: string, { entry, params }: Demand, { data }: Account): string | undefined {
  try {
    recordSpent(spentFile, entry, params, data);
    return undefined;
  } catch (error) {
    return `it cannot be kept in ${spentFile} that the account is spent: ${error instanceof Error ? error.message : String(error)}`;
  }
}
