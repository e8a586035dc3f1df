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

/** The types of resource of which a team has a quota. */
export const resourceTypes = ['users', 'groups', 'servers', 'resource_groups', 'projects', 'security_policies'] as const;

export type ResourceType = (typeof resourceTypes)[number];

/** A team: everything in it, and what stands in its way. */
export interface Team {
  readonly name: string;
  readonly users: ResourceStore<User>;
  readonly groups: ResourceStore<Group>;
  readonly servers: ResourceStore<Server>;
  readonly resource_groups: ResourceStore<ResourceGroup>;
  readonly projects: ResourceStore<Project>;
  readonly security_policies: ResourceStore<SecurityPolicy>;
  /** how many of a type there may be; no limit where absent */
  readonly quotas: Map<ResourceType, number>;
  /** ids of what was once there to be read */
  readonly deprecated: Set<string>;
  disabled: boolean;
  /** a rate limit of its own, whatever the deployment's */
  limiter: Limiter | undefined;
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

export interface Store {
  readonly teams: Map<string, Team>;
  readonly keys: Map<string, ApiKey>;
  readonly tokens: Map<string, Token>;
  readonly offsets: OffsetCodec;
  /** what the next request meets */
  trouble: ErrorName | undefined;
}

export function createStore(offsets: OffsetCodec): Store {
  return { teams: new Map(), keys: new Map(), tokens: new Map(), offsets, trouble: undefined };
}

export function createTeam(name: string): Team {
  return {
    name,
    users: createResourceStore(),
    groups: createResourceStore(),
    servers: createResourceStore(),
    resource_groups: createResourceStore(),
    projects: createResourceStore(),
    security_policies: createResourceStore(),
    quotas: new Map(),
    deprecated: new Set(),
    disabled: false,
    limiter: undefined,
  };
}
