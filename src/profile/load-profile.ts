import { createHash, X509Certificate } from 'node:crypto';
import { defined } from '../model/defined.ts';
import { SpecError } from '../model/errors.ts';
import { placeOfKey, readYamlFile } from '../model/yaml-file.ts';
import type { DocumentName, ProfileFile, ServiceProfile, Specs } from '../model/types.ts';
import { controlAddress, fillAddresses } from './addresses.ts';
import { milliseconds } from './duration.ts';
import { checkProfile } from './check-profile.ts';
import { checkSources } from './check-sources.ts';
import { fetchSecret } from './credential.ts';
import type { Environment } from './credential.ts';
import { collectMistakes, together } from './together.ts';
import { operationCredentials } from './operation-credentials.ts';
import type { HttpOrModule, Profile, PublicService, TlsFiles } from './profile.ts';
import { resolveControl, resolveHttpOrModule, resolveSources } from './load-sources.ts';
import { dirname, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { HANDWRITTEN, readStoredText } from '../model/stored-file.ts';

/** Where an embedded deployment came up; its profile has no addresses of its own. */
export interface EmbeddedAddresses {
  readonly services: Readonly<Record<DocumentName, string>>;
  readonly control: string;
}

/**
 * Reads a profile file as it stands, checked against its schema and against the specs.
 * @param also what else may be wrong with it, so that it is told with the rest
 * Throws SpecError.
 */
export function readProfile(file: string, specs: Specs, also: (profile: ProfileFile) => void = () => undefined): ProfileFile {
  const profile = readYamlFile<ProfileFile>(file, 'profile');
  together([() => checkProfile(profile, file, specs), () => checkSources(profile, file, specs), () => also(profile)]);
  return profile;
}

/**
 * A profile ready for use: addresses and credentials fetched from environment and files, limits filled in, an embedded target's
 * addresses put in. Throws SpecError naming the key whose credential cannot be had.
 */
export function resolveProfile(given: ProfileFile, file: string, env: Environment, embedded?: EmbeddedAddresses): Profile {
  const { permissions = {}, budget = {} } = given;
  const mistakes = collectMistakes();
  const { attempt } = mistakes;
  const source = fillAddresses(applyChoices(given), file, env, mistakes);
  const documents = Object.entries(source.services ?? {});
  if (documents.length === 0 && embedded === undefined)
    throw new SpecError(
      'services-missing',
      `${placeOfKey(file, 'services')}  expected at least one service, found none. Add services: { DOCUMENT: { baseUrl: https://… } }`,
    );
  const services = Object.fromEntries(
    documents.flatMap(([name, service]) =>
      attempt<readonly [string, PublicService][]>([], () => [[name, publicService(name, service, file, embedded)]]),
    ),
  );
  const credentials = Object.fromEntries(
    documents.map(([name, service]) => [name, attempt({}, () => credentialsOf(name, service, file, env))]),
  );
  const headers = Object.fromEntries(documents.map(([name, service]) => [name, service.headers ?? {}]));
  const control = embedded?.control;
  const rows = source.providerStates ?? (control === undefined ? [] : [{ http: `${control}/states`, acts: `${control}/acts` }]);
  const sources = attempt([], () => resolveSources(rows, file, env));
  const turnable = typeof source.clock === 'object' ? source.clock : source.clock === 'real' ? undefined : embeddedClock(source, control);
  const clock = turnable === undefined ? undefined : attempt(undefined, () => resolveControl('clock', turnable, file, env));
  const told = source.events ?? (control === undefined ? {} : { http: `${control}/events` });
  const events = attempt(undefined, () => resolveHttpOrModule('events', told, file, env));
  const { proxy: behind } = source;
  const proxy = behind === undefined ? undefined : attempt(undefined, () => resolveControl('proxy', behind, file, env));
  const tls = attempt(undefined, () => readTlsFiles(source, file));
  const length = (name: 'duration' | 'timeout' | 'delivery', usual: string): number =>
    attempt(0, () => lengthOf(`budget.${name}`, budget[name] ?? usual, file));
  const own = source.embedded !== undefined;
  const limits = {
    requests: budget.requests ?? 20_000,
    perSecond: budget.perSecond ?? Infinity,
    concurrency: budget.concurrency ?? 4,
    durationMs: length('duration', 'PT10M'),
    timeoutMs: length('timeout', 'PT10S'),
    // The mock delivers at once.
    deliveryMs: own && budget.delivery === undefined ? 0 : length('delivery', 'PT1S'),
    bodyBytes: budget.bodyBytes ?? 4 * 1024 * 1024,
  };
  mistakes.demandNone();
  return {
    name: source.name,
    embedded: source.embedded !== undefined,
    ...defined({ direct: source.direct }),
    file,
    digest: createHash('sha256').update(JSON.stringify(given)).digest('hex'),
    services,
    credentials,
    headers,
    sources,
    clock,
    events,
    ...defined({ proxy, tls }),
    permissions: {
      mutate: permissions.mutate ?? own,
      destroy: permissions.destroy ?? own,
      exhaustRateLimit: permissions.exhaustRateLimit ?? own,
      origins: permissions.origins ?? [],
    },
    control: {
      acts: sources.some(({ kind }) => kind !== 'accounts'),
      clock: clock !== undefined,
      events: events !== undefined,
    },
    limits,
  };
}

/** Where the target's own defects are listed and switched; undefined where its profile does not say. Throws SpecError. */
export function resolveFaults(given: ProfileFile, file: string, env: Environment, embedded?: EmbeddedAddresses): HttpOrModule | undefined {
  if (embedded !== undefined) return { url: `${embedded.control}/faults`, headers: {} };
  const { faults } = given;
  if (faults?.http === undefined) return faults === undefined ? undefined : resolveHttpOrModule('faults', faults, file, env);
  return resolveHttpOrModule('faults', { ...faults, http: controlAddress('faults.http', faults.http, file, env) }, file, env);
}

function embeddedClock({ embedded }: ProfileFile, control: string | undefined): { readonly http: string } | undefined {
  return control === undefined || embedded?.clock === 'real' ? undefined : { http: `${control}/clock` };
}

function publicService(name: DocumentName, service: ServiceProfile, file: string, embedded: EmbeddedAddresses | undefined): PublicService {
  const baseUrl = service.baseUrl ?? embedded?.services[name];
  if (baseUrl === undefined)
    throw new SpecError(
      'service-address-missing',
      `${placeOfKey(file, `services.${name}.baseUrl`)}  expected the address of the service, found nothing. Add baseUrl: https://…`,
    );
  const { claims, bindings = {}, credentials = {}, declares = [] } = service;
  const kept = operationCredentials(service);
  const certain = Object.keys(credentials).filter((key) => credentials[key]?.certain === true);
  return {
    baseUrl,
    claims,
    bindings,
    credentials: Object.keys(credentials),
    ...(certain.length === 0 ? {} : { certainCredentials: certain }),
    ...(kept.length === 0 ? {} : { operationCredentials: kept }),
    declares,
  };
}

function credentialsOf(
  name: DocumentName,
  { credentials = {}, headers = {} }: ServiceProfile,
  file: string,
  env: Environment,
): Readonly<Record<string, string>> {
  const place = (key: string, below = ''): string => placeOfKey(file, `services.${name}.credentials.${key}${below}`);
  const fetched = together(
    Object.entries(credentials).map(
      ([key, { operations: _operations, scheme: _scheme, certain: _certain, ...reference }]) =>
        () =>
          [key, fetchSecret(reference, (below) => place(key, below), file, env)] as const,
    ),
  );
  // One of the callers may be the one that has to be refused.
  const callers = fetched.filter(
    ([key]) => credentials[key]?.operations === undefined && !Object.values(headers).some((value) => value.includes(`{${key}}`)),
  );
  for (const [index, [key, value]] of callers.entries()) {
    const other = callers.slice(0, index).find(([, one]) => one === value);
    if (other !== undefined)
      throw new SpecError(
        'credential-shared',
        `${place(key)}  expected another credential than ${other[0]}, found the same. Give each caller its own`,
      );
  }
  return Object.fromEntries(fetched);
}

/** What timers can count, in milliseconds: 24 days. */
const LONGEST = 24 * 86_400_000;

function lengthOf(place: string, duration: string, file: string): number {
  const wrong = (message: string, cause?: unknown): SpecError =>
    new SpecError('duration-malformed', `${placeOfKey(file, place)}  ${message}`, { cause });
  let found: number;
  try {
    found = milliseconds(duration);
  } catch (cause) {
    throw wrong(cause instanceof Error ? cause.message : String(cause), cause);
  }
  if (found > 0 && found <= LONGEST) return found;
  throw wrong(`expected a duration above 0 and of at most P24D, found '${duration}'`);
}

type ByChoice = NonNullable<NonNullable<ProfileFile['embedded']>['byChoice']>[string];

/** The profile with the bindings and declarations of what is chosen of the embedded mock in the place of its own. */
export function applyChoices(source: ProfileFile): ProfileFile {
  const { choices = {}, byChoice = {} } = source.embedded ?? {};
  const services = { ...source.services };
  for (const [document, chosen] of Object.entries(choices)) {
    for (const [name, value] of Object.entries(chosen)) {
      const change = byChoice[`${document}.${name}=${String(value)}`];
      const service = services[document];
      if (change !== undefined && service !== undefined) services[document] = changed(service, change);
    }
  }
  return { ...source, services };
}

function changed(service: ServiceProfile, { bindings = {}, declares = [] }: ByChoice): ServiceProfile {
  const kept = (service.declares ?? []).filter(({ name }) => !declares.some((one) => one.name === name));
  return { ...service, bindings: { ...service.bindings, ...bindings }, declares: [...kept, ...declares] };
}

/** What the files of `tls` hold. Throws SpecError naming the key whose file cannot be read or used. */
function readTlsFiles({ tls }: ProfileFile, file: string): TlsFiles | undefined {
  if (tls === undefined) return undefined;
  if ((tls.cert === undefined) !== (tls.key === undefined))
    throw new SpecError(
      'certificate-unusable',
      `${placeOfKey(file, 'tls')}  expected cert and key, found ${tls.key === undefined ? 'cert' : 'key'} alone. Name both files`,
    );
  const read = (name: 'ca' | 'cert' | 'key'): Partial<Record<'ca' | 'cert' | 'key', string>> => {
    const path = tls[name];
    if (path === undefined) return {};
    const place = `${placeOfKey(file, `tls.${name}`)}  ${path}`;
    const text = readStoredText(resolve(dirname(file), path), { limit: HANDWRITTEN, origin: 'named', place });
    if (name !== 'key') demand(place, 'a certificate in PEM', () => new X509Certificate(text));
    return { [name]: text };
  };
  const files: TlsFiles = { ...read('ca'), ...read('cert'), ...read('key') };
  demand(placeOfKey(file, 'tls'), 'a certificate and its private key in PEM, without a passphrase', () => createSecureContext(files));
  return files;
}

function demand(place: string, expected: string, use: () => unknown): void {
  try {
    use();
  } catch (error) {
    const found = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new SpecError('certificate-unusable', `${place}  expected ${expected}, found none that can be used (${found}). Correct the file`);
  }
}
