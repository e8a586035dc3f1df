import { json, noContent } from '../kit/json.ts';
import type { WireResponse } from '../kit/service.ts';
import { readBody, type TeamContext } from './context.ts';
import { demandIn } from './access.ts';
import { flagOf } from './bodies.ts';
import { Refusal } from './errors.ts';
import { listPage } from './listing.ts';
import { create, isLive, named, nameOf } from './named.ts';
import type { Project } from './store.ts';

const view = ({ id, name, resourceGroupId, sessionRecording }: Project) => ({
  id,
  name,
  resource_group_id: resourceGroupId,
  session_recording: sessionRecording,
  deleted_at: null,
});

export function listProjects(context: TeamContext): WireResponse {
  const group = named(context, context.team.resource_groups, 'resource_group_id');
  return listPage(
    context,
    `resource_groups/${group.id}/projects`,
    context.team.projects.all,
    (project) => isLive(project) && project.resourceGroupId === group.id,
    view,
  );
}

export async function createProject(context: TeamContext): Promise<WireResponse> {
  const group = named(context, context.team.resource_groups, 'resource_group_id');
  demandIn(context, 'manage-projects', group);
  const name = nameOf(readBody(context));
  return json(
    201,
    view(
      await create(context, 'projects', context.team.projects, name, (listed) => ({
        ...listed,
        resourceGroupId: group.id,
        sessionRecording: false,
      })),
    ),
  );
}

export function getProject(context: TeamContext): WireResponse {
  return json(200, view(theProject(context)));
}

export function updateProject(context: TeamContext): WireResponse {
  const project = theProject(context);
  const sessionRecording = flagOf(readBody(context), 'session_recording') ?? project.sessionRecording;
  context.team.projects.replace({ ...project, sessionRecording });
  return noContent;
}

export function deleteProject(context: TeamContext): WireResponse {
  context.team.projects.replace({ ...theProject(context), deletedAt: context.now() });
  return noContent;
}

/** The project that the path addresses, for those who may manage it. */
function theProject(context: TeamContext): Project {
  const group = named(context, context.team.resource_groups, 'resource_group_id');
  const project = named(context, context.team.projects, 'project_name');
  if (project.resourceGroupId !== group.id)
    throw new Refusal('resource_does_not_exist', `'${project.name}' is not in this resource group.`, 'project_name');
  demandIn(context, 'manage-projects', group);
  return project;
}
