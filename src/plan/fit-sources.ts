import { createAccountPool, type Demand } from '../profile/account-pool.ts';
import type { PublicProfile } from '../profile/profile.ts';
import type { Case } from './case.ts';
import { keepCases } from './keep-cases.ts';
import { keepWalks, type DocumentPlan } from './plan.ts';
import { demandOf, inWords, notAllProvided, spentBefore, statesAsked } from './provision.ts';
import { assignProviders } from './assign-providers.ts';
import type { Blocker } from './why.ts';

/**
 * The same plan with the cases whose provider states the profile's sources can provide: each from the cheapest that has one left, tours
 * before probes before what is improper before walks. A case that lacks one becomes an omission that names the state.
 */
export function fitToSources(plan: DocumentPlan, profile: PublicProfile): DocumentPlan {
  const pool = createAccountPool();
  const lacking = new Map<Case, Blocker>();
  for (const planned of plan.cases) {
    const asked = statesAsked(planned);
    const demands = asked.map((given) => demandOf(plan.spec, given));
    const { missing } = assignProviders(pool, profile.sources, demands);
    if (missing !== undefined) lacking.set(planned, notAllProvided(plan.spec, profile, asked) ?? usedUp(missing, profile));
  }
  const walking = keepWalks(plan, ({ cases }) => {
    const demands = cases.flatMap((planned) => statesAsked(planned).map((given) => demandOf(plan.spec, given)));
    return assignProviders(pool, profile.sources, demands).missing === undefined;
  });
  const kept = new Set(plan.cases.filter((planned) => !lacking.has(planned)));
  return keepCases(walking, profile, kept, (planned) => lacking.get(planned));
}

function usedUp(demand: Demand, profile: PublicProfile): Blocker {
  return {
    why: `no account is left for ${inWords(demand)}${spentBefore(profile, demand)}: prepare more of them (profile key providerStates)`,
    blame: 'provider-state',
    key: 'providerStates',
  };
}
