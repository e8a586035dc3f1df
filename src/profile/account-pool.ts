import { isDeepStrictEqual } from 'node:util';
import { withDefaults } from '../model/catalogue.ts';
import type { CatalogueEntry } from '../model/types.ts';

type StateData = Readonly<Record<string, unknown>>;

/** A prepared account as a plan may know it. */
export interface PublicAccount {
  /** place in its file: accounts.yaml:3:5 */
  readonly place: string;
  readonly state: string;
  readonly params: StateData;
  /** as the file says; undefined: as the catalogue says of the state */
  readonly consumable: boolean | undefined;
  /** accounts with the same number are one and the same in the target */
  readonly kin: number;
}

/** A provider state that somebody asks for. */
export interface Demand {
  readonly entry: CatalogueEntry;
  readonly params: StateData;
  /** true where the use leaves the state another than it was */
  readonly spends: boolean;
}

/**
 * True where this account is in the state that is asked for, and is one that the use spends, or one that it leaves as it is. What takes
 * control over the target cannot be prepared: it does not last.
 */
export function canServe({ state, params, consumable }: PublicAccount, { entry, params: asked, spends }: Demand, once: boolean): boolean {
  if (state !== entry.name || entry.control === true || !isDeepStrictEqual(withDefaults(entry, params), withDefaults(entry, asked)))
    return false;
  const spent = consumable ?? entry.consumable === true;
  // An account that the file calls not consumable is restored by somebody, whatever the use does to it.
  return once ? spent : !spent && (consumable === false || !spends);
}

/** Who has which account: each is lent to one use at a time, and those that a use spends only once. */
export interface AccountPool {
  /** undefined where none is free */
  take<Kept extends PublicAccount>(accounts: readonly Kept[], demand: Demand, once: boolean): Kept | undefined;
  /** `unused`: nothing was done with it, so that it is not spent either */
  giveBack(account: PublicAccount, unused?: 'unused'): void;
}

export function createAccountPool(): AccountPool {
  const lent = new Set<number>();
  const spent = new Set<PublicAccount>();
  return {
    take: (accounts, demand, once) => {
      const account = accounts.find((one) => canServe(one, demand, once) && !spent.has(one) && !lent.has(one.kin));
      if (account === undefined) return undefined;
      lent.add(account.kin);
      if (once) spent.add(account);
      return account;
    },
    giveBack: (account, unused) => {
      lent.delete(account.kin);
      if (unused !== undefined) spent.delete(account);
    },
  };
}
