import type { Binding, Declaration, DocumentName, IndexedClause, Permissions } from '../model/types.ts';
import { defined } from '../model/defined.ts';
import { publicSource, type PublicSource, type Source } from './sources.ts';
import type { OperationCredential } from './operation-credentials.ts';

/** What judges and plans may know of a service: everything but its credentials. */
export interface PublicService {
  readonly baseUrl: string;
  /** undefined: every feature is claimed */
  readonly claims: readonly string[] | undefined;
  readonly bindings: Readonly<Record<string, Binding | string>>;
  /** names of its credentials */
  readonly credentials: readonly string[];
  /** those of them that are known to be taken */
  readonly certainCredentials?: readonly string[];
  /** credentials that single operations are shown in the place of the usual one */
  readonly operationCredentials?: readonly OperationCredential[];
  readonly declares: readonly Declaration[];
}

/** A profile without credentials, as it is kept in the trace. */
export interface PublicProfile {
  readonly name: string;
  /** true for the deployment that is started for the run: its profile is right by construction */
  readonly embedded: boolean;
  /** nothing stands between the run and the target; undefined where the profile does not say */
  readonly direct?: boolean;
  readonly services: Readonly<Record<DocumentName, PublicService>>;
  readonly permissions: Required<Permissions>;
  /** who provides states and does acts, as in the profile */
  readonly sources: readonly PublicSource[];
  /** what of the target's surroundings is under control */
  readonly control: { readonly acts: boolean; readonly clock: boolean; readonly events: boolean };
}

/** Limits that the harness keeps to, all set. */
export interface Limits {
  readonly requests: number;
  readonly perSecond: number;
  readonly concurrency: number;
  readonly durationMs: number;
  readonly timeoutMs: number;
  /** how long an e-mail or an event may be on its way after the response that it belongs to */
  readonly deliveryMs: number;
  readonly bodyBytes: number;
}

/** Where something beside the services can be asked, and with which headers. */
export interface ControlAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Certificates and a private key of a profile, PEM. */
export interface TlsFiles {
  /** authorities that are trusted in the place of those of Node.js */
  readonly ca?: string;
  /** what a target that asks for it is shown */
  readonly cert?: string;
  readonly key?: string;
}

/** Where something beside the services is asked: an address, or a module of the user's. */
export type HttpOrModule = ControlAddress | { readonly module: string };

/** A loaded profile: the public part, and what only drivers may see. */
export interface Profile extends PublicProfile {
  readonly file: string;
  readonly digest: string;
  /** by document, then name: secrets in clear */
  readonly credentials: Readonly<Record<DocumentName, Readonly<Record<string, string>>>>;
  /** extra headers by document, {name} standing for a credential */
  readonly headers: Readonly<Record<DocumentName, Readonly<Record<string, string>>>>;
  readonly sources: readonly Source[];
  /** undefined for a real clock */
  readonly clock: ControlAddress | undefined;
  readonly events: HttpOrModule | undefined;
  /** carries every request, as a tunnel */
  readonly proxy?: ControlAddress;
  readonly tls?: TlsFiles;
  readonly limits: Limits;
}

export function service(profile: PublicProfile, document: DocumentName): PublicService | undefined {
  return profile.services[document];
}

/** True where the profile has the service and claims the clause's feature, or claims everything. */
export function claims(profile: PublicProfile, clause: IndexedClause): boolean {
  const target = service(profile, clause.document);
  return target !== undefined && (target.claims === undefined || target.claims.includes(clause.feature));
}

/** True where the target's clock can be turned, acts be caused and events be read: what only control over the target shows can be shown. */
export function underControl({ control }: PublicProfile): boolean {
  return control.clock && control.acts && control.events;
}

/** The binding of an operation; undefined where there is none or it is a plain value. */
export function operationBinding(profile: PublicProfile, document: DocumentName, name: string): Binding | undefined {
  const bound = service(profile, document)?.bindings[name];
  return typeof bound === 'object' ? bound : undefined;
}

/** A plain binding such as errorName: a JSON pointer or a value. */
export function valueBinding(profile: PublicProfile, document: DocumentName, name: string): string | undefined {
  const bound = service(profile, document)?.bindings[name];
  return typeof bound === 'string' ? bound : undefined;
}

/** All of a profile that tells what it declares. */
export interface Promises {
  readonly services: Readonly<Record<DocumentName, Pick<PublicService, 'declares'>>>;
}

export function declaration(profile: Promises, document: DocumentName, name: string): Declaration | undefined {
  return profile.services[document]?.declares.find((declared) => declared.name === name);
}

/** The part that goes into the trace. */
export function publicPart({ name, embedded, direct, services, permissions, sources, control }: PublicProfile): PublicProfile {
  return { name, embedded, ...defined({ direct }), services, permissions, sources: sources.map(publicSource), control };
}
