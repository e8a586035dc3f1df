import type { AccountPool, Demand, PublicAccount } from '../profile/account-pool.ts';
import { candidates, type Candidate, type PublicSource } from '../profile/sources.ts';

/** Who provides what to one case; `missing` where somebody would have to provide more, and then nothing is spent. */
export interface ProviderAssignment {
  readonly uses: readonly Candidate<PublicSource>[];
  readonly missing: Demand | undefined;
}

/** Gives a case all of its states at once, each from the cheapest source that has one left, and takes its accounts back. */
export function assignProviders(pool: AccountPool, sources: readonly PublicSource[], demands: readonly Demand[]): ProviderAssignment {
  const uses: Candidate<PublicSource>[] = [];
  const lent: PublicAccount[] = [];
  const missing = demands.find((demand) => {
    const use = candidates(sources, demand).find(({ source, once }) => {
      const account = source.kind === 'accounts' ? pool.take(source.accounts, demand, once) : undefined;
      if (account !== undefined) lent.push(account);
      return source.kind !== 'accounts' || account !== undefined;
    });
    if (use !== undefined) uses.push(use);
    return use === undefined;
  });
  for (const account of lent) pool.giveBack(account, missing === undefined ? undefined : 'unused');
  return { uses: missing === undefined ? uses : [], missing };
}
