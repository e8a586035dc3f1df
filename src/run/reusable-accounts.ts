import type { Specs } from '../model/types.ts';
import type { Profile } from '../profile/profile.ts';
import type { Source } from '../profile/sources.ts';

/** The profile without the accounts that a use spends: whoever drives something again cannot know which of them are left. */
export function withReusableAccounts(specs: Specs, profile: Profile): Profile {
  const states = Object.values(specs.documents).flatMap(({ providerStates }) => providerStates.states);
  const isSpent = (state: string): boolean => states.find(({ name }) => name === state)?.consumable === true;
  const lasting = (source: Source): Source =>
    source.kind === 'accounts'
      ? { ...source, accounts: source.accounts.filter(({ consumable, state }) => !(consumable ?? isSpent(state))) }
      : source;
  return { ...profile, sources: profile.sources.map(lasting) };
}
