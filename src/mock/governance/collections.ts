import { json } from '../kit/json.ts';
import type { Data, WireResponse } from '../kit/service.ts';
import { readMembers } from './body.ts';
import type { Assignment, Collection } from './model.ts';
import { find, findToChange, freshId, noContent, pathId, type Call, type Operation, type World } from './world.ts';

export function viewCollection({ id, name, description }: Collection): Data {
  return { id, name, description };
}

async function createCollection(world: World, call: Call): Promise<WireResponse> {
  const named = readMembers(call, (members) => ({ name: members.text('name'), description: members.optionalText('description') ?? '' }));
  await world.surroundings.pause('governance.createCollection');
  const collection = world.policy.newCollection({ id: freshId(world), ...named, holdings: [] }, world.stores.collection.all());
  world.stores.collection.put(collection);
  return json(201, viewCollection(collection));
}

/** Deletes a collection, whatever it holds; its assignments go with it, and their grants with the next background job. */
async function deleteCollection(world: World, call: Call): Promise<WireResponse> {
  const collection = await findToChange(world, 'collection', pathId(call, 'id'), call.operation);
  world.stores.collection.remove(collection.id, world.surroundings.now());
  for (const assignment of assignmentsOf(world, collection.id)) takeBack(world, assignment);
  return noContent;
}

export function assignmentsOf(world: World, collectionId: string): readonly Assignment[] {
  return world.stores.assignment.all().filter((assignment) => assignment.collectionId === collectionId);
}

/** Takes an assignment back; the background job then deals with its grants. */
export function takeBack(world: World, assignment: Assignment): void {
  world.stores.assignment.remove(assignment.id, world.surroundings.now());
  world.jobQueue.removals = [...world.jobQueue.removals, assignment];
}

export const collectionOperations: readonly Operation[] = [
  { operation: 'createCollection', method: 'POST', path: '/governance/api/v1/collections', run: createCollection },
  {
    operation: 'listCollections',
    method: 'GET',
    path: '/governance/api/v1/collections',
    run: (world) => json(200, { data: world.stores.collection.all().map(viewCollection) }),
  },
  {
    operation: 'readCollection',
    method: 'GET',
    path: '/governance/api/v1/collections/{id}',
    run: (world, call) => json(200, world.policy.viewCollection(find(world, 'collection', pathId(call, 'id'), call.operation))),
  },
  { operation: 'deleteCollection', method: 'DELETE', path: '/governance/api/v1/collections/{id}', run: deleteCollection },
];
