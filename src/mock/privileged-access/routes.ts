import { createRouter, type Route } from '../kit/router.ts';
import { admitCaller } from './access.ts';
import type { Answer, Call, Visit } from './call.ts';
import { getAttribute } from './deprecated.ts';
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

type Handler<Asked> = (asked: Asked) => Answer | Promise<Answer>;

/** Operations for those who carry a bearer token, under the path of their team. */
const ofTeams: readonly Route<Handler<Call>>[] = [
  { method: 'GET', path: '/groups', handler: listGroups },
  { method: 'POST', path: '/groups', handler: createGroup },
  { method: 'GET', path: '/groups/{group_name}', handler: getGroup },
  { method: 'PUT', path: '/groups/{group_name}', handler: updateGroup },
  { method: 'DELETE', path: '/groups/{group_name}', handler: deleteGroup },
  { method: 'GET', path: '/groups/{group_name}/users', handler: listMembers },
  { method: 'POST', path: '/groups/{group_name}/users', handler: addMember },
  { method: 'DELETE', path: '/groups/{group_name}/users/{user_name}', handler: removeMember },
  { method: 'GET', path: '/users', handler: listUsers },
  { method: 'GET', path: '/users/{user_name}', handler: getUser },
  { method: 'PUT', path: '/users/{user_name}', handler: updateUser },
  { method: 'GET', path: '/resource_groups', handler: listResourceGroups },
  { method: 'POST', path: '/resource_groups', handler: createResourceGroup },
  { method: 'GET', path: '/resource_groups/{resource_group_id}', handler: getResourceGroup },
  { method: 'PUT', path: '/resource_groups/{resource_group_id}', handler: updateResourceGroup },
  { method: 'DELETE', path: '/resource_groups/{resource_group_id}', handler: deleteResourceGroup },
  { method: 'POST', path: '/resource_groups/{resource_group_id}/delegated_resource_admins', handler: assignDelegate },
  { method: 'GET', path: '/resource_groups/{resource_group_id}/projects', handler: listProjects },
  { method: 'POST', path: '/resource_groups/{resource_group_id}/projects', handler: createProject },
  { method: 'GET', path: '/resource_groups/{resource_group_id}/projects/{project_name}', handler: getProject },
  { method: 'PUT', path: '/resource_groups/{resource_group_id}/projects/{project_name}', handler: updateProject },
  { method: 'DELETE', path: '/resource_groups/{resource_group_id}/projects/{project_name}', handler: deleteProject },
  { method: 'POST', path: '/projects/{project_name}/servers', handler: enrollServer },
  { method: 'GET', path: '/servers', handler: listServers },
  { method: 'GET', path: '/servers/{server_id}', handler: getServer },
  { method: 'DELETE', path: '/servers/{server_id}', handler: deleteServer },
  { method: 'GET', path: '/security_policies', handler: listPolicies },
  { method: 'POST', path: '/security_policies', handler: createPolicy },
  { method: 'GET', path: '/security_policies/{policy_id}', handler: getPolicy },
  { method: 'DELETE', path: '/security_policies/{policy_id}', handler: deletePolicy },
  { method: 'GET', path: '/attributes/{resource_id}', handler: getAttribute },
];

/** Operations that bring a credential of their own. */
const open: readonly Route<Handler<Visit>>[] = [
  { method: 'POST', path: '/service_token', handler: issueToken },
  { method: 'POST', path: '/servers/{server_id}/connect', handler: connectServer },
];

const prefix = '/v1/teams/{team_name}';

/** Finds what answers a method and path. */
export const route = createRouter<Handler<Visit>>([
  ...open.map((one) => ({ ...one, path: prefix + one.path })),
  ...ofTeams.map(({ method, path, handler }) => ({ method, path: prefix + path, handler: (visit: Visit) => handler(admitCaller(visit)) })),
]);
