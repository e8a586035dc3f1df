import { mark } from '../marks.ts';
import { inBody, textInBody } from '../http/call.ts';
import type { Call } from '../http/call.ts';
import { on } from '../http/routes.ts';
import type { Route } from '../http/routes.ts';
import { callerOf, callerWith, demand, groupNamed, holds, holdsInside } from './access.ts';
import { refuse } from './refusal.ts';
import type { Project, ResourceGroup, Team, PrivilegedAccessService } from './teams.ts';

/** Resource Groups, projects and Security Policies. */
export function estateRoutes(privilegedAccess: PrivilegedAccessService): readonly Route[] {
  return [
    on('POST /v1/estates/{team}', (call) => {
      const { team } = callerWith(privilegedAccess, call, 'resource_admin');
      const name = needed(textInBody(call, 'estate', 'label'));
      const last = team.defects.has('pam.new-estate-inherits-stewards') ? [...team.resourceGroups.values()].at(-1) : undefined;
      const made: ResourceGroup = { id: mark('estate'), firstName: name, name, delegates: new Set(last?.delegates) };
      team.resourceGroups.set(made.id, made);
      return { status: 200, json: { estate: { ref: made.id, label: made.name } } };
    }),
    on('GET /v1/estates/{team}/{estate}', (call) => {
      const { team } = callerOf(privilegedAccess, call);
      const found = estate(team, call);
      found.shownName ??= found.name;
      return {
        status: 200,
        json: { estate: { ref: found.id, label: team.defects.has('pam.estate-name-cached') ? found.shownName : found.name } },
      };
    }),
    on('PUT /v1/estates/{team}/{estate}/label', (call) => {
      const isFree = privilegedAccess.defects.has('pam.update-estate-free');
      const { team } = isFree ? callerOf(privilegedAccess, call) : callerWith(privilegedAccess, call, 'resource_admin');
      const found = estate(team, call);
      found.name = needed(textInBody(call, 'label'));
      if (team.defects.has('pam.rename-drops-stewards')) found.delegates.clear();
      return { status: 204 };
    }),
    on('DELETE /v1/estates/{team}/{estate}', (call) => {
      const isFree = privilegedAccess.defects.has('pam.anyone-razes-estates');
      const { team } = isFree ? callerOf(privilegedAccess, call) : callerWith(privilegedAccess, call, 'resource_admin');
      const found = estate(team, call);
      team.resourceGroups.delete(found.id);
      team.razed.set(found.id, found);
      return { status: 200, json: { removed: true } };
    }),
    on('PUT /v1/estates/{team}/{estate}/stewards', (call) => {
      const { team } = callerWith(privilegedAccess, call, 'resource_admin');
      const found = estate(team, call);
      const { name } = groupNamed(team, textInBody(call, 'group'));
      if (team.defects.has('pam.delegate-of-latest-only')) for (const { delegates } of team.resourceGroups.values()) delegates.delete(name);
      found.delegates.add(name);
      if (team.defects.has('pam.estate-name-reverts')) found.name = found.firstName;
      return { status: 202 };
    }),
    on('POST /v1/estates/{team}/{estate}/yards', (call) => {
      const caller = callerOf(privilegedAccess, call);
      const owner = estate(caller.team, call);
      demand(holds(caller, 'resource_admin') || holdsInside(caller, 'delegated_resource_admin', owner));
      const made: Project = { name: needed(textInBody(call, 'yard')), resourceGroup: owner.id, settings: {} };
      const isTaken = caller.team.projects.some(({ name, resourceGroup }) => name === made.name && resourceGroup === made.resourceGroup);
      if (isTaken && !caller.team.defects.has('pam.projects-of-one-name'))
        throw refuse('resource_already_exists', 'There is a yard of that name.');
      caller.team.projects.push(made);
      return { status: 202, json: [made.name, made.resourceGroup] };
    }),
    on('PATCH /v1/estates/{team}/{estate}/yards/{yard}', (call) => {
      const caller = callerOf(privilegedAccess, call);
      const owner = estate(caller.team, call);
      const everywhere = holds(caller, 'delegated_resource_admin') && caller.team.defects.has('pam.delegate-everywhere');
      demand(holds(caller, 'resource_admin') || holdsInside(caller, 'delegated_resource_admin', owner) || everywhere);
      const project = caller.team.projects.find(({ name, resourceGroup }) => name === call.args['yard'] && resourceGroup === owner.id);
      if (project === undefined) throw refuse('resource_does_not_exist', 'There is no such yard.');
      project.settings = inBody(call, 'settings');
      return { status: 204 };
    }),
    on('POST /v1/rules/{team}', (call) => {
      const caller = callerOf(privilegedAccess, call);
      const { team } = caller;
      const server = team.servers.get(textInBody(call, 'rule', 'machine') ?? '');
      const home = team.projects.find(({ name }) => name === server?.project);
      demand(
        holds(caller, 'security_admin') ||
          holdsInside(caller, 'delegated_security_admin', team.resourceGroups.get(home?.resourceGroup ?? '')) ||
          (holds(caller, 'delegated_security_admin') && team.defects.has('pam.delegated-security-everywhere')),
      );
      if (server === undefined || server.deleted) throw refuse('resource_does_not_exist', 'There is no such machine.');
      const at = privilegedAccess.clock.now();
      const { name: group, members } = groupNamed(team, textInBody(call, 'rule', 'for'), team.defects.has('pam.policy-for-deleted-group'));
      const policy = { id: mark('rule'), at, server: server.id, group, firstMembers: new Set(members) };
      if (team.defects.has('pam.second-policy-replaces'))
        team.policies.splice(0, team.policies.length, ...team.policies.filter((other) => other.server !== server.id));
      if (!(call.overlapping && team.defects.has('pam.policies-at-once-lost'))) team.policies.push(policy);
      return { status: 201, json: { rule: policy.id } };
    }),
  ];
}

function estate(team: Team, call: Call): ResourceGroup {
  const id = call.args['estate'] ?? '';
  const razed = call.method === 'POST' && team.defects.has('pam.deleted-estate-takes-projects') ? team.razed.get(id) : undefined;
  const isRead = call.method === 'GET' && team.defects.has('pam.razed-estate-readable');
  const isRenamed = call.path.endsWith('/label') && team.defects.has('pam.razed-estate-renamed');
  const found = team.resourceGroups.get(id) ?? razed ?? (isRead || isRenamed ? team.razed.get(id) : undefined);
  if (found === undefined) throw refuse('resource_does_not_exist', 'There is no such estate.');
  return found;
}

function needed(text: string | undefined): string {
  if (text === undefined) throw refuse('invalid_request', 'A name is missing.');
  return text;
}
