import type { DocumentSpec } from '../model/types.ts';
import { service, type PublicProfile } from './profile.ts';

/** The profile's key, below its service, that fills a need: a credential that a caller shows, else a binding. */
export function needKey(spec: DocumentSpec, name: string): string {
  return isCredential(spec, name) ? `credentials.${name}` : `bindings.${name}`;
}

/** The key of the first of these needs that the profile leaves unfilled; undefined where it fills all. */
export function missingNeed(spec: DocumentSpec, profile: PublicProfile, needs: readonly string[]): string | undefined {
  const target = service(profile, spec.name);
  const missing = needs.find((name) =>
    isCredential(spec, name) ? target?.credentials.includes(name) !== true : target?.bindings[name] === undefined,
  );
  return missing === undefined ? undefined : `services.${spec.name}.${needKey(spec, missing)}`;
}

/** True for what a caller shows and no operation issues. */
export function isCredential({ authentication, endpoints }: DocumentSpec, name: string): boolean {
  const shown = authentication.callers?.some(({ credential }) => credential === name) === true;
  return shown && !endpoints.operations.some(({ id }) => id === name);
}
