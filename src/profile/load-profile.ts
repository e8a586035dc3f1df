import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { SpecError } from '../spec/spec-error.ts';
import { readYamlFile } from '../spec/yaml-file.ts';
import type { CredentialReference, DocumentName, ProfileFile, ServiceProfile, Specs } from '../spec/types.ts';
import { milliseconds } from './duration.ts';
import { checkProfile } from './check-profile.ts';
import type { Profile, PublicService } from './profile.ts';

/** Where an embedded deployment came up; its profile has no addresses of its own. */
export interface EmbeddedAddresses {
  readonly services: Readonly<Record<DocumentName, string>>;
  readonly control: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a profile file as it stands, checked against its schema and against the specs. Throws SpecError. */
export function readProfile(file: string, specs: Specs): ProfileFile {
  const profile = readYamlFile<ProfileFile>(file, 'profile');
  checkProfile(profile, file, specs);
  return profile;
}

/**
 * A profile ready for use: credentials fetched from environment and files, limits filled in, an embedded target's
 * addresses put in. Throws SpecError naming the key whose credential cannot be had.
 */
export function resolveProfile(source: ProfileFile, file: string, env: Environment, embedded?: EmbeddedAddresses): Profile {
  const documents = Object.entries(source.services ?? {}).filter(isService);
  if (documents.length === 0 && embedded === undefined)
    throw new SpecError(
      `${file}  services  expected at least one service, found none. Add services: { authentication: { baseUrl: https://… } }`,
    );
  const services = Object.fromEntries(documents.map(([name, service]) => [name, publicService(name, service, file, embedded)]));
  const credentials = Object.fromEntries(documents.map(([name, service]) => [name, credentialsOf(name, service, file, env)]));
  const headers = Object.fromEntries(documents.map(([name, service]) => [name, service.headers ?? {}]));
  const control = embedded?.control;
  const providers = source.providerStates ?? (control === undefined ? [] : [{ http: `${control}/states`, acts: `${control}/acts` }]);
  const clockUrl =
    typeof source.clock === 'object'
      ? source.clock.http
      : control !== undefined && source.embedded?.clock !== 'real'
        ? `${control}/clock`
        : undefined;
  const eventsUrl = source.events?.http ?? (control === undefined ? undefined : `${control}/events`);
  const { permissions = {}, budget = {} } = source;
  const own = source.embedded !== undefined;
  return {
    name: source.name,
    file,
    digest: createHash('sha256').update(JSON.stringify(source)).digest('hex'),
    services,
    credentials,
    headers,
    providers,
    clockUrl,
    eventsUrl,
    permissions: {
      mutate: permissions.mutate ?? own,
      destroy: permissions.destroy ?? own,
      exhaustRateLimit: permissions.exhaustRateLimit ?? own,
      origins: permissions.origins ?? [],
    },
    control: {
      states: providers.length > 0,
      acts: providers.some(({ http, module }) => http !== undefined || module !== undefined),
      clock: clockUrl !== undefined,
      events: eventsUrl !== undefined,
    },
    limits: {
      requests: budget.requests ?? 20_000,
      perSecond: budget.perSecond ?? Infinity,
      concurrency: budget.concurrency ?? 4,
      durationMs: length('budget.duration', budget.duration ?? 'PT10M', file),
      timeoutMs: length('budget.timeout', budget.timeout ?? 'PT10S', file),
      bodyBytes: budget.bodyBytes ?? 4 * 1024 * 1024,
    },
  };
}

function isService(entry: [string, ServiceProfile | undefined]): entry is [DocumentName, ServiceProfile] {
  return entry[1] !== undefined;
}

function publicService(name: DocumentName, service: ServiceProfile, file: string, embedded: EmbeddedAddresses | undefined): PublicService {
  const baseUrl = service.baseUrl ?? embedded?.services[name];
  if (baseUrl === undefined)
    throw new SpecError(`${file}  services.${name}.baseUrl  expected the address of the service, found nothing. Add baseUrl: https://…`);
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl))
    throw new SpecError(`${file}  services.${name}.baseUrl  expected an address such as https://id.example.test, found '${baseUrl}'`);
  return { baseUrl, claims: service.claims, bindings: service.bindings ?? {}, declares: service.declares ?? [] };
}

function credentialsOf(
  name: DocumentName,
  { credentials = {} }: ServiceProfile,
  file: string,
  env: Environment,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(credentials).map(([key, reference]) => [key, credential(`services.${name}.credentials.${key}`, reference, file, env)]),
  );
}

function credential(place: string, reference: CredentialReference, file: string, env: Environment): string {
  if (reference.value !== undefined) return reference.value;
  if (reference.env !== undefined) {
    const value = env[reference.env];
    if (value === undefined || value === '')
      throw new SpecError(
        `${file}  ${place}.env  expected the environment variable ${reference.env} to be set, found nothing. Export it before the run`,
      );
    return value;
  }
  if (reference.file !== undefined) return secretFile(`${place}.file`, resolve(dirname(file), reference.file), file);
  throw new SpecError(`${file}  ${place}  expected one of env, file, value, found none`);
}

function secretFile(place: string, path: string, file: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw new SpecError(`${file}  ${place}  expected a readable file, found none at ${path}`, { cause });
  }
}

function length(place: string, duration: string, file: string): number {
  try {
    return milliseconds(duration);
  } catch (cause) {
    throw new SpecError(`${file}  ${place}  ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
