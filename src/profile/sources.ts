import type { CatalogueEntry } from '../model/types.ts';
import { canServe } from './account-pool.ts';
import type { Demand, PublicAccount } from './account-pool.ts';
import type { Account } from './accounts.ts';

interface Offer {
  /** where it stands in the profile: providerStates.0 */
  readonly key: string;
  /** added to what the catalogue says that each state costs */
  readonly cost: number;
  /** its data are known to be right */
  readonly certain?: true;
}

interface Able extends Offer {
  /** names of states and acts; undefined: all of the catalogue */
  readonly provides: readonly string[] | undefined;
}

interface AccountsOf<Kept> extends Offer {
  readonly kind: 'accounts';
  /** as the profile names it */
  readonly file: string;
  /** those that are not spent */
  readonly accounts: readonly Kept[];
  /** states whose accounts earlier runs have spent, one entry for each */
  readonly spent: readonly string[];
}

/** Whoever sets up provider states and does acts, as a plan may know it: no secrets. */
export type PublicSource =
  | (Able & { readonly kind: 'http'; readonly url: string })
  | (Able & { readonly kind: 'module'; readonly file: string })
  | AccountsOf<PublicAccount>;

/** The same, ready to be asked. */
export type Source =
  | (Able & {
      readonly kind: 'http';
      readonly url: string;
      /** where acts are posted */
      readonly acts: string;
      readonly headers: Readonly<Record<string, string>>;
    })
  | (Able & { readonly kind: 'module'; readonly file: string })
  | (AccountsOf<Account> & {
      /** where it is kept which accounts are spent */
      readonly spentFile: string;
    });

/** A source without its secrets. */
export function publicSource(source: PublicSource): PublicSource {
  const { kind, key, cost } = source;
  const offer = { key, cost, ...(source.certain === true ? { certain: source.certain } : {}) };
  if (kind === 'http') return { kind, ...offer, provides: source.provides, url: source.url };
  if (kind === 'module') return { kind, ...offer, provides: source.provides, file: source.file };
  const accounts = source.accounts.map(({ place, state, params, consumable, kin }) => ({ place, state, params, consumable, kin }));
  return { kind, ...offer, file: source.file, accounts, spent: source.spent };
}

/** How a source is called in plans, traces and messages. */
export function sourceName(source: PublicSource): string {
  return source.kind === 'http' ? `http ${source.url}` : `${source.kind} ${source.file}`;
}

/** A source that can provide a state, and what that costs; `once` where it is an account that the use spends. */
export interface Candidate<From extends PublicSource> {
  readonly source: From;
  readonly cost: number;
  readonly once: boolean;
}

/** Where the catalogue says nothing, a state or act costs as much as one request. */
const USUAL_COST = 1;

/**
 * The sources that can provide a state, cheapest first, as in the profile where they cost the same. An account that can be used
 * again costs nothing; one that the use spends costs as much as the state, because somebody has to prepare the next one.
 */
export function candidates<From extends PublicSource>(sources: readonly From[], demand: Demand): readonly Candidate<From>[] {
  const full = demand.entry.cost ?? USUAL_COST;
  const found = sources.flatMap((source): readonly Candidate<From>[] => {
    if (source.kind !== 'accounts') return offers(source, demand.entry.name) ? [{ source, cost: source.cost + full, once: false }] : [];
    return [false, true]
      .filter((once) => source.accounts.some((account) => canServe(account, demand, once)))
      .map((once) => ({ source, cost: source.cost + (once ? full : 0), once }));
  });
  return found.toSorted((one, other) => one.cost - other.cost);
}

/** The sources that can do an act, cheapest first. */
export function actors<From extends PublicSource>(sources: readonly From[], act: CatalogueEntry['name']): readonly From[] {
  return sources.filter((source) => source.kind !== 'accounts' && offers(source, act)).toSorted((one, other) => one.cost - other.cost);
}

function offers({ provides }: Able, name: string): boolean {
  return provides?.includes(name) ?? true;
}
