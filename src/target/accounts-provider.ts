import type { AccountLedger } from '../profile/account-ledger.ts';
import type { Account } from '../profile/accounts.ts';
import type { Provider } from './providers.ts';

/** Accounts that somebody has prepared: each is lent to one case at a time, and those that a use spends only once. */
export function accountsProvider(accounts: readonly Account[], ledger: AccountLedger): Provider {
  const lent = new Map<object, { readonly account: Account; readonly once: boolean }>();
  return {
    setUp: (demand, once) => {
      const account = ledger.take(accounts, demand, once);
      if (account === undefined) return Promise.resolve({ refused: `no account is left for '${demand.entry.name}'` });
      // A copy of its own for each use, by which it is known again.
      const data = { ...account.data };
      lent.set(data, { account, once });
      return Promise.resolve({ data });
    },
    takeDown: (_state, data) => {
      const use = lent.get(data);
      if (use === undefined) return Promise.resolve({ data: {} });
      lent.delete(data);
      ledger.giveBack(use.account);
      return Promise.resolve(use.once ? { refused: `spent: the account at ${use.account.place} has to be prepared anew` } : { data: {} });
    },
    act: () => Promise.resolve({ refused: 'prepared accounts do no acts' }),
  };
}
