import type { Call } from '../http/call.ts';
import { isObject, parsed } from '../http/call.ts';
import { refuse } from './refusal.ts';
import { liveGroups, rolesOf } from './teams.ts';
import type { Group, ResourceGroup, Team, User, PrivilegedAccessService } from './teams.ts';

/** Who calls, and the team that the path names. */
export interface Caller {
  readonly team: Team;
  readonly user: User;
}

/** Throws the refusal of a caller without a valid token, or one of another or of a disabled team. */
export function callerOf(privilegedAccess: PrivilegedAccessService, call: Call): Caller {
  const value = /^bearer +(.+)$/i.exec(call.headers['authorization'] ?? '')?.[1];
  const token = value === undefined ? undefined : privilegedAccess.tokens.get(value);
  if (token === undefined || token.expiresAt <= privilegedAccess.clock.now()) throw refuse('authentication_error', 'Who are you?');
  const team = privilegedAccess.teams.get(call.args['team'] ?? '');
  if (team === undefined) throw refuse('resource_does_not_exist', 'There is no such team.');
  if (team !== token.team) throw refuse('authorization_error', 'You belong to another team.');
  if (team.disabled) throw refuse('disabled_team', 'This team is switched off.');
  if (!token.permitted) throw refuse('authorization_error', 'What you were permitted has lapsed.');
  return { team, user: token.user };
}

/** A caller with one of these roles. */
export function callerWith(privilegedAccess: PrivilegedAccessService, call: Call, ...roles: readonly string[]): Caller {
  const caller = callerOf(privilegedAccess, call);
  demand(holds(caller, ...roles));
  return caller;
}

export function holds({ team, user }: Caller, ...roles: readonly string[]): boolean {
  const own = rolesOf(team, user);
  return roles.some((role) => own.has(role));
}

/** Whether the caller has the delegated role by a group that the resource group has been given to. */
export function holdsInside({ team, user }: Caller, role: string, resourceGroup: ResourceGroup | undefined): boolean {
  return liveGroups(team).some(
    ({ name, roles, members }) => roles.has(role) && members.has(user.name) && resourceGroup?.delegates.has(name) === true,
  );
}

export function demand(permitted: boolean): void {
  if (!permitted) throw refuse('authorization_error', 'None of your roles permits this.');
}

/** Throws where the body is no JSON object, or says that it is something else. */
export function demandObject(call: Call): Readonly<Record<string, unknown>> {
  const body = parsed(call);
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(call.headers['content-type'] ?? '') || !isObject(body))
    throw refuse('unsupported_content_type', 'A JSON object is all that is understood here.');
  return body;
}

export function groupNamed(team: Team, name: string | undefined): Group {
  const group = liveGroups(team).find((candidate) => candidate.name === name);
  if (group === undefined) throw refuse('resource_does_not_exist', 'There is no such group.');
  return group;
}

export function userNamed(team: Team, name: string | undefined): User {
  const user = team.users.get(name ?? '');
  if (user === undefined) throw refuse('resource_does_not_exist', 'There is no such user.');
  return user;
}
