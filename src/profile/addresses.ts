import { SpecError } from '../model/errors.ts';
import type { ProfileFile } from '../model/types.ts';
import { placeOfKey } from '../model/yaml-file.ts';
import { variable, type Environment } from './credential.ts';
import { collectMistakes, type Mistakes } from './together.ts';
import { withoutEnd } from '../model/text-end.ts';

/** Stands for an address that is none, while the others are looked at. */
const NOWHERE = 'http://127.0.0.1';
const VARIABLE = /\$\{(\w+)\}/g;

function filled(key: string, address: string, file: string, env: Environment): string {
  // No more of it is told: what stands beside may be a password.
  const open = /\$\{\w*/.exec(address.replaceAll(VARIABLE, ''))?.[0];
  if (open !== undefined)
    throw new SpecError(
      'address-malformed',
      `${placeOfKey(file, key)}  expected variables such as \${NAME}, found '${open}'. Close the brackets`,
    );
  return address.replaceAll(VARIABLE, (_, name: string) => {
    const value = variable(env, name);
    if (value !== undefined && value !== '') return value;
    throw new SpecError(
      'variable-missing',
      `${placeOfKey(file, key)}  expected the environment variable ${name} to be set, found nothing. Export it before the run`,
    );
  });
}

/** The address of something beside the services, filled from the environment. Throws SpecError naming the key. */
export function controlAddress(key: string, address: string, file: string, env: Environment): string {
  const found = filled(key, address, file, env);
  const mistake = addressMistake(found);
  if (mistake !== undefined) throw new SpecError('address-malformed', `${placeOfKey(file, key)}  ${mistake}`);
  return found;
}

/**
 * The profile with the addresses that a run needs (baseUrl, http, acts) filled from the environment: ${NAME} stands for the variable NAME.
 * Throws SpecError naming the key whose variable is not set, or whose address is none with it.
 * @param among where these mistakes are collected with others, and told later
 */
export function fillAddresses(profile: ProfileFile, file: string, env: Environment, among?: Mistakes): ProfileFile {
  const mistakes = among ?? collectMistakes();
  const { attempt } = mistakes;
  const control = (key: string, address: string): string => attempt(NOWHERE, () => controlAddress(key, address, file, env));
  const service = (key: string, address: string): string =>
    attempt(NOWHERE, () => serviceAddress(key, filled(key, address, file, env), file));
  const services = Object.entries(profile.services ?? {}).map(
    ([name, one]) =>
      [name, one.baseUrl === undefined ? one : { ...one, baseUrl: service(`services.${name}.baseUrl`, one.baseUrl) }] as const,
  );
  const { clock, events, proxy } = profile;
  const found = {
    ...profile,
    ...(profile.services === undefined ? {} : { services: Object.fromEntries(services) }),
    ...(profile.providerStates === undefined
      ? {}
      : {
          providerStates: profile.providerStates.map((source, index) => ({
            ...source,
            ...(source.http === undefined ? {} : { http: control(`providerStates.${index}.http`, source.http) }),
            ...(source.acts === undefined ? {} : { acts: control(`providerStates.${index}.acts`, source.acts) }),
          })),
        }),
    ...(typeof clock === 'object' ? { clock: { ...clock, http: control('clock.http', clock.http) } } : {}),
    ...(events?.http === undefined ? {} : { events: { ...events, http: control('events.http', events.http) } }),
    ...(proxy === undefined ? {} : { proxy: { ...proxy, http: control('proxy.http', proxy.http) } }),
  };
  if (among === undefined) mistakes.demandNone();
  return found;
}

/**
 * The address of a service, without the slashes at its end: the documented paths begin with one. Throws SpecError naming the key where
 * it is none, or says more than where the service is.
 */
export function serviceAddress(key: string, address: string, file: string): string {
  const mistake = serviceMistake(address);
  if (mistake !== undefined) throw new SpecError('address-malformed', `${placeOfKey(file, key)}  ${mistake}`);
  return withoutEnd(address, '/');
}

function serviceMistake(address: string): string | undefined {
  if (hasBlanks(address)) return BLANKS;
  if (!isWeb(address)) return `expected an address such as https://id.example.test, found '${withoutUser(address)}'`;
  const { username, password, search, hash } = new URL(address);
  if (username !== '' || password !== '')
    return 'expected an address without user and password. Give them beside it, under credentials and headers';
  if (search !== '' || hash !== '' || /[?#]/.test(address))
    return `expected an address without query and fragment, to which the documented paths are added, found '${address.replace(/[?#].*/s, (tail) => `${tail.slice(0, 1)}…`)}'`;
  return undefined;
}

const BLANKS =
  'expected an address without blanks and line breaks, found one with some. Take them out, of the variable as well where one stands in it';

function hasBlanks(address: string): boolean {
  return /[\s\p{Cc}]/u.test(address);
}

/** What is no address may hold a password all the same. */
export function withoutUser(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 0 ? address : `…${address.slice(at)}`;
}

function isWeb(address: string): boolean {
  return URL.canParse(address) && /^https?:\/\//i.test(address);
}

/** What is wrong with the address of something beside the services; undefined where nothing is, or where the environment fills it. */
export function addressMistake(address: string): string | undefined {
  if (address.search(VARIABLE) >= 0) return undefined;
  if (hasBlanks(address)) return BLANKS;
  if (!isWeb(address))
    return `expected an address such as https://states.example.test/_states, found '${withoutUser(address)}'. Correct it`;
  if (address.includes('#')) return `expected an address without fragment, found '${withoutUser(address)}'`;
  const { username, password } = new URL(address);
  return username === '' && password === ''
    ? undefined
    : 'expected an address without user and password. Give them beside it, under headers: { authorization: { env: NAME } }';
}
