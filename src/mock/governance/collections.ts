import { del, get, post, put } from '../kit/define-service.ts';
import { isObject, json, noContent } from '../kit/json.ts';
import type { JsonObject } from '../kit/service.ts';
import { objectsIn, readList, readMembers } from './bodies.ts';
import { itemToChange, list, pathId, pathItem, show, type Context, type Operations, type RequestContext } from './context.ts';
import { Refusal } from './errors.ts';
import type { Access, Assignment, Collection, Holding, Principal, Resource, Selection } from './model.ts';
import { dropGrants, makeGrant } from './resources.ts';
import type { Stores } from './store.ts';
import { viewCollection, viewHoldings } from './views.ts';
import { policy as documented } from './policy.ts';

function assignmentsOf({ store }: Context, collectionId: string): readonly Assignment[] {
  return store.assignment.all().filter((assignment) => assignment.collectionId === collectionId);
}

/** Takes an assignment back; the background job then deals with its grants. */
function takeBack({ store, now }: Context, assignment: Assignment): void {
  store.assignment.remove(assignment.id, now());
  store.jobQueue.removals = [...store.jobQueue.removals, assignment];
}

/** Reads `entitlements: [{id, values: [{collection}]}]`; entries without an id are none. Refuses what is not the resource's own. */
function readAccess(stores: Stores, resource: Resource, body: JsonObject): Access {
  const bundleId = body['entitlementBundleId'];
  if (typeof bundleId === 'string') {
    if (stores.bundle.get(bundleId)?.resourceId !== resource.id)
      throw new Refusal('E0000001', [`entitlementBundleId: the resource has no bundle ${bundleId}`]);
    return { kind: 'bundle', bundleId };
  }
  const selections = objectsIn(body['entitlements']).flatMap((entry): readonly Selection[] => {
    if (typeof entry['id'] !== 'string') return [];
    const entitlement = stores.entitlement.get(entry['id']);
    if (entitlement?.resourceId !== resource.id)
      throw new Refusal('E0000001', [`entitlements: the resource has no entitlement ${entry['id']}`]);
    const asked = objectsIn(entry['values']).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
    const stranger = asked.find((id) => !entitlement.values.some((value) => value.id === id));
    if (stranger !== undefined) throw new Refusal('E0000001', [`entitlements: entitlement ${entitlement.id} has no value ${stranger}`]);
    return [{ entitlementId: entitlement.id, valueIds: asked.length > 0 ? asked : entitlement.values.map(({ id }) => id) }];
  });
  return selections.length === 0 ? { kind: 'whole' } : { kind: 'selected', selections };
}

function readHolding(stores: Stores, entry: JsonObject): Holding {
  const { resourceId, resourceType } = entry;
  const resource = typeof resourceId === 'string' ? stores.resource.get(resourceId) : undefined;
  if (resource === undefined) throw new Refusal('E0000001', [`resourceId: there is no resource ${JSON.stringify(resourceId) ?? ''}`]);
  if (resourceType !== undefined && resourceType !== resource.resourceType)
    throw new Refusal('E0000001', [`resourceType: resource ${resource.id} is of type ${resource.resourceType}`]);
  return { resourceId: resource.id, access: readAccess(stores, resource, entry) };
}

/** Stores what the collection holds now. What is assigned of it waits for the background job to bring the grants in line. */
function keepHoldings(context: Context, collection: Collection, holdings: readonly Holding[]): void {
  context.store.collection.put({ ...collection, holdings });
  for (const assignment of assignmentsOf(context, collection.id))
    if (assignment.status === 'ASSIGNED') context.store.assignment.put({ ...assignment, status: 'UPDATED' });
}

/** A resource of the collection in the path. */
function heldResource(context: RequestContext, collection: Collection): Resource {
  const resourceId = pathId(context, 'resource');
  const resource = context.store.resource.get(resourceId);
  if (resource === undefined || !collection.holdings.some((holding) => holding.resourceId === resourceId))
    throw new Refusal('E0000007', [`resource ${resourceId} of collection ${collection.id}`]);
  return resource;
}

function readPrincipal({ user }: Stores, entry: JsonObject): Principal {
  const { type, externalId } = isObject(entry['principal']) ? entry['principal'] : {};
  if (typeof type !== 'string' || typeof externalId !== 'string')
    throw new Refusal('E0000001', ['principal: an object with type and externalId is needed']);
  if (user.get(externalId) === undefined) throw new Refusal('E0000001', [`principal: there is no user ${externalId}`]);
  return { type, externalId };
}

/** The assignment of the path, which has to be one of the collection of the path. */
function pathAssignment(context: RequestContext): Assignment {
  const collection = pathItem(context, 'collection');
  const assignment = pathItem(context, 'assignment');
  if (assignment.collectionId === collection.id) return assignment;
  throw new Refusal('E0000007', [`assignment ${assignment.id} of collection ${collection.id}`]);
}

/**
 * The background job on one assignment: makes its grants, or makes them anew after the collection was changed. A job that
 * fails, for want of anything to grant as well, writes a syslog event (Collection assignment processing, row 2).
 */
export async function processAssignment(context: Context, assignment: Assignment, fails: () => boolean): Promise<void> {
  const { store, policy, choices } = context;
  await context.pause('governance.job.assignment');
  const current = policy.readAgain('assignment', assignment, store.assignment.get(assignment.id));
  if (current === undefined || (current.status !== 'PENDING' && current.status !== 'UPDATED')) return;
  const collection = store.collection.get(current.collectionId);
  const drafts = collection === undefined ? [] : policy.draftsFor(current, collection, choices.grantsFor);
  const nothingToGrant = current.status === 'PENDING' && (collection === undefined || collection.holdings.length === 0);
  if (fails() || nothingToGrant) {
    store.assignment.put({ ...current, status: 'FAILED' });
    for (const draft of policy.grantsOfFailed(current, drafts)) makeGrant(context, draft);
    if (policy.reportsFailure(current, collection)) reportFailure(context, policy.assignmentReported(current, store.assignment.all()));
    return;
  }
  if (current.status === 'UPDATED') dropGrants(context, current.id);
  for (const draft of drafts) makeGrant(context, draft);
  store.assignment.put({ ...current, status: 'ASSIGNED' });
  if (policy.reportsSuccess(current)) reportFailure(context, current);
}

function reportFailure({ emit }: Context, { id, collectionId, principal }: Assignment): void {
  emit('collection-assignment-failed', id, { collectionId, principal });
}

/** The background job on an assignment that was taken back: its grants go too, or stay as the deployment chooses. */
export function processRemoval(context: Context, assignment: Assignment): void {
  const { jobQueue } = context.store;
  jobQueue.removals = jobQueue.removals.filter(({ id }) => id !== assignment.id);
  if (context.choices.grantsOnRemoval === 'removed') dropGrants(context, assignment.id);
}

const base = '/governance/api/v1/collections';

export const collectionOperations: Operations = {
  createCollection: post(base, async (context) => {
    const { policy, store } = context;
    const named = readMembers(context, (members) => ({
      name: members.text('name'),
      description: members.optionalText('description') ?? '',
    }));
    await context.pause('governance.createCollection');
    const collection = policy.newCollection({ id: context.id(20), ...named, holdings: [] }, store.collection.all());
    store.collection.put(collection);
    return json(201, viewCollection(collection));
  }),
  listCollections: list(base, ({ store }) => store.collection.all().map(viewCollection)),
  readCollection: show(`${base}/{collection}`, 'collection', (collection, { policy }) => policy.viewCollection(collection)),
  /** Deletes a collection, whatever it holds; its assignments go with it, and their grants with the next background job. */
  deleteCollection: del(`${base}/{collection}`, async (context) => {
    const collection = await itemToChange(context, 'collection');
    if (!context.policy.mayDelete(collection)) throw new Refusal('E0000195', ['the collection is in use']);
    context.store.collection.remove(collection.id, context.now());
    for (const assignment of assignmentsOf(context, collection.id)) takeBack(context, assignment);
    return noContent;
  }),
  listCollectionResources: list(`${base}/{collection}/resources`, (context) =>
    context.policy.viewHoldings(pathItem(context, 'collection').holdings, context.store),
  ),
  addCollectionResource: post(`${base}/{collection}/resources`, async (context) => {
    pathItem(context, 'collection');
    const added = readList(context).map((entry) => readHolding(context.store, entry));
    const collection = await itemToChange(context, 'collection');
    keepHoldings(context, collection, context.policy.holdingsAfterAdding(collection.holdings, added));
    return json(200, { data: viewHoldings(documented.holdingsAfterAdding(collection.holdings, added), context.store) });
  }),
  updateCollectionResource: put(`${base}/{collection}/resources/{resource}`, async (context) => {
    const collection = await itemToChange(context, 'collection');
    const resource = heldResource(context, collection);
    if (!isObject(context.body)) throw new Refusal('E0000001', ['the body: a JSON object is needed']);
    const holding = { resourceId: resource.id, access: readAccess(context.store, resource, context.body) };
    keepHoldings(context, collection, context.policy.holdingsAfterUpdating(collection.holdings, holding));
    return json(200, viewHoldings([holding], context.store)[0]);
  }),
  removeCollectionResource: del(`${base}/{collection}/resources/{resource}`, async (context) => {
    const collection = await itemToChange(context, 'collection');
    const { id } = heldResource(context, collection);
    keepHoldings(context, collection, context.policy.holdingsAfterRemoving(collection.holdings, id));
    return noContent;
  }),
  createCollectionAssignment: post(`${base}/{collection}/assignments`, async (context) => {
    pathItem(context, 'collection');
    const principals = readList(context).map((entry) => readPrincipal(context.store, entry));
    const { id: collectionId } = await itemToChange(context, 'collection');
    const made = principals.map((principal): Assignment => ({ id: context.id(20), collectionId, principal, status: 'PENDING' }));
    for (const assignment of made) context.store.assignment.put(assignment);
    return json(
      201,
      made.map((assignment) => context.policy.viewAssignment(assignment)),
    );
  }),
  listCollectionAssignments: list(`${base}/{collection}/assignments`, (context) => {
    const assignments = assignmentsOf(context, pathItem(context, 'collection').id);
    return assignments.map((assignment) => context.policy.viewAssignment(assignment));
  }),
  readCollectionAssignment: get(`${base}/{collection}/assignments/{assignment}`, (context) =>
    json(200, context.policy.viewAssignment(pathAssignment(context))),
  ),
  removeCollectionAssignment: del(`${base}/{collection}/assignments/{assignment}`, async (context) => {
    pathAssignment(context);
    takeBack(context, await itemToChange(context, 'assignment'));
    return noContent;
  }),
};
