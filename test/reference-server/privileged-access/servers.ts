import { mark, secretMark } from '../marks.ts';
import { textInBody } from '../http/call.ts';
import { on } from '../http/routes.ts';
import type { Route } from '../http/routes.ts';
import { callerOf, demand, holds, holdsInside } from './access.ts';
import type { Caller } from './access.ts';
import { refuse } from './refusal.ts';
import { liveGroups } from './teams.ts';
import type { Group, Policy, Server, Team, PrivilegedAccessService } from './teams.ts';

/** Servers: enrolled, viewed, deleted, and connecting by themselves. */
export function serverRoutes(privilegedAccess: PrivilegedAccessService): readonly Route[] {
  return [
    on('POST /v1/yards/{team}/{yard}/arrivals', (call) => {
      const caller = callerOf(privilegedAccess, call);
      demand(administers(caller, call.args['yard'] ?? ''));
      const name = textInBody(call, 'machine', 'host');
      if (name === undefined) throw refuse('invalid_request', 'A machine has a host name.');
      const isFormer = [...caller.team.servers.values()].some((former) => former.deleted && former.name === name);
      if (isFormer && caller.team.defects.has('pam.reenrollment-refused')) throw refuse('resource_already_exists', 'That host is known.');
      const server = addServer(caller.team, call.args['yard'] ?? '', name);
      return { status: 200, json: { machine: { ref: server.id, host: server.name }, 'hand/over': { 'a~secret': server.token } } };
    }),
    on('GET /v1/machines/{team}/{machine}', (call) => {
      const caller = callerOf(privilegedAccess, call);
      const server = caller.team.servers.get(call.args['machine'] ?? '');
      const isGone = server?.deleted === true && !privilegedAccess.defects.has('pam.deleted-server-visible');
      if (server === undefined || isGone) throw refuse('resource_does_not_exist', 'There is no such machine.');
      if (!administers(caller, server.project) && !granted(privilegedAccess, caller, server))
        throw refuse(privilegedAccess.defects.has('pam.hidden-server-404') ? 'resource_does_not_exist' : 'forbidden_error', 'Not for you.');
      return { status: 200, json: { machine: { ref: server.id, host: server.name } } };
    }),
    on('DELETE /v1/yards/{team}/{yard}/machines/{machine}', (call) => {
      const caller = callerOf(privilegedAccess, call);
      if (privilegedAccess.choices.has('keeps-servers')) throw refuse('resource_does_not_exist', 'Machines stay.');
      const server = caller.team.servers.get(call.args['machine'] ?? '');
      const isViewer = server !== undefined && granted(privilegedAccess, caller, server);
      demand(administers(caller, call.args['yard'] ?? '') || (isViewer && privilegedAccess.defects.has('pam.viewer-deletes-server')));
      if (server === undefined || server.deleted || server.project !== call.args['yard'])
        throw refuse('resource_does_not_exist', 'There is no such machine in this yard.');
      server.deleted = true;
      server.deletedAt = privilegedAccess.clock.now();
      const { policies, servers, defects } = caller.team;
      if (defects.has('pam.server-deletion-ends-policies'))
        policies.splice(0, policies.length, ...policies.filter((policy) => servers.get(policy.server)?.project !== server.project));
      return { status: 202 };
    }),
    on('PUT /v1/machines/{team}/{machine}/line', (call) => {
      const team = privilegedAccess.teams.get(call.args['team'] ?? '');
      const server = team?.servers.get(call.args['machine'] ?? '');
      if (server === undefined || !knows(team, server, call.headers['x-machine-secret']))
        throw refuse('authentication_error', 'Which machine is that?');
      const isBack = [...(team?.servers.values() ?? [])].some(({ name, deleted }) => name === server.name && !deleted);
      const isFormer = [...(team?.servers.values() ?? [])].some(({ name, deleted }) => name === server.name && deleted);
      if (isFormer && !server.deleted && privilegedAccess.defects.has('pam.reenrolled-server-revoked'))
        throw refuse('server_authorization_revoked', 'This machine has been let go.');
      if (server.deleted && !(isBack && privilegedAccess.defects.has('pam.old-server-token-works-again'))) {
        const { clock, defects } = privilegedAccess;
        if (server.deletedAt + 3_600_000 <= clock.now() && defects.has('pam.deleted-server-forgotten'))
          throw refuse('authentication_error', 'Which machine is that?');
        server.deleted = !defects.has('pam.revoked-server-returns');
        throw refuse('server_authorization_revoked', 'This machine has been let go.');
      }
      return { status: 200, json: { line: 'open' } };
    }),
  ];
}

export function addServer(team: Team, project: string, name = mark('host')): Server {
  const server: Server = { id: mark('machine'), name, project, token: secretMark(), deleted: false, deletedAt: 0 };
  team.servers.set(server.id, server);
  return server;
}

function knows(team: Team | undefined, { token, project }: Server, given: string | undefined): boolean {
  if (team?.defects.has('pam.server-token-of-neighbour') !== true) return token === given;
  return [...team.servers.values()].some((server) => server.project === project && server.token === given);
}

function administers(caller: Caller, projectName: string): boolean {
  const project = caller.team.projects.find(({ name }) => name === projectName);
  if (project === undefined) throw refuse('resource_does_not_exist', 'There is no such yard.');
  const home = caller.team.resourceGroups.get(project.resourceGroup);
  const first = caller.team.projects.find(({ resourceGroup }) => resourceGroup === home?.id);
  if (first !== project && caller.team.defects.has('pam.delegate-first-project')) return holds(caller, 'resource_admin');
  return holds(caller, 'resource_admin') || holdsInside(caller, 'delegated_resource_admin', home);
}

function granted({ clock, defects }: PrivilegedAccessService, { team, user }: Caller, server: Server): boolean {
  const since = defects.has('pam.policy-lapses') ? clock.now() - 86_400_000 : 0;
  const isOf = ({ members, formerMembers }: Group): boolean =>
    members.has(user.name) || (formerMembers.has(user.name) && defects.has('pam.former-member-keeps-servers'));
  const own = liveGroups(team).filter(isOf);
  const isFor = (id: string): boolean =>
    id === server.id || (defects.has('pam.policy-covers-project') && team.servers.get(id)?.project === server.project);
  const isLate = ({ firstMembers }: Policy): boolean => !firstMembers.has(user.name) && defects.has('pam.late-joiner-without-access');
  return team.policies.some(
    (policy) => isFor(policy.server) && policy.at > since && !isLate(policy) && own.some(({ name }) => name === policy.group),
  );
}
