import type { AccountLedger, Demand, PublicAccount } from '../profile/account-ledger.ts';
import { createAccountLedger } from '../profile/account-ledger.ts';
import type { PublicProfile } from '../profile/profile.ts';
import { candidates } from '../profile/sources.ts';
import type { PublicSource } from '../profile/sources.ts';
import type { Case } from './case.ts';
import { keepCases } from './keep-cases.ts';
import { keepWalks } from './plan.ts';
import type { DocumentPlan } from './plan.ts';
import { demandOf, inWords, statesAsked } from './provision.ts';

/**
 * The same plan with the cases for which the prepared accounts suffice: each gets its provider states from the cheapest source that
 * has one left, tours before probes before what is improper before walks. A case for which none is left becomes an omission that
 * names the state.
 */
export function fitToAccounts(plan: DocumentPlan, profile: PublicProfile): DocumentPlan {
  const ledger = createAccountLedger();
  const lacking = new Map<Case, Demand>();
  for (const planned of plan.cases) {
    const demands = statesAsked(planned).map((given) => demandOf(plan.spec, given));
    const missing = serve(ledger, profile.sources, demands);
    if (missing !== undefined) lacking.set(planned, missing);
  }
  const walking = keepWalks(plan, ({ cases }) => {
    const demands = cases.flatMap((planned) => statesAsked(planned).map((given) => demandOf(plan.spec, given)));
    return serve(ledger, profile.sources, demands) === undefined;
  });
  return keepCases(walking, profile, new Set(plan.cases.filter((planned) => !lacking.has(planned))), (planned) => {
    const demand = lacking.get(planned);
    const state = demand === undefined ? 'a provider state' : inWords(demand);
    return {
      why: `no account is left for ${state}: prepare more of them (profile key providerStates)`,
      blame: 'provider-state',
      key: 'providerStates',
    };
  });
}

/** Lends one case its accounts; answers what it lacks, and then nothing is spent. */
function serve(ledger: AccountLedger, sources: readonly PublicSource[], demands: readonly Demand[]): Demand | undefined {
  const lent: PublicAccount[] = [];
  const lacking = demands.find((demand) => {
    const account = lend(ledger, sources, demand);
    if (typeof account === 'object') lent.push(account);
    return account === 'nothing';
  });
  for (const account of lent) ledger.giveBack(account, lacking === undefined ? undefined : 'unused');
  return lacking;
}

function lend(ledger: AccountLedger, sources: readonly PublicSource[], demand: Demand): PublicAccount | 'made' | 'nothing' {
  for (const { source, once } of candidates(sources, demand)) {
    if (source.kind !== 'accounts') return 'made';
    const account = ledger.take(source.accounts, demand, once);
    if (account !== undefined) return account;
  }
  return 'nothing';
}
