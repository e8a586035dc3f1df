import { createAccountPool, type Demand, type AccountPool, type PublicAccount } from '../profile/account-pool.ts';
import type { PublicProfile } from '../profile/profile.ts';
import type { Case } from './case.ts';
import { keepCases } from './fit-budget.ts';
import { keepWalks, type DocumentPlan } from './plan.ts';
import { demandOf, inWords, notAllProvided, spentBefore, statesAsked } from './provision.ts';
import type { Blocker } from './why.ts';
import { sourceName, candidates, type Candidate, type PublicSource } from '../profile/sources.ts';

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

/** What a plan asks of one source of provider states. */
export interface SourceUse {
  readonly key: string;
  readonly source: string;
  /** states that it is asked for */
  readonly uses: number;
  /** of these, accounts that the use spends */
  readonly spends: number;
  /** in requests of an administrative interface, as the catalogue says */
  readonly cost: number;
}

/** What these plans ask of each of the profile's sources, those that are not needed included. */
export function sourceUses(
  plans: readonly Pick<DocumentPlan, 'spec' | 'cases' | 'walks'>[],
  { sources }: PublicProfile,
): readonly SourceUse[] {
  const pool = createAccountPool();
  const asked = plans.flatMap(({ spec, cases, walks }) => {
    const groups = [...cases.map((planned) => [planned]), ...walks.map((walk) => walk.cases)];
    return groups.map((group) => group.flatMap(statesAsked).map((given) => demandOf(spec, given)));
  });
  const uses = asked.flatMap((demands) => assignProviders(pool, sources, demands).uses);
  return sources.map((source) => {
    const own = uses.filter((use) => use.source === source);
    return {
      key: source.key,
      source: sourceName(source),
      uses: own.length,
      spends: own.filter(({ once }) => once).length,
      cost: own.reduce((sum, { cost }) => sum + cost, 0),
    };
  });
}

/** Who provides what to one case; `missing` where somebody would have to provide more, and then nothing is spent. */
export interface ProviderAssignment {
  readonly uses: readonly Candidate<PublicSource>[];
  readonly missing: Demand | undefined;
}

/** Gives a case all of its states at once, each from the cheapest source that has one left, and takes its accounts back. */
function assignProviders(pool: AccountPool, sources: readonly PublicSource[], demands: readonly Demand[]): ProviderAssignment {
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
