import { post } from '../kit/define-service.ts';
import { json, noContent } from '../kit/json.ts';
import type { JsonObject } from '../kit/service.ts';
import { demand, demandIn, identities, inTeam, teamOf, teamPath } from './access.ts';
import { membersIn } from './bodies.ts';
import { readBody, type RequestContext, type TeamContext } from './context.ts';
import { Refusal } from './errors.ts';
import { listPage } from './listing.ts';
import { change, create, demandFree, isLive, named, nameOf } from './named.ts';
import type { Listed, ResourceStore } from './resource-store.ts';
import type { Reach } from './roles.ts';
import type { Project, ResourceGroup, SecurityPolicy, Server, Team } from './store.ts';

const viewResourceGroup = ({ id, name, delegates }: ResourceGroup) => ({
  id,
  name,
  delegated_resource_admins: delegates,
  deleted_at: null,
});

const viewProject = ({ id, name, resourceGroupId, sessionRecording }: Project) => ({
  id,
  name,
  resource_group_id: resourceGroupId,
  session_recording: sessionRecording,
  deleted_at: null,
});

const viewServer = ({ id, name, projectId }: Server) => ({ id, name, project_id: projectId, deleted_at: null });

const viewSecurityPolicy = ({ id, name, servers, principals }: SecurityPolicy) => ({ id, name, servers, principals, deleted_at: null });

const resourceGroupOf = (context: TeamContext): ResourceGroup => named(context, 'resource_groups', 'resource_group_id');
const serverOf = (context: TeamContext): Server => named(context, 'servers', 'server_id');
const securityPolicyOf = (context: TeamContext): SecurityPolicy => named(context, 'security_policies', 'policy_id');

/** The project that the path addresses, for those who may manage it. */
function projectOf(context: TeamContext): Project {
  const group = resourceGroupOf(context);
  const project = named(context, 'projects', 'project_name');
  if (project.resourceGroupId !== group.id)
    throw new Refusal('resource_does_not_exist', `'${project.name}' is not in this resource group.`, 'project_name');
  demandIn(context, 'manage-projects', group);
  return project;
}

/** The resource group in whose project a server is. */
function groupOfServer(team: Team, server: Server): ResourceGroup | undefined {
  return team.resource_groups.withId(team.projects.withId(server.projectId)?.resourceGroupId ?? '');
}

function mayUse({ policy, team, caller }: TeamContext, reach: Reach, server: Server): boolean {
  if (reach === 'team') return true;
  const ids = identities(team, caller);
  return team.security_policies.all.some(
    (granting) => isLive(granting) && granting.servers.includes(server.id) && policy.isGranted(ids, granting),
  );
}

/** A delegate may make servers available only in the resource groups assigned to him. */
function demandForAll(context: TeamContext, servers: readonly Server[]): void {
  if (servers.length === 0 && !context.policy.viewersMay('share')) demandIn(context, 'create-policies', undefined);
  for (const server of servers) demandIn(context, 'create-policies', groupOfServer(context.team, server));
}

/** What a member lists by name or id. Throws Refusal `invalid_request` for what is not there. */
function found<Item extends Listed>(body: JsonObject, member: string, stores: readonly ResourceStore<Item>[]): readonly Item[] {
  return (membersIn(body).texts(member) ?? []).map((key) => {
    const item = stores.map((items) => items.named(key) ?? items.withId(key)).find((one) => one !== undefined && isLive(one));
    if (item === undefined) throw new Refusal('invalid_request', `${member}: there is no '${key}'.`, member);
    return item;
  });
}

const resourceGroupOperations = {
  listResourceGroups: inTeam.get('/resource_groups', (context) =>
    listPage(context, 'resource_groups', context.team.resource_groups.all, isLive, viewResourceGroup),
  ),
  createResourceGroup: inTeam.post('/resource_groups', async (context) => {
    demand(context, 'create-resource-groups');
    const name = nameOf(readBody(context));
    return create(context, 'resource_groups', name, viewResourceGroup, (listed) => ({ ...listed, delegates: [] }));
  }),
  getResourceGroup: inTeam.get('/resource_groups/{resource_group_id}', (context) => json(200, viewResourceGroup(resourceGroupOf(context)))),
  updateResourceGroup: inTeam.put('/resource_groups/{resource_group_id}', async (context) => {
    demand(context, 'update-resource-groups');
    demandIn(context, 'update-resource-groups', resourceGroupOf(context));
    const name = nameOf(readBody(context));
    await change(context, 'resource_groups', resourceGroupOf(context), (group) => {
      demandFree(context, 'resource_groups', group, name);
      return { ...group, name };
    });
    return noContent;
  }),
  deleteResourceGroup: inTeam.del('/resource_groups/{resource_group_id}', async (context) => {
    demand(context, 'delete-resource-groups');
    await change(context, 'resource_groups', resourceGroupOf(context), (group) => ({ ...group, deletedAt: context.now() }));
    return noContent;
  }),
  /** a user, or the members of a group, become delegated administrators of a resource group */
  assignDelegate: inTeam.post('/resource_groups/{resource_group_id}/delegated_resource_admins', async (context) => {
    demand(context, 'assign-delegates');
    const name = nameOf(readBody(context));
    const found = resourceGroupOf(context);
    const delegate = context.team.groups.named(name) ?? context.team.users.named(name);
    if (delegate === undefined) throw new Refusal('invalid_request', `There is no user or group '${name}'.`, 'name');
    await change(context, 'resource_groups', found, (group) => ({
      ...group,
      delegates: [...new Set([...group.delegates, delegate.id])],
    }));
    return noContent;
  }),
};

const projectOperations = {
  listProjects: inTeam.get('/resource_groups/{resource_group_id}/projects', (context) => {
    const { id } = resourceGroupOf(context);
    const accepts = (project: Project): boolean => isLive(project) && project.resourceGroupId === id;
    return listPage(context, `resource_groups/${id}/projects`, context.team.projects.all, accepts, viewProject);
  }),
  createProject: inTeam.post('/resource_groups/{resource_group_id}/projects', async (context) => {
    const group = resourceGroupOf(context);
    demandIn(context, 'manage-projects', group);
    const name = nameOf(readBody(context));
    return create(context, 'projects', name, viewProject, (listed) => ({ ...listed, resourceGroupId: group.id, sessionRecording: false }));
  }),
  getProject: inTeam.get('/resource_groups/{resource_group_id}/projects/{project_name}', (context) =>
    json(200, viewProject(projectOf(context))),
  ),
  updateProject: inTeam.put('/resource_groups/{resource_group_id}/projects/{project_name}', (context) => {
    const project = projectOf(context);
    const sessionRecording = membersIn(readBody(context)).flag('session_recording') ?? project.sessionRecording;
    context.team.projects.replace({ ...project, sessionRecording });
    return noContent;
  }),
  deleteProject: inTeam.del('/resource_groups/{resource_group_id}/projects/{project_name}', (context) => {
    context.team.projects.replace({ ...projectOf(context), deletedAt: context.now() });
    return noContent;
  }),
};

const serverOperations = {
  /** enrolls a server in a project; the answer holds the token with which the server itself calls in */
  enrollServer: inTeam.post('/projects/{project_name}/servers', async (context) => {
    const project = named(context, 'projects', 'project_name');
    demandIn(context, 'manage-projects', context.team.resource_groups.withId(project.resourceGroupId));
    const name = nameOf(readBody(context));
    const token = context.id(48);
    const view = (server: Server): JsonObject => ({ ...viewServer(server), server_token: token });
    return create(context, 'servers', name, view, (listed) => ({ ...listed, token, projectId: project.id }));
  }),
  /** those that the caller may use */
  listServers: inTeam.get('/servers', (context) => {
    const reach = demand(context, 'use-resources');
    const accepts = (server: Server): boolean => isLive(server) && mayUse(context, reach, server);
    return listPage(context, 'servers', context.team.servers.all, accepts, viewServer);
  }),
  getServer: inTeam.get('/servers/{server_id}', (context) => {
    const server = serverOf(context);
    if (!mayUse(context, demand(context, 'use-resources'), server))
      throw new Refusal(context.policy.missingAccess(), 'No security policy gives you access to this server.');
    return json(200, viewServer(server));
  }),
  deleteServer: inTeam.del('/servers/{server_id}', (context) => {
    const server = serverOf(context);
    if (!(context.policy.viewersMay('delete') && mayUse(context, 'assigned', server)))
      demandIn(context, 'manage-projects', groupOfServer(context.team, server));
    context.team.servers.replace({ ...server, deletedAt: context.now() });
    return noContent;
  }),
  /** a server calls in with its own token: `server_authorization_revoked` for a deleted one (Errors) */
  connectServer: post(`${teamPath}/servers/{server_id}/connect`, (context: RequestContext) => {
    const team = teamOf(context);
    const token = membersIn(readBody(context)).filledText('server_token');
    const server = team.servers.withId(context.params['server_id'] ?? '');
    if (server?.token !== token) throw new Refusal('authentication_error', 'The token is not the one of this server.');
    if (context.policy.isRevoked(server, context.now()))
      throw new Refusal('server_authorization_revoked', 'The server has been deleted. Enroll it again.');
    return json(200, viewServer(server));
  }),
};

const securityPolicyOperations = {
  listPolicies: inTeam.get('/security_policies', (context) =>
    listPage(context, 'security_policies', context.team.security_policies.all, isLive, viewSecurityPolicy),
  ),
  /** makes servers available to users and groups */
  createPolicy: inTeam.post('/security_policies', async (context) => {
    const { team, policy } = context;
    if (!policy.viewersMay('share')) demand(context, 'create-policies');
    const body = readBody(context);
    const chosen = found(body, 'servers', [team.servers]);
    demandForAll(
      context,
      chosen.filter((server) => !policy.viewersMay('share') || !mayUse(context, 'assigned', server)),
    );
    const principals = found(body, 'principals', [team.users, team.groups]).map(({ id }) => id);
    const servers = chosen.map(({ id }) => id);
    return create(context, 'security_policies', nameOf(body), viewSecurityPolicy, (listed) => ({ ...listed, servers, principals }));
  }),
  getPolicy: inTeam.get('/security_policies/{policy_id}', (context) => json(200, viewSecurityPolicy(securityPolicyOf(context)))),
  deletePolicy: inTeam.del('/security_policies/{policy_id}', (context) => {
    const granting = securityPolicyOf(context);
    demandForAll(
      context,
      granting.servers.flatMap((id) => context.team.servers.withId(id) ?? []),
    );
    context.team.security_policies.replace({ ...granting, deletedAt: context.now() });
    return noContent;
  }),
};

export const resourceOperations = {
  ...resourceGroupOperations,
  ...projectOperations,
  ...serverOperations,
  ...securityPolicyOperations,
  /** attributes were once there to be read: `resource_deprecated` for one that existed, else `resource_does_not_exist` */
  getAttribute: inTeam.get('/attributes/{resource_id}', ({ team, params }) => {
    const id = params['resource_id'] ?? '';
    if (team.deprecated.has(id)) throw new Refusal('resource_deprecated', 'Attributes are deprecated.');
    throw new Refusal('resource_does_not_exist', `There is no attribute '${id}'.`, 'resource_id');
  }),
};
