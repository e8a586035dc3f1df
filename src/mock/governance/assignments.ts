import { isObject, json } from '../kit/json.ts';
import type { Data, WireResponse } from '../kit/service.ts';
import { readList } from './body.ts';
import { assignmentsOf, takeBack } from './collections.ts';
import { Refusal } from './errors.ts';
import { dropGrants, makeGrant, type GrantDraft } from './grants.ts';
import type { Assignment, Collection, Principal } from './model.ts';
import { find, findToChange, freshId, noContent, pathId, type Call, type Operation, type World } from './world.ts';

export function viewAssignment({ id, collectionId, principal, status }: Assignment): Data {
  return { id, collectionId, principal, status };
}

function readPrincipal(world: World, entry: Data): Principal {
  const principal = isObject(entry['principal']) ? entry['principal'] : {};
  const { type, externalId } = principal;
  if (typeof type !== 'string' || typeof externalId !== 'string')
    throw new Refusal('E0000001', ['principal: an object with type and externalId is needed']);
  if (world.stores.user.get(externalId) === undefined) throw new Refusal('E0000001', [`principal: there is no user ${externalId}`]);
  return { type, externalId };
}

async function createAssignments(world: World, call: Call): Promise<WireResponse> {
  find(world, 'collection', pathId(call, 'id'), call.operation);
  const principals = readList(call).map((entry) => readPrincipal(world, entry));
  const collection = await findToChange(world, 'collection', pathId(call, 'id'), call.operation);
  const made = principals.map((principal): Assignment => ({
    id: freshId(world),
    collectionId: collection.id,
    principal,
    status: 'PENDING',
  }));
  for (const assignment of made) world.stores.assignment.put(assignment);
  return json(
    201,
    made.map((assignment) => world.policy.viewAssignment(assignment)),
  );
}

/** The assignment of the path, which has to be one of the collection of the path. */
function pathAssignment(world: World, call: Call): Assignment {
  find(world, 'collection', pathId(call, 'id'), call.operation);
  const assignment = find(world, 'assignment', pathId(call, 'assignmentId'), call.operation);
  if (assignment.collectionId !== pathId(call, 'id'))
    throw new Refusal('E0000007', [`assignment ${assignment.id} of collection ${pathId(call, 'id')}`]);
  return assignment;
}

async function removeAssignment(world: World, call: Call): Promise<WireResponse> {
  pathAssignment(world, call);
  takeBack(world, await findToChange(world, 'assignment', pathId(call, 'assignmentId'), call.operation));
  return noContent;
}

/** The grants that an assignment of a collection generates: one for each resource, or for each entitlement of it. */
export function draftsFor(assignment: Assignment, collection: Collection, grantsFor: 'resource' | 'entitlement'): readonly GrantDraft[] {
  const { id: origin, principal } = assignment;
  return collection.holdings.flatMap(({ resourceId, access }): readonly GrantDraft[] => {
    if (grantsFor === 'resource' || access.kind !== 'selected') return [{ origin, principal, resourceId, access }];
    return access.selections.map((selection) => ({ origin, principal, resourceId, access: { kind: 'selected', selections: [selection] } }));
  });
}

/**
 * The background job on one assignment: makes its grants, or makes them anew after the collection was changed. A job that
 * fails, for want of anything to grant as well, writes a syslog event (Collection assignment processing, row 2).
 */
export async function processAssignment(world: World, assignment: Assignment, fails: () => boolean): Promise<void> {
  await world.surroundings.pause('governance.job.assignment');
  const current = world.policy.readAgain('assignment', assignment, world.stores.assignment.get(assignment.id));
  if (current === undefined || (current.status !== 'PENDING' && current.status !== 'UPDATED')) return;
  const collection = world.stores.collection.get(current.collectionId);
  const drafts = collection === undefined ? [] : world.policy.draftsFor(current, collection, world.choices.grantsFor);
  const nothingToGrant = current.status === 'PENDING' && (collection === undefined || collection.holdings.length === 0);
  if (fails() || nothingToGrant) {
    world.stores.assignment.put({ ...current, status: 'FAILED' });
    if (world.policy.reportsFailure(current)) reportFailure(world, current);
    return;
  }
  if (current.status === 'UPDATED') dropGrants(world, current.id);
  for (const draft of drafts) makeGrant(world, draft);
  world.stores.assignment.put({ ...current, status: 'ASSIGNED' });
  if (world.policy.reportsSuccess(current)) reportFailure(world, current);
}

function reportFailure(world: World, { id, collectionId, principal }: Assignment): void {
  world.surroundings.emit('collection-assignment-failed', id, { collectionId, principal });
}

/** The background job on an assignment that was taken back: its grants go too, or stay as the deployment chooses. */
export function processRemoval(world: World, assignment: Assignment): void {
  world.jobQueue.removals = world.jobQueue.removals.filter(({ id }) => id !== assignment.id);
  if (world.choices.grantsOnRemoval === 'removed') dropGrants(world, assignment.id);
}

export const assignmentOperations: readonly Operation[] = [
  {
    operation: 'createCollectionAssignment',
    method: 'POST',
    path: '/governance/api/v1/collections/{id}/assignments',
    run: createAssignments,
  },
  {
    operation: 'listCollectionAssignments',
    method: 'GET',
    path: '/governance/api/v1/collections/{id}/assignments',
    run: (world, call) =>
      json(200, {
        data: assignmentsOf(world, find(world, 'collection', pathId(call, 'id'), call.operation).id).map((assignment) =>
          world.policy.viewAssignment(assignment),
        ),
      }),
  },
  {
    operation: 'readCollectionAssignment',
    method: 'GET',
    path: '/governance/api/v1/collections/{id}/assignments/{assignmentId}',
    run: (world, call) => json(200, world.policy.viewAssignment(pathAssignment(world, call))),
  },
  {
    operation: 'removeCollectionAssignment',
    method: 'DELETE',
    path: '/governance/api/v1/collections/{id}/assignments/{assignmentId}',
    run: removeAssignment,
  },
];
