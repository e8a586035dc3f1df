import type { Limiter } from '../kit/limiter.ts';
import type { ErrorName } from './errors.ts';
import type { OffsetCodec } from './offsets.ts';
import type { Role } from './roles.ts';
import { createResourceStore, type Listed, type ResourceStore } from './resource-store.ts';

/** People are given `end_user` without being asked; service users are machines. */
export interface User extends Listed {
  readonly kind: 'human' | 'service';
  /** roles granted to the user himself, beside those of the groups */
  readonly roles: readonly Role[];
  readonly groupIds: readonly string[];
}

export interface Group extends Listed {
  readonly roles: readonly Role[];
}

export interface Server extends Listed {
  /** with which the server itself calls in */
  readonly token: string;
  readonly projectId: string;
}

export interface ResourceGroup extends Listed {
  /** ids of the users and groups that administer it as delegates */
  readonly delegates: readonly string[];
}

export interface Project extends Listed {
  readonly resourceGroupId: string;
  readonly sessionRecording: boolean;
}

export interface SecurityPolicy extends Listed {
  /** ids of the servers that it makes available */
  readonly servers: readonly string[];
  /** ids of the users and groups that may use them */
  readonly principals: readonly string[];
}

/** What a team has, by the types of which it has a quota. */
export interface Resources {
  readonly users: User;
  readonly groups: Group;
  readonly servers: Server;
  readonly resource_groups: ResourceGroup;
  readonly projects: Project;
  readonly security_policies: SecurityPolicy;
}

export type ResourceType = keyof Resources;

export const resourceTypes: readonly ResourceType[] = ['users', 'groups', 'servers', 'resource_groups', 'projects', 'security_policies'];

export type ResourceStores = { readonly [Type in ResourceType]: ResourceStore<Resources[Type]> };

export type Team = ReturnType<typeof createTeam>;

/** A team without anything in it. */
export function createTeam(name: string) {
  const resources: ResourceStores = {
    users: createResourceStore(),
    groups: createResourceStore(),
    servers: createResourceStore(),
    resource_groups: createResourceStore(),
    projects: createResourceStore(),
    security_policies: createResourceStore(),
  };
  /** a rate limit of its own, whatever the deployment's */
  const own: { limiter?: Limiter } = {};
  return {
    name,
    ...resources,
    ...own,
    /** how many of a type there may be; no limit where absent */
    quotas: new Map<ResourceType, number>(),
    /** ids of what was once there to be read */
    deprecated: new Set<string>(),
    disabled: false,
  };
}

/** An API key of a service user, made in the service's dashboard. Times in milliseconds since the epoch. */
export interface ApiKey {
  readonly id: string;
  readonly secret: string;
  readonly team: string;
  readonly userId: string;
  readonly expiresAt: number;
}

export interface Token {
  readonly value: string;
  readonly keyId: string;
  readonly team: string;
  readonly userId: string;
  readonly expiresAt: number;
  /** the permissions under which it acts have ended before it */
  readonly isLapsed: boolean;
}

export type Store = ReturnType<typeof createStore>;

export function createStore(offsets: OffsetCodec) {
  /** what the next request meets */
  const next: { trouble?: ErrorName | undefined } = {};
  return { ...next, teams: new Map<string, Team>(), keys: new Map<string, ApiKey>(), tokens: new Map<string, Token>(), offsets };
}
