import type { Operation } from '../kit/define-service.ts';
import type { WireResponse } from '../kit/service.ts';
import { admitCaller } from './access.ts';
import type { RequestContext, TeamContext } from './context.ts';
import { Refusal } from './errors.ts';
import { createGroup, deleteGroup, getGroup, listGroups, updateGroup } from './groups.ts';
import { createPolicy, deletePolicy, getPolicy, listPolicies } from './security-policies.ts';
import { createProject, deleteProject, getProject, listProjects, updateProject } from './projects.ts';
import {
  assignDelegate,
  createResourceGroup,
  deleteResourceGroup,
  getResourceGroup,
  listResourceGroups,
  updateResourceGroup,
} from './resource-groups.ts';
import { connectServer, deleteServer, enrollServer, getServer, listServers } from './servers.ts';
import { issueToken } from './tokens.ts';
import { addMember, getUser, listMembers, listUsers, removeMember, updateUser } from './users.ts';

type Run<Context> = (context: Context) => WireResponse | Promise<WireResponse>;

const at = (method: string, path: string, run: Run<RequestContext>): Operation<RequestContext> => ({
  method,
  path: `/v1/teams/{team_name}${path}`,
  run,
});

/** For those who carry a bearer token, under the path of their team. */
const ofTeam = (method: string, path: string, run: Run<TeamContext>) => at(method, path, (context) => run(admitCaller(context)));

/** Attributes were once there to be read. Always throws: Refusal `resource_deprecated` for one that existed, else `resource_does_not_exist`. */
function getAttribute({ team, params }: TeamContext): WireResponse {
  const id = params['resource_id'] ?? '';
  if (team.deprecated.has(id)) throw new Refusal('resource_deprecated', 'Attributes are deprecated.');
  throw new Refusal('resource_does_not_exist', `There is no attribute '${id}'.`, 'resource_id');
}

export const operations = {
  issueToken: at('POST', '/service_token', issueToken),
  connectServer: at('POST', '/servers/{server_id}/connect', connectServer),
  listGroups: ofTeam('GET', '/groups', listGroups),
  createGroup: ofTeam('POST', '/groups', createGroup),
  getGroup: ofTeam('GET', '/groups/{group_name}', getGroup),
  updateGroup: ofTeam('PUT', '/groups/{group_name}', updateGroup),
  deleteGroup: ofTeam('DELETE', '/groups/{group_name}', deleteGroup),
  listMembers: ofTeam('GET', '/groups/{group_name}/users', listMembers),
  addMember: ofTeam('POST', '/groups/{group_name}/users', addMember),
  removeMember: ofTeam('DELETE', '/groups/{group_name}/users/{user_name}', removeMember),
  listUsers: ofTeam('GET', '/users', listUsers),
  getUser: ofTeam('GET', '/users/{user_name}', getUser),
  updateUser: ofTeam('PUT', '/users/{user_name}', updateUser),
  listResourceGroups: ofTeam('GET', '/resource_groups', listResourceGroups),
  createResourceGroup: ofTeam('POST', '/resource_groups', createResourceGroup),
  getResourceGroup: ofTeam('GET', '/resource_groups/{resource_group_id}', getResourceGroup),
  updateResourceGroup: ofTeam('PUT', '/resource_groups/{resource_group_id}', updateResourceGroup),
  deleteResourceGroup: ofTeam('DELETE', '/resource_groups/{resource_group_id}', deleteResourceGroup),
  assignDelegate: ofTeam('POST', '/resource_groups/{resource_group_id}/delegated_resource_admins', assignDelegate),
  listProjects: ofTeam('GET', '/resource_groups/{resource_group_id}/projects', listProjects),
  createProject: ofTeam('POST', '/resource_groups/{resource_group_id}/projects', createProject),
  getProject: ofTeam('GET', '/resource_groups/{resource_group_id}/projects/{project_name}', getProject),
  updateProject: ofTeam('PUT', '/resource_groups/{resource_group_id}/projects/{project_name}', updateProject),
  deleteProject: ofTeam('DELETE', '/resource_groups/{resource_group_id}/projects/{project_name}', deleteProject),
  enrollServer: ofTeam('POST', '/projects/{project_name}/servers', enrollServer),
  listServers: ofTeam('GET', '/servers', listServers),
  getServer: ofTeam('GET', '/servers/{server_id}', getServer),
  deleteServer: ofTeam('DELETE', '/servers/{server_id}', deleteServer),
  listPolicies: ofTeam('GET', '/security_policies', listPolicies),
  createPolicy: ofTeam('POST', '/security_policies', createPolicy),
  getPolicy: ofTeam('GET', '/security_policies/{policy_id}', getPolicy),
  deletePolicy: ofTeam('DELETE', '/security_policies/{policy_id}', deletePolicy),
  getAttribute: ofTeam('GET', '/attributes/{resource_id}', getAttribute),
};
