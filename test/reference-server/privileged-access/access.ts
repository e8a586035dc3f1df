import type { Call } from '../http/call.ts';
import { isObject, parsed } from '../http/call.ts';
import { refuse } from './refusal.ts';
import { DAY, liveGroups, rolesOf, TOKEN_LIFETIME_MS } from './teams.ts';
import type { Group, ResourceGroup, Team, Token, User, PrivilegedAccessService } from './teams.ts';

/** Who calls, and the team that the path names. */
export interface Caller {
  readonly team: Team;
  readonly user: User;
  readonly roles: ReadonlySet<string>;
}

/** Throws the refusal of a caller without a valid token, or one of another or of a disabled team. */
export function callerOf(privilegedAccess: PrivilegedAccessService, call: Call): Caller {
  const { defects } = privilegedAccess;
  const credential = defects.has('pam.any-scheme') ? /^\S+ +(.+)$/ : /^bearer +(.+)$/i;
  const value = credential.exec(call.headers['authorization'] ?? '')?.[1];
  const token = value === undefined ? undefined : (privilegedAccess.tokens.get(value) ?? almost(privilegedAccess, value));
  if (value === undefined && defects.has('pam.no-token-lacks-permission')) throw refuse('authorization_error', 'Who are you?');
  if (token === undefined && defects.has('pam.bad-token-lacks-permission')) throw refuse('authorization_error', 'Who are you?');
  if (token === undefined || isOver(privilegedAccess, token, call)) throw refuse('authentication_error', 'Who are you?');
  if (defects.has('pam.token-slides')) token.expiresAt = Math.max(token.expiresAt, privilegedAccess.clock.now() + TOKEN_LIFETIME_MS);
  const team = teamNamed(privilegedAccess, call.args['team'] ?? '');
  if (team !== undefined && defects.has('pam.buried-group-returns')) raise(team, privilegedAccess.clock.now() - DAY);
  if (team === undefined) throw refuse('resource_does_not_exist', 'There is no such team.');
  const isOpen = call.method === 'GET' && call.path.startsWith('/v1/estates/') && defects.has('pam.foreign-token-reads-estates');
  const isLaterPage = isLater(call) && defects.has('pam.offset-skips-permission');
  if (team !== token.team && !isOpen && !isLaterPage) throw refuse('authorization_error', 'You belong to another team.');
  const isSpared =
    (createsGroup(call) && defects.has('pam.disabled-team-creates-groups')) || defects.has('pam.disabled-team-seen-only-at-issue');
  if (team.disabled && !isSpared) throw refuse('disabled_team', 'This team is switched off.');
  const reads = call.method === 'GET' && call.path.startsWith('/v1/machines/');
  if (!token.permitted && !isLaterPage && !(reads && defects.has('pam.lapsed-permission-reads-servers')))
    throw refuse('authorization_error', 'What you were permitted has lapsed.');
  if (call.text !== '') demandObject(privilegedAccess, call);
  return { team, user: token.user, roles: defects.has('pam.roles-of-the-token') ? token.roles : rolesOf(team, token.user) };
}

/** The token that this one is almost, where a defect takes it for that. */
function almost({ defects, tokens }: PrivilegedAccessService, value: string): Token | undefined {
  const isLike = (other: string): boolean =>
    (defects.has('pam.token-case') && other.toLowerCase() === value.toLowerCase()) ||
    (defects.has('pam.token-tail') && other.slice(0, -1) === value.slice(0, -1)) ||
    (value.length >= 16 && defects.has('pam.token-prefix') && other.startsWith(value));
  return [...tokens.values()].find((token) => isLike(token.value));
}

function isOver({ defects, clock }: PrivilegedAccessService, { expiresAt }: Token, call: Call): boolean {
  if (call.path.startsWith('/v1/group-roles/') && defects.has('pam.expired-token-sets-roles')) return false;
  const grace = defects.has('pam.token-grace') ? 2 * 60_000 : 0;
  return expiresAt + grace - (defects.has('pam.token-dies-early') ? 10 * 60_000 : 0) <= clock.now();
}

function teamNamed({ defects, teams }: PrivilegedAccessService, name: string): Team | undefined {
  const isPrefix = name !== '' && defects.has('pam.team-found-by-prefix');
  return teams.get(name) ?? [...teams.values()].find((team) => isPrefix && team.name.startsWith(name));
}

/** Asks for a page of groups that a link leads to. */
export function isLater({ path, query }: Call): boolean {
  return /^\/v1\/teams\/[^/]+\/groups$/.test(path) && query.has('offset');
}

/** Groups that were deleted before then are no longer deleted. */
function raise({ groups }: Team, before: number): void {
  for (const group of groups) if ((group.deletedAt ?? before) < before) group.deletedAt = undefined;
}

function createsGroup({ path }: Call): boolean {
  return path.startsWith('/v1/group-drafts/');
}

/** A caller with one of these roles. */
export function callerWith(privilegedAccess: PrivilegedAccessService, call: Call, ...roles: readonly string[]): Caller {
  const caller = callerOf(privilegedAccess, call);
  demand(holds(caller, ...roles));
  return caller;
}

export function holds({ roles: own, team }: Caller, ...roles: readonly string[]): boolean {
  const isLess = (role: string): boolean => own.has(`delegated_${role}`) && team.defects.has('pam.delegated-role-wins');
  return roles.some((role) => own.has(role) && !isLess(role));
}

/** Whether the caller has the delegated role by a group that the resource group has been given to. */
export function holdsInside({ team, user }: Caller, role: string, resourceGroup: ResourceGroup | undefined): boolean {
  const enough = team.defects.has('pam.delegate-of-either-kind') ? ['delegated_resource_admin', 'delegated_security_admin'] : [role];
  const outlives = team.defects.has('pam.delegation-outlives-role');
  return liveGroups(team).some(
    ({ name, roles, firstRoles, members }) =>
      enough.some((one) => roles.has(one) || (outlives && firstRoles.has(one))) &&
      members.has(user.name) &&
      resourceGroup?.delegates.has(name) === true,
  );
}

export function demand(permitted: boolean): void {
  if (!permitted) throw refuse('authorization_error', 'None of your roles permits this.');
}

/** Throws where the body is no JSON object, or says that it is something else. */
export function demandObject({ defects }: PrivilegedAccessService, call: Call): Readonly<Record<string, unknown>> {
  const body = parsed(call);
  if (Array.isArray(body) && defects.has('pam.array-is-400')) throw refuse('invalid_request', 'That is a list.');
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(call.headers['content-type'] ?? '') || !isObject(body))
    throw refuse('unsupported_content_type', 'A JSON object is all that is understood here.');
  return body;
}

/** The group that requests call so: by its name, or by its identifier. */
export function groupNamed(team: Team, key: string | undefined, isDeletedToo = false): Group {
  const group = (isDeletedToo ? team.groups : liveGroups(team)).find((candidate) => candidate[team.groupsBy] === key);
  if (group === undefined) throw refuse('resource_does_not_exist', 'There is no such group.');
  return group;
}

export function userNamed(team: Team, name: string | undefined): User {
  const user = team.users.get(name ?? '');
  if (user === undefined) throw refuse('resource_does_not_exist', 'There is no such user.');
  return user;
}
