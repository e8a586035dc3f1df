import type { Choices } from '../choices.ts';
import type { Clock } from '../clock.ts';
import type { Defects } from '../faults/defects.ts';
import { mark, secretMark, uuidShaped } from '../marks.ts';

export const ROLES = ['pam_admin', 'resource_admin', 'delegated_resource_admin', 'security_admin', 'delegated_security_admin', 'end_user'];

export interface Group {
  id: string;
  readonly name: string;
  readonly roles: Set<string>;
  readonly firstRoles: ReadonlySet<string>;
  /** when it was first listed since the last creation of a group */
  listedRoles?: ReadonlySet<string> | undefined;
  /** names of users */
  readonly members: Set<string>;
  /** names of users who have left */
  readonly formerMembers: Set<string>;
  /** names of users who have joined while they were members */
  readonly joinedTwice: Set<string>;
  deletedAt: number | undefined;
}

export interface User {
  readonly name: string;
  readonly human: boolean;
  readonly given: Set<string>;
}

export interface ResourceGroup {
  readonly id: string;
  readonly firstName: string;
  name: string;
  /** when it was first read */
  shownName?: string;
  /** names of the groups whose members are its delegated administrators */
  readonly delegates: Set<string>;
}

export interface Project {
  readonly name: string;
  readonly resourceGroup: string;
  settings: unknown;
}

export interface Server {
  readonly id: string;
  readonly name: string;
  readonly project: string;
  readonly token: string;
  deleted: boolean;
  deletedAt: number;
}

export interface Policy {
  readonly id: string;
  readonly at: number;
  readonly server: string;
  readonly group: string;
  /** names of the users who were in the group when it was made */
  readonly firstMembers: ReadonlySet<string>;
}

export interface Rate {
  readonly limit: number;
  readonly periodMs: number;
  /** times of the operations that still count */
  log: readonly number[];
  /** the log of a second worker, where a defect has each keep its own */
  otherLog?: readonly number[];
  /** how many have ever been counted */
  ever?: number;
  /** times of refused ones, where a defect counts them */
  refused?: readonly number[];
}

export interface Team {
  readonly name: string;
  disabled: boolean;
  groupQuota: number;
  rate: Rate;
  readonly groups: Group[];
  /** what requests call a group by */
  readonly groupsBy: 'name' | 'id';
  readonly users: Map<string, User>;
  readonly resourceGroups: Map<string, ResourceGroup>;
  readonly projects: Project[];
  readonly servers: Map<string, Server>;
  readonly policies: Policy[];
  readonly deprecated: Set<string>;
  /** Resource Groups that have been deleted */
  readonly razed: Map<string, ResourceGroup>;
  readonly defects: Defects;
}

export interface Key {
  readonly id: string;
  readonly secret: string;
  readonly team: Team;
  readonly user: User;
  readonly expiresAt: number;
}

export interface Token {
  readonly value: string;
  readonly team: Team;
  readonly user: User;
  readonly keyId: string;
  expiresAt: number;
  /** of the user when it was issued */
  readonly roles: ReadonlySet<string>;
  permitted: boolean;
}

/** Everything that the privileged access service knows. */
export interface PrivilegedAccessService {
  readonly clock: Clock;
  readonly defects: Defects;
  readonly choices: Choices;
  /** where the service stands, for its links */
  readonly baseUrl: () => string;
  readonly teams: Map<string, Team>;
  readonly keys: Map<string, Key>;
  readonly tokens: Map<string, Token>;
  /** the last token of each key */
  readonly handedOut: Map<string, Token>;
  /** requests that belong to no team */
  readonly common: Rate;
  /** what the next requests meet instead of an answer */
  readonly troubles: ('unknown_error' | 'service_offline' | 'gateway_timeout')[];
}

export const DAY = 86_400_000;
export const TOKEN_LIFETIME_MS = 90 * 60_000;
const WIDE = { limit: 100_000, periodMs: 37_000 };

export function newPrivilegedAccessService(
  clock: Clock,
  defects: Defects,
  choices: Choices,
  baseUrl: () => string,
): PrivilegedAccessService {
  const [teams, keys, tokens, handedOut] = [new Map(), new Map(), new Map(), new Map()];
  return { clock, defects, choices, baseUrl, teams, keys, tokens, handedOut, common: { ...WIDE, log: [] }, troubles: [] };
}

export function addTeam(privilegedAccess: PrivilegedAccessService): Team {
  const team: Team = {
    name: `Norðurljós & Søn ${mark('n')}`,
    disabled: false,
    groupQuota: 5000,
    rate: { ...WIDE, log: [] },
    groups: [],
    groupsBy: privilegedAccess.choices.has('groups-by-id') ? 'id' : 'name',
    users: new Map(),
    resourceGroups: new Map(),
    projects: [],
    servers: new Map(),
    policies: [],
    deprecated: new Set(),
    razed: new Map(),
    defects: privilegedAccess.defects,
  };
  privilegedAccess.teams.set(team.name, team);
  return team;
}

export function addGroup(team: Team, roles: readonly string[], name = `Gruppe ${mark('g')}`): Group {
  const id = team.defects.has('pam.group-id-without-hyphens') ? uuidShaped().replaceAll('-', '') : uuidShaped();
  const group: Group = {
    id: `${team.defects.has('pam.group-id-prefixed') ? 'grp-' : ''}${id}`,
    name,
    roles: new Set(roles),
    firstRoles: new Set(roles),
    members: new Set(),
    formerMembers: new Set(),
    joinedTwice: new Set(),
    deletedAt: undefined,
  };
  for (const other of team.groups) other.listedRoles = undefined;
  team.groups.push(group);
  return group;
}

export function addUser(team: Team, given: readonly string[], human = false): User {
  const user: User = { name: mark(human ? 'person' : 'robot'), human, given: new Set(given) };
  team.users.set(user.name, user);
  return user;
}

export function addKey(
  privilegedAccess: PrivilegedAccessService,
  team: Team,
  user: User,
  expiresAt = privilegedAccess.clock.now() + 4000 * 86_400_000,
): Key {
  const key: Key = { id: mark('key'), secret: secretMark(), team, user, expiresAt };
  privilegedAccess.keys.set(key.id, key);
  return key;
}

export function issue(
  privilegedAccess: PrivilegedAccessService,
  key: Key,
  expiresAt = privilegedAccess.clock.now() + TOKEN_LIFETIME_MS,
): Token {
  const token: Token = {
    value: secretMark(40),
    team: key.team,
    user: key.user,
    keyId: key.id,
    expiresAt,
    permitted: true,
    roles: rolesOf(key.team, key.user),
  };
  privilegedAccess.tokens.set(token.value, token);
  return token;
}

export function liveGroups(team: Team): readonly Group[] {
  return team.groups.filter(({ deletedAt }) => deletedAt === undefined);
}

/** All roles of a user: that of every human, those given, those of their groups. */
export function rolesOf(team: Team, user: User): ReadonlySet<string> {
  const { defects } = team;
  const groups = (defects.has('pam.deleted-group-grants') ? team.groups : liveGroups(team)).filter(({ members }) => members.has(user.name));
  const isFirst = defects.has('pam.only-first-role-of-a-group-counts');
  const fromGroups = (defects.has('pam.first-group-counts') ? groups.slice(0, 1) : groups).flatMap(({ roles }) =>
    [...roles].slice(0, isFirst ? 1 : undefined),
  );
  const ofEveryHuman = user.human && !(groups.length > 0 && defects.has('pam.end-user-lost')) ? ['end_user'] : [];
  const isReplaced = user.given.size > 0 && defects.has('pam.own-roles-replace-groups');
  return new Set([...ofEveryHuman, ...user.given, ...(isReplaced ? [] : fromGroups)]);
}
