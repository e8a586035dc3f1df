import type { Choices } from '../choices.ts';
import type { Clock } from '../clock.ts';
import type { Outbox } from '../control/outbox.ts';
import type { Defects } from '../faults/defects.ts';
import { mark, secretMark } from '../marks.ts';

export type ResourceType = 'APP' | 'GROUP';
export type Settings = Readonly<Record<string, unknown>>;

export interface Resource {
  readonly id: string;
  readonly type: ResourceType;
  /** where a defect shows another one */
  readonly shownType?: string;
  /** under entitlement management */
  managed: boolean;
  deleted: boolean;
}

export interface Entitlement {
  readonly id: string;
  readonly resource: Resource;
  readonly values: readonly string[];
}

/** Values picked of an entitlement. */
export interface Pick {
  readonly entitlement: string;
  readonly values: readonly string[];
}

export interface Bundle {
  readonly id: string;
  readonly resource: Resource;
  readonly picks: readonly Pick[];
}

export interface Principal {
  readonly type: string;
  readonly id: string;
}

export interface Grant {
  readonly id: string;
  readonly how: 'by hand' | 'by collection' | 'by request';
  readonly principal: Principal;
  readonly resource: Resource;
  readonly picks: readonly Pick[];
  /** what it came from: an assignment, a request */
  readonly from: string;
  readonly at: number;
  status: 'in force' | 'in the works';
}

export interface Holding {
  readonly resource: Resource;
  readonly firstPicks: readonly Pick[];
  picks: readonly Pick[];
}

export interface Collection {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly holdings: Holding[];
  /** its last resource has been removed */
  emptied: boolean;
  /** the failure of an assignment has been told of */
  told?: boolean;
}

export interface Assignment {
  readonly id: string;
  readonly collection: number;
  readonly principal: Principal;
  pending: boolean;
}

export interface Campaign {
  readonly id: number;
  status: 'SCHEDULED' | 'LAUNCHING' | 'ACTIVE' | 'ERROR' | 'COMPLETED';
  settings: Settings;
  reviewed: boolean;
}

export interface Review {
  readonly id: string;
  readonly campaign: number;
  readonly resource: Resource;
  readonly principal: string;
  readonly reviewer: string;
  decision: 'none yet' | 'approve' | 'revoke';
  remediation: 'nothing to do' | 'taken away';
  readonly history: { readonly at: number; readonly what: string }[];
}

export interface Condition {
  readonly id: string;
  readonly entry: Entry;
  status: 'INACTIVE' | 'ACTIVE' | 'INVALID';
  /** when it was found to be */
  invalidAt: number;
  settings: Settings;
}

export interface Entry {
  readonly id: string;
  readonly resource: Resource;
  readonly parent: string | null;
  readonly part: Readonly<Record<string, string>>;
  /** a group of an app is granted by hand */
  readonly byHand: boolean;
}

export interface Request {
  readonly id: string;
  readonly at: number;
  readonly entry: Entry;
  readonly requester: string;
  status: 'SUBMITTED' | 'PENDING' | 'REJECTED' | 'APPROVED' | 'DENIED' | 'CANCELED' | 'EXPIRED';
  grantStatus: 'PENDING' | 'GRANTED' | 'FAILED' | 'MANUAL_GRANT_REQUIRED' | null;
  revocationStatus: 'PENDING' | 'REVOKED' | 'FAILED' | null;
  /** milliseconds since the epoch, in digits */
  revocationScheduled: string | null;
  readonly durationMs: number | undefined;
}

export interface RequestType {
  readonly id: number;
  status: 'DRAFT' | 'ACTIVE' | 'DISABLED';
  readonly owner: string;
  settings: Settings;
  published: boolean;
  publishedAt: number;
  /** in the portal, the last time */
  repairedAt: number | undefined;
  broken: boolean;
}

export interface RequestV1 {
  readonly id: string;
  readonly type: RequestType;
  readonly requester: string;
  status: 'OPEN' | 'PENDING' | 'RESOLVED';
  readonly fieldValues: unknown;
  decision: 'open' | 'approve' | 'deny';
}

export type Job = 'collection-assignment' | 'campaign' | 'grant' | 'revocation';

/** Something that has been deleted, and when. */
export interface Tombstone<T> {
  readonly thing: T;
  readonly at: number;
}

/** Everything that the governance service knows. */
export interface GovernanceService {
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly defects: Defects;
  readonly choices: Choices;
  readonly key: string;
  readonly keyWithoutSubscription: string;
  readonly creator: string;
  readonly users: Set<string>;
  readonly groups: Set<string>;
  readonly resources: Map<string, Resource>;
  readonly entitlements: Map<string, Entitlement>;
  readonly bundles: Map<string, Bundle>;
  readonly grants: Map<string, Grant>;
  readonly collections: Map<string, Collection>;
  readonly assignments: Map<string, Assignment>;
  readonly campaigns: Map<string, Campaign>;
  readonly reviews: Map<string, Review>;
  readonly entries: Map<string, Entry>;
  readonly conditions: Map<string, Condition>;
  readonly requests: Map<string, Request>;
  readonly types: Map<string, RequestType>;
  readonly requestsV1: Map<string, RequestV1>;
  readonly deletedCollections: Map<string, Tombstone<Collection>>;
  readonly deletedCampaigns: Map<string, Campaign>;
  readonly deletedConditions: Map<string, Condition>;
  readonly deletedTypes: Map<string, RequestType>;
  /** groups that one act has deleted */
  readonly deletedTogether: ReadonlySet<string>[];
  /** jobs whose next run fails */
  readonly failing: Set<Job>;
}

export function newGovernanceService(clock: Clock, outbox: Outbox, defects: Defects, choices: Choices): GovernanceService {
  const creator = mark('who');
  return {
    clock,
    outbox,
    defects,
    choices,
    key: secretMark(),
    keyWithoutSubscription: secretMark(),
    creator,
    users: new Set([creator]),
    groups: new Set(),
    resources: new Map(),
    entitlements: new Map(),
    bundles: new Map(),
    grants: new Map(),
    collections: new Map(),
    assignments: new Map(),
    campaigns: new Map(),
    reviews: new Map(),
    entries: new Map(),
    conditions: new Map(),
    requests: new Map(),
    types: new Map(),
    requestsV1: new Map(),
    deletedCollections: new Map(),
    deletedCampaigns: new Map(),
    deletedConditions: new Map(),
    deletedTypes: new Map(),
    deletedTogether: [],
    failing: new Set(),
  };
}

export function addUser({ users }: GovernanceService): string {
  const id = mark('who');
  users.add(id);
  return id;
}

export function addResource(governance: GovernanceService, type: ResourceType): Resource {
  const { resources, defects } = governance;
  const isShownSo = type === 'GROUP' && defects.has('gov.resource-type-user-group');
  const made: Resource = {
    id: mark(type === 'APP' ? 'app' : 'grp'),
    type,
    ...(isShownSo && { shownType: 'USER_GROUP' }),
    managed: type === 'APP',
    deleted: false,
  };
  resources.set(made.id, made);
  if (type === 'GROUP' && defects.has('gov.group-resource-has-entitlements')) addEntitlement(governance, made);
  return made;
}

export function addEntitlement({ entitlements }: GovernanceService, resource: Resource, values = 1): Entitlement {
  const made: Entitlement = { id: mark('ent'), resource, values: Array.from({ length: values }, () => mark('val')) };
  entitlements.set(made.id, made);
  return made;
}

export function addBundle({ bundles }: GovernanceService, { resource, id, values }: Entitlement): Bundle {
  const made: Bundle = { id: mark('bun'), resource, picks: [{ entitlement: id, values: values.slice(0, 1) }] };
  bundles.set(made.id, made);
  return made;
}

export function addGrant({ grants, clock }: GovernanceService, about: Omit<Grant, 'id' | 'status' | 'at'>): Grant {
  const made: Grant = { ...about, id: mark('grant'), at: clock.now(), status: 'in force' };
  grants.set(made.id, made);
  return made;
}

export function addEntry({ entries }: GovernanceService, resource: Resource, about: Partial<Entry> = {}): Entry {
  const made: Entry = { id: mark('entry'), resource, parent: null, part: {}, byHand: false, ...about };
  entries.set(made.id, made);
  return made;
}

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export const PRINCIPAL_TYPE = 'human being';
