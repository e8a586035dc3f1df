import { basename } from 'node:path';
import type { AccountPool, Demand } from '../profile/account-pool.ts';
import type { Account } from '../profile/accounts.ts';
import type { Source } from '../profile/sources.ts';
import { recordSpent } from '../profile/spent-accounts.ts';
import type { Provider } from './providers.ts';

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
