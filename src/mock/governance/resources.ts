import { json } from '../kit/json.ts';
import type { Data } from '../kit/service.ts';
import type { Resource } from './model.ts';
import { find, pathId, type Operation } from './world.ts';

/** The fields of a resource (Resources and their fields, row 1). */
export function viewResource(resource: Resource): Data {
  return { resourceId: resource.id, resourceType: resource.resourceType, name: resource.name, description: resource.description };
}

export const resourceOperations: readonly Operation[] = [
  {
    operation: 'readResource',
    method: 'GET',
    path: '/governance/api/v1/resources/{resourceId}',
    run: (world, call) => json(200, viewResource(find(world, 'resource', pathId(call, 'resourceId'), call.operation))),
  },
  {
    operation: 'readDirectoryUser',
    method: 'GET',
    path: '/api/v1/users/{userId}',
    run(world, call) {
      const user = find(world, 'user', pathId(call, 'userId'), call.operation);
      return json(200, {
        id: user.id,
        status: 'ACTIVE',
        profile: { login: user.login, firstName: user.firstName, lastName: user.lastName },
      });
    },
  },
];
