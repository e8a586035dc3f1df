import { SpecError } from '../model/errors.ts';
import { placeOfKey } from '../model/yaml-file.ts';
import type { ProfileFile } from '../model/types.ts';
import type { Environment } from './credential.ts';
import { resolveFaults, resolveProfile } from './load-profile.ts';

/**
 * The environment as the profile of one of several deployments reads it: the second has NAME_2 in the place of NAME where there is such a
 * variable, the third NAME_3.
 */
export function environmentOf(env: Environment, number: number): Environment {
  if (number === 1) return env;
  const suffix = `_${number}`;
  const own = Object.entries(env).flatMap(([name, value]) =>
    name.endsWith(suffix) ? [[name.slice(0, -suffix.length), value] as const] : [],
  );
  return { ...env, ...Object.fromEntries(own) };
}

/**
 * How many deployments a profile describes, up to a number: faults are global to a deployment, so that each needs addresses of its own.
 * Throws SpecError where the target cannot switch faults, and where a deployment shares some of its addresses with one before it.
 */
export function countDeployments(source: ProfileFile, file: string, env: Environment, most: number): number {
  if (source.embedded !== undefined) return most;
  if (source.faults === undefined)
    throw new SpecError(
      'faults-missing',
      `${placeOfKey(file, 'faults')}  expected where the target's defects are switched, found nothing. Add faults: { http: https://… }`,
    );
  const before = new Map<string, number>();
  for (let number = 1; number <= most; number++) {
    const addresses = addressesOf(source, file, environmentOf(env, number));
    const shared = addresses.find(({ address }) => before.has(address));
    const own = addresses.find(({ address }) => !before.has(address));
    if (shared !== undefined && own === undefined) return number - 1;
    if (shared !== undefined)
      throw new SpecError(
        'deployments-shared',
        `${placeOfKey(file, shared.key)}  expected an address of its own for deployment ${number}, found that of deployment ${before.get(shared.address)}. Write it as \${NAME} and set NAME_${number}`,
      );
    for (const { address } of addresses) before.set(address, number);
  }
  return most;
}

interface Address {
  readonly key: string;
  readonly address: string;
}

/** What tells a deployment from another: where its services are, and its faults. */
function addressesOf(source: ProfileFile, file: string, env: Environment): readonly Address[] {
  const { services } = resolveProfile(source, file, env);
  const faults = resolveFaults(source, file, env);
  return [
    ...Object.entries(services).map(([name, { baseUrl }]) => ({ key: `services.${name}.baseUrl`, address: baseUrl })),
    ...(faults !== undefined && 'url' in faults ? [{ key: 'faults.http', address: faults.url }] : []),
  ];
}
