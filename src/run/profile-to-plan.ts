import type { ProfileFile, Specs } from '../model/types.ts';
import type { Environment } from '../profile/credential.ts';
import { readProfile, resolveProfile, type EmbeddedAddresses } from '../profile/load-profile.ts';
import type { Profile } from '../profile/profile.ts';
import { together } from '../profile/together.ts';
import { checkChoices } from './choices.ts';
import { waiversOf } from './waivers.ts';

/** The profile as a run would have it, with nothing started. Throws SpecError for a mistake in it or in its waivers. */
export function profileToPlan(file: string, specs: Specs, env: Environment): Profile {
  const source = readProfile(file, specs, (profile) => demandUsable(profile, file, specs, env));
  return resolveProfile(source, file, env, source.embedded === undefined ? undefined : placeholderAddresses(specs));
}

/** All that a run would find wrong with a profile beside its names, with nothing started. Throws SpecError. */
export function demandUsable(source: ProfileFile, file: string, specs: Specs, env: Environment): void {
  together<unknown>([
    () => checkChoices(source, file),
    () => waiversOf(source, file, specs),
    () => resolveProfile(source, file, env, source.embedded === undefined ? undefined : placeholderAddresses(specs)),
  ]);
}

/** The profile as what was recorded elsewhere is judged by it. Throws SpecError for a mistake in it. */
export function profileToRead(file: string, specs: Specs, env: Environment): Profile {
  const source = readProfile(file, specs);
  return resolveProfile(withoutAccess(source), file, env, source.embedded === undefined ? undefined : placeholderAddresses(specs));
}

/** The same target where nothing is sent to it: no credential is read, though each stays another's, and no provider is asked. */
export function withoutAccess(source: ProfileFile): ProfileFile {
  const { clock: _clock, events: _events, waivers: _waivers, ...rest } = source;
  const services = Object.entries(source.services ?? {}).map(([document, service]) => [
    document,
    {
      ...service,
      credentials: Object.fromEntries(Object.keys(service.credentials ?? {}).map((name) => [name, { value: `not-read-${name}` }])),
    },
  ]);
  return { ...rest, services: Object.fromEntries(services), providerStates: [] };
}

const NOWHERE = 'http://127.0.0.1';

/** Stands for the embedded deployment where it is only planned what would be sent to it. */
export function placeholderAddresses({ documents }: Specs): EmbeddedAddresses {
  return { services: Object.fromEntries(Object.keys(documents).map((name) => [name, NOWHERE])), control: NOWHERE };
}
