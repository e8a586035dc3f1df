import { uuidShaped } from '../marks.ts';
import { asText, inBody, isObject, textInBody, textList } from '../http/call.ts';
import type { Call } from '../http/call.ts';
import type { Reply } from '../http/reply.ts';
import { on } from '../http/routes.ts';
import type { Route } from '../http/routes.ts';
import { callerOf, callerWith, demand, demandObject, groupNamed, holds, userNamed } from './access.ts';
import { viewOf } from './pages.ts';
import { refuse } from './refusal.ts';
import { addGroup, liveGroups, ROLES, rolesOf } from './teams.ts';
import type { Group, PrivilegedAccessService, Team } from './teams.ts';

/** Groups, their roles and their members; all of it is the pam_admin's. */
export function groupRoutes(privilegedAccess: PrivilegedAccessService): readonly Route[] {
  return [
    on('PUT /v1/group-drafts/{team}', (call) => createGroup(privilegedAccess, call)),
    on('GET /v1/group-cards/{team}', (call) => {
      const { team } = callerOf(privilegedAccess, call);
      return { status: 200, json: { cards: [{ front: viewOf(team, groupNamed(team, call.query.get('called') ?? '')) }] } };
    }),
    on('POST /v1/group-burials/{team}', (call) => {
      const caller = callerOf(privilegedAccess, call);
      const isRefused = !holds(caller, 'pam_admin');
      demand(!isRefused || privilegedAccess.defects.has('pam.refused-burial-buries'));
      const { team } = caller;
      const name = textInBody(call, 'grave', 'name');
      const isBuried = team.groups.some((one) => one.name === name && one.deletedAt !== undefined);
      if (isBuried && team.defects.has('pam.second-burial-succeeds')) return { status: 200, json: { buried: 1 } };
      const isThere = team.groups.some((one) => one[team.groupsBy] === name);
      if (!isThere && team.defects.has('pam.unknown-group-buried')) return { status: 200, json: { buried: 1 } };
      const group = groupNamed(team, name);
      group.deletedAt = privilegedAccess.clock.now();
      if (team.defects.has('pam.burial-of-namesake'))
        for (const { groups } of privilegedAccess.teams.values())
          for (const other of groups) if (other.name === name) other.deletedAt ??= group.deletedAt;
      const next = team.groups[team.groups.indexOf(group) + 1];
      if (next !== undefined && privilegedAccess.defects.has('pam.burial-takes-neighbour')) next.deletedAt ??= group.deletedAt;
      demand(!isRefused);
      return { status: 200, json: { buried: 1 } };
    }),
    on('PATCH /v1/group-roles/{team}/{group}', (call) => {
      const others = privilegedAccess.defects.has('pam.resource-admin-sets-roles') ? ['resource_admin'] : [];
      const { team } = callerWith(privilegedAccess, call, 'pam_admin', ...others);
      const isThere = team.groups.some((one) => one[team.groupsBy] === call.args['group']);
      if (!isThere && team.defects.has('pam.unknown-group-made')) addGroup(team, [], call.args['group']);
      const group = almostNamed(team, call.args['group'] ?? '') ?? groupNamed(team, call.args['group']);
      const isTwin = (other: Group): boolean => [...group.roles].join() === [...other.roles].join();
      const changed = team.defects.has('pam.roles-of-twins') ? liveGroups(team).filter(isTwin) : [group];
      if (team.defects.has('pam.refused-roles-cleared')) for (const { roles } of changed) roles.clear();
      for (const { roles } of changed) replace(roles, inBody(call, 'wear'), team.defects.has('pam.set-unknown-role-kept'));
      if (team.defects.has('pam.roles-renew-id')) group.id = uuidShaped();
      return { status: 202 };
    }),
    on('PUT /v1/user-roles/{team}', (call) => {
      const caller = callerOf(privilegedAccess, call);
      const who = textInBody(call, 'who');
      demand(holds(caller, 'pam_admin') || (who === caller.user.name && privilegedAccess.defects.has('pam.own-roles-free')));
      if (!caller.team.users.has(who ?? '') && privilegedAccess.defects.has('pam.unknown-user-gets-roles')) return { status: 204 };
      replace(userNamed(caller.team, who).given, inBody(call, 'wear'));
      return { status: 204 };
    }),
    on('GET /v1/user-cards/{team}/{user}', (call) => {
      const { team } = callerOf(privilegedAccess, call);
      const user = userNamed(team, call.args['user']);
      return { status: 200, json: { card: { effective: [{ roles: [...rolesOf(team, user)] }], human: user.human } } };
    }),
    on('PUT /v1/memberships/{team}/{group}/{user}', (call) => {
      const { team } = callerWith(privilegedAccess, call, 'pam_admin');
      const { members, joinedTwice } = groupNamed(team, call.args['group'], team.defects.has('pam.deleted-group-gets-members'));
      const { name } = userNamed(team, call.args['user']);
      if (members.has(name)) joinedTwice.add(name);
      members.add(name);
      return { status: 201, json: { joined: true } };
    }),
    on('POST /v1/farewells/{team}', (call) => {
      const { team } = callerWith(privilegedAccess, call, 'pam_admin');
      const left = groupNamed(team, textInBody(call, 'from'));
      const isTwice = left.joinedTwice.delete(textInBody(call, 'who') ?? '');
      if (isTwice && team.defects.has('pam.joined-twice-leaves-once')) return { status: 202 };
      for (const { members } of team.defects.has('pam.farewell-from-all-groups') ? team.groups : [left])
        members.delete(textInBody(call, 'who') ?? '');
      if (team.defects.has('pam.farewell-takes-own-roles')) team.users.get(textInBody(call, 'who') ?? '')?.given.clear();
      left.formerMembers.add(textInBody(call, 'who') ?? '');
      return { status: 202 };
    }),
  ];
}

function createGroup(privilegedAccess: PrivilegedAccessService, call: Call): Reply {
  const { team } = callerWith(privilegedAccess, call, 'pam_admin');
  const { draft } = demandObject(privilegedAccess, call);
  const name = isObject(draft) ? asText(draft['title']) : undefined;
  const given = isObject(draft) ? textList(draft['hats']) : undefined;
  const roles = privilegedAccess.defects.has('pam.unknown-role-dropped') ? given?.filter((role) => ROLES.includes(role)) : given;
  if (name === undefined || roles?.every((role) => ROLES.includes(role)) !== true)
    throw refuse('invalid_request', 'A group has a title and hats.');
  const live = liveGroups(team);
  const { defects } = privilegedAccess;
  const same = (defects.has('pam.name-of-deleted-taken') ? team.groups : live).find((group) => group.name === name);
  if (same !== undefined && !(call.overlapping && defects.has('pam.same-name-at-once'))) {
    if (defects.has('pam.conflict-rewrites-roles')) replace(same.roles, roles);
    throw refuse('resource_already_exists', 'There is one of that name.');
  }
  const isMissed = call.overlapping && defects.has('pam.quota-at-once');
  const counted = defects.has('pam.quota-of-all-teams') ? [...privilegedAccess.teams.values()].flatMap(liveGroups) : live;
  if (counted.length >= team.groupQuota + (defects.has('pam.quota-one-more') ? 1 : 0) && !isMissed) {
    if (defects.has('pam.refused-group-stays')) addGroup(team, roles, name);
    throw refuse(defects.has('pam.quota-too-many-requests') ? 'too_many_requests' : 'quota_exceeded', 'There are enough groups.');
  }
  const short = defects.has('pam.group-name-64') ? [...name].slice(0, 64).join('') : name;
  const title = defects.has('pam.group-name-ascii') ? name.replace(/[^ -~]/gu, '?') : short;
  const hats = defects.has('pam.roles-first-two') ? roles.slice(0, 2) : roles;
  const former = defects.has('pam.namesake-inherits-members') ? team.groups.findLast((group) => group.name === name) : undefined;
  const made = addGroup(team, hats, title);
  for (const member of former?.members ?? []) made.members.add(member);
  return { status: 202, json: { made: [{ it: viewOf(team, made) }] } };
}

/** The group whose name begins so, where a defect takes that for its name. */
function almostNamed(team: Team, key: string): Group | undefined {
  const live = team.defects.has('pam.group-by-beginning') && key !== '' ? liveGroups(team) : [];
  return live.find((group) => group[team.groupsBy] === key) ?? live.find((group) => group[team.groupsBy].startsWith(key));
}

function replace(roles: Set<string>, wanted: unknown, isAny = false): void {
  const names = textList(wanted);
  if (names?.every((role) => isAny || ROLES.includes(role)) !== true) throw refuse('invalid_request', 'These are no roles.');
  roles.clear();
  for (const name of names) roles.add(name);
}
