import { createAccountPool } from '../profile/account-pool.ts';
import type { PublicProfile } from '../profile/profile.ts';
import { sourceName } from '../profile/sources.ts';
import type { DocumentPlan } from './plan.ts';
import { demandOf, statesAsked } from './provision.ts';
import { assignProviders } from './assign-providers.ts';

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
export function sourceUses(plans: readonly DocumentPlan[], { sources }: PublicProfile): readonly SourceUse[] {
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
