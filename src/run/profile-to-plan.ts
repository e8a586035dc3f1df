import type { Specs } from '../model/types.ts';
import type { Environment } from '../profile/credential.ts';
import { readProfile, resolveProfile } from '../profile/load-profile.ts';
import type { Profile } from '../profile/profile.ts';
import { checkChoices } from './check-choices.ts';
import { placeholderAddresses } from './placeholder-addresses.ts';
import { waiversOf } from './waivers.ts';

/** The profile as a run would have it, with nothing started. Throws SpecError for a mistake in it or in its waivers. */
export function profileToPlan(file: string, specs: Specs, env: Environment): Profile {
  const source = readProfile(file, specs);
  checkChoices(source, file);
  waiversOf(source, file, specs);
  return resolveProfile(source, file, env, source.embedded === undefined ? undefined : placeholderAddresses(specs));
}
