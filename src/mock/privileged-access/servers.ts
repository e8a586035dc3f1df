import { json, noContent } from '../kit/json.ts';
import type { WireResponse } from '../kit/service.ts';
import { readBody, type RequestContext, type TeamContext } from './context.ts';
import { demand, demandIn, identities, teamOf } from './access.ts';
import { textOf } from './bodies.ts';
import { Refusal } from './errors.ts';
import { listPage } from './listing.ts';
import { create, isLive, named, nameOf } from './named.ts';
import type { Reach } from './roles.ts';
import type { ResourceGroup, Server, Team } from './store.ts';

const view = ({ id, name, projectId }: Server) => ({ id, name, project_id: projectId, deleted_at: null });

/** The servers that the caller may use. */
export function listServers(context: TeamContext): WireResponse {
  const reach = demand(context, 'use-resources');
  return listPage(context, 'servers', context.team.servers.all, (server) => isLive(server) && mayUse(context, reach, server), view);
}

/** Throws Refusal for a server that no security policy makes available to the caller. */
export function getServer(context: TeamContext): WireResponse {
  const server = named(context, context.team.servers, 'server_id');
  if (!mayUse(context, demand(context, 'use-resources'), server))
    throw new Refusal(context.policy.missingAccess(), 'No security policy gives you access to this server.');
  return json(200, view(server));
}

/** Enrolls a server in a project; the answer holds the token with which the server itself calls in. */
export async function enrollServer(context: TeamContext): Promise<WireResponse> {
  const project = named(context, context.team.projects, 'project_name');
  demandIn(context, 'manage-projects', context.team.resource_groups.withId(project.resourceGroupId));
  const name = nameOf(readBody(context));
  const token = context.id(48);
  const server = await create(context, 'servers', context.team.servers, name, (listed) => ({ ...listed, token, projectId: project.id }));
  return json(201, { ...view(server), server_token: token });
}

export function deleteServer(context: TeamContext): WireResponse {
  const server = named(context, context.team.servers, 'server_id');
  demandIn(context, 'manage-projects', resourceGroupOf(context.team, server));
  context.team.servers.replace({ ...server, deletedAt: context.now() });
  return noContent;
}

/** A server calls in with its own token. Throws Refusal `server_authorization_revoked` for a deleted one (Errors). */
export function connectServer(context: RequestContext): WireResponse {
  const team = teamOf(context);
  const token = textOf(readBody(context), 'server_token');
  const server = team.servers.withId(context.params['server_id'] ?? '');
  if (server?.token !== token) throw new Refusal('authentication_error', 'The token is not the one of this server.');
  if (context.policy.isRevoked(server)) throw new Refusal('server_authorization_revoked', 'The server has been deleted. Enroll it again.');
  return json(200, view(server));
}

/** The resource group in whose project a server is. */
export function resourceGroupOf(team: Team, server: Server): ResourceGroup | undefined {
  return team.resource_groups.withId(team.projects.withId(server.projectId)?.resourceGroupId ?? '');
}

function mayUse({ policy, team, caller }: TeamContext, reach: Reach, server: Server): boolean {
  if (reach === 'team') return true;
  const ids = identities(team, caller);
  return team.security_policies.all.some(
    (granting) => isLive(granting) && granting.servers.includes(server.id) && policy.isGranted(ids, granting),
  );
}
