import { demand, demandIn, identities, teamOf } from './access.ts';
import { readBody, textOf } from './bodies.ts';
import { noContent, type Answer, type Call, type Visit } from './call.ts';
import { Refusal } from './errors.ts';
import { listPage } from './listing.ts';
import { create, isLive, named, nameOf } from './named.ts';
import type { Reach } from './roles.ts';
import type { ResourceGroup, Server, Team } from './store.ts';

const view = ({ id, name, projectId }: Server) => ({ id, name, project_id: projectId, deleted_at: null });

/** The servers that the caller may use. */
export function listServers(call: Call): Answer {
  const reach = demand(call, 'use-resources');
  return listPage(call, 'servers', call.team.servers.all, (server) => isLive(server) && mayUse(call, reach, server), view);
}

/** Throws Refusal for a server that no security policy makes available to the caller. */
export function getServer(call: Call): Answer {
  const server = named(call, call.team.servers, 'server_id');
  if (!mayUse(call, demand(call, 'use-resources'), server))
    throw new Refusal(call.policy.missingAccess(), 'No security policy gives you access to this server.');
  return { status: 200, body: view(server) };
}

/** Enrolls a server in a project; the answer holds the token with which the server itself calls in. */
export async function enrollServer(call: Call): Promise<Answer> {
  const project = named(call, call.team.projects, 'project_name');
  demandIn(call, 'manage-projects', call.team.resource_groups.withId(project.resourceGroupId));
  const name = nameOf(readBody(call));
  const token = call.surroundings.id(48);
  const server = await create(call, 'servers', call.team.servers, name, (listed) => ({ ...listed, token, projectId: project.id }));
  return { status: 201, body: { ...view(server), server_token: token } };
}

export function deleteServer(call: Call): Answer {
  const server = named(call, call.team.servers, 'server_id');
  demandIn(call, 'manage-projects', resourceGroupOf(call.team, server));
  call.team.servers.replace({ ...server, deletedAt: call.surroundings.now() });
  return noContent;
}

/** A server calls in with its own token. Throws Refusal `server_authorization_revoked` for a deleted one (Errors). */
export function connectServer(visit: Visit): Answer {
  const team = teamOf(visit);
  const token = textOf(readBody(visit), 'server_token');
  const server = team.servers.withId(visit.params['server_id'] ?? '');
  if (server?.token !== token) throw new Refusal('authentication_error', 'The token is not the one of this server.');
  if (visit.policy.isRevoked(server)) throw new Refusal('server_authorization_revoked', 'The server has been deleted. Enroll it again.');
  return { status: 200, body: view(server) };
}

/** The resource group in whose project a server is. */
export function resourceGroupOf(team: Team, server: Server): ResourceGroup | undefined {
  return team.resource_groups.withId(team.projects.withId(server.projectId)?.resourceGroupId ?? '');
}

function mayUse({ policy, team, caller }: Call, reach: Reach, server: Server): boolean {
  if (reach === 'team') return true;
  const ids = identities(team, caller);
  return team.security_policies.all.some(
    (granting) => isLive(granting) && granting.servers.includes(server.id) && policy.isGranted(ids, granting),
  );
}
