import { demandIn } from './access.ts';
import { flagOf, readBody } from './bodies.ts';
import { noContent, type Answer, type Call } from './call.ts';
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

export function listProjects(call: Call): Answer {
  const group = named(call, call.team.resource_groups, 'resource_group_id');
  return listPage(
    call,
    `resource_groups/${group.id}/projects`,
    call.team.projects.all,
    (project) => isLive(project) && project.resourceGroupId === group.id,
    view,
  );
}

export async function createProject(call: Call): Promise<Answer> {
  const group = named(call, call.team.resource_groups, 'resource_group_id');
  demandIn(call, 'manage-projects', group);
  const name = nameOf(readBody(call));
  return {
    status: 201,
    body: view(
      await create(call, 'projects', call.team.projects, name, (listed) => ({
        ...listed,
        resourceGroupId: group.id,
        sessionRecording: false,
      })),
    ),
  };
}

export function getProject(call: Call): Answer {
  return { status: 200, body: view(theProject(call)) };
}

export function updateProject(call: Call): Answer {
  const project = theProject(call);
  const sessionRecording = flagOf(readBody(call), 'session_recording') ?? project.sessionRecording;
  call.team.projects.replace({ ...project, sessionRecording });
  return noContent;
}

export function deleteProject(call: Call): Answer {
  call.team.projects.replace({ ...theProject(call), deletedAt: call.surroundings.now() });
  return noContent;
}

/** The project that the path addresses, for those who may manage it. */
function theProject(call: Call): Project {
  const group = named(call, call.team.resource_groups, 'resource_group_id');
  const project = named(call, call.team.projects, 'project_name');
  if (project.resourceGroupId !== group.id)
    throw new Refusal('resource_does_not_exist', `'${project.name}' is not in this resource group.`, 'project_name');
  demandIn(call, 'manage-projects', group);
  return project;
}
