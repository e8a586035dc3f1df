import type { Arguments, Entry } from '../kit/arguments.ts';
import { ControlError, type Data } from '../kit/service.ts';
import { purgeCampaigns } from './campaigns.ts';
import type { AccessRequest, Kind, Kinds } from './model.ts';
import { checkConditions, failureOf, runJobs } from './jobs.ts';
import { decide, examine, keep, processGrant } from './request-progress.ts';
import { decideRequestV1, moveRequestV1 } from './requests-v1.ts';
import { decideReview } from './reviews.ts';
import { jobs } from './store.ts';
import type { World } from './world.ts';

type Act = Entry<Promise<Data>>;

/** The catalogue's acts: what happens to the deployment outside its operations. `now` gives the world as it is when an act is asked for. */
export function createActs(now: () => World): ReadonlyMap<string, Act> {
  const act = (params: readonly string[], run: (world: World, args: Arguments) => void | Promise<void>): Act => ({
    params,
    async run(args) {
      await run(now(), args);
      return {};
    },
  });
  return new Map<string, Act>([
    ['let the background jobs finish', act([], runJobs)],
    ['let the periodic check of request conditions run', act([], checkConditions)],
    ['run the campaign purger', act([], (world) => void purgeCampaigns(world))],
    ['make the next background job fail', act(['job'], planFailure)],
    ['delete a resource', act(['resourceId'], (world, args) => deleteResource(world, args.needed('resourceId')))],
    ['delete groups', act(['groupIds'], (world, args) => deleteAll(world, ['group', 'resource'], args, 'groupIds'))],
    ['delete entitlement bundles', act(['bundleIds'], (world, args) => deleteAll(world, ['bundle'], args, 'bundleIds'))],
    ['delete entitlements', act(['entitlementIds'], (world, args) => deleteAll(world, ['entitlement'], args, 'entitlementIds'))],
    ['opt a resource out of entitlement management', act(['resourceId'], optOut)],
    ['let the system examine a request', act(['requestId', 'finding'], examineRequest)],
    ['decide the approvals of a request', act(['requestId', 'decision'], decideRequest)],
    ['cancel a request as its requester', act(['requestId'], (world, args) => endUndecided(world, args, 'CANCELED'))],
    ['let a request expire', act(['requestId'], (world, args) => endUndecided(world, args, 'EXPIRED'))],
    ['let a request be granted', act(['requestId'], grantRequest)],
    ['decide a review', act(['reviewId', 'decision'], decideOnReview)],
    ['make a request type invalid', act(['requestTypeId'], breakRequestType)],
    ['repair a request type in the portal', act(['requestTypeId', 'to'], repairRequestType)],
    ['move a v1 request', act(['requestId', 'to', 'through'], moveV1)],
    ['decide the approvals of a v1 request', act(['requestId', 'decision'], decideV1)],
  ]);
}

/** The object whose id is the value of a parameter. */
function subject<K extends Kind>(world: World, kind: K, args: Arguments, param: string): Kinds[K] {
  const id = args.needed(param);
  const item = world.stores[kind].get(id);
  if (item === undefined)
    throw new ControlError(
      `'${param}' is '${id}': there is no such ${kind}`,
      `Send the id of a ${kind} that this deployment has made and not deleted.`,
    );
  return item;
}

function choice<Value extends string>(args: Arguments, param: string, values: readonly Value[]): Value {
  const value = args.oneOf(param, values);
  if (value === undefined) throw new ControlError(`the parameter '${param}' is missing`, `Send one of: ${values.join(', ')}.`);
  return value;
}

/** Refuses an act that the object's state does not permit. */
function demandState(found: string, permitted: readonly string[]): void {
  if (!permitted.includes(found)) throw new ControlError(`it is ${found}`, `This can be done only while it is ${permitted.join(' or ')}.`);
}

function planFailure(world: World, args: Arguments): void {
  const job = choice(args, 'job', jobs);
  world.jobQueue.failures.set(job, (world.jobQueue.failures.get(job) ?? 0) + 1);
}

function deleteResource(world: World, resourceId: string): void {
  if (world.stores.resource.get(resourceId) === undefined)
    throw new ControlError(
      `'resourceId' is '${resourceId}': there is no such resource`,
      'Send the id of an app or group that is not deleted.',
    );
  for (const kind of ['resource', 'group'] as const) world.stores[kind].remove(resourceId, world.surroundings.now());
}

function deleteAll(world: World, kinds: readonly ['group' | 'bundle' | 'entitlement', ...Kind[]], args: Arguments, param: string): void {
  const ids = args.texts(param);
  if (ids === undefined) throw new ControlError(`the parameter '${param}' is missing`, `Send '${param}' as an array of ids.`);
  const stranger = ids.find((id) => world.stores[kinds[0]].get(id) === undefined);
  if (stranger !== undefined)
    throw new ControlError(
      `'${param}' names '${stranger}': there is no such ${kinds[0]}`,
      `Send ids of ${kinds[0]}s that are not deleted.`,
    );
  for (const id of ids) for (const kind of kinds) world.stores[kind].remove(id, world.surroundings.now());
}

function optOut(world: World, args: Arguments): void {
  const resource = subject(world, 'resource', args, 'resourceId');
  world.stores.resource.put({ ...resource, managed: false });
}

function examineRequest(world: World, args: Arguments): void {
  const request = subject(world, 'request', args, 'requestId');
  demandState(request.status, ['SUBMITTED']);
  examine(world, request, choice(args, 'finding', ['available', 'invalid']));
}

/** A request that its approvers can see; one that was only submitted is made available first. */
function availableRequest(world: World, args: Arguments): AccessRequest {
  const request = subject(world, 'request', args, 'requestId');
  demandState(request.status, ['SUBMITTED', 'PENDING']);
  return request.status === 'SUBMITTED' ? examine(world, request, 'available') : request;
}

async function decideRequest(world: World, args: Arguments): Promise<void> {
  const decision = choice(args, 'decision', ['approve', 'reject']);
  await decide(world, availableRequest(world, args), decision);
}

function endUndecided(world: World, args: Arguments, status: 'CANCELED' | 'EXPIRED'): void {
  const request = subject(world, 'request', args, 'requestId');
  demandState(request.status, ['SUBMITTED', 'PENDING']);
  keep(world, { ...request, status });
}

async function grantRequest(world: World, args: Arguments): Promise<void> {
  const request = subject(world, 'request', args, 'requestId');
  const approved = request.status === 'APPROVED' ? request : await decide(world, availableRequest(world, args), 'approve');
  await processGrant(world, approved, failureOf(world.jobQueue, 'grant'));
  const { grantStatus } = subject(world, 'request', args, 'requestId');
  if (grantStatus !== 'GRANTED')
    throw new ControlError(
      `the request's grantStatus is ${grantStatus ?? 'not there'}`,
      'Ask for a request that can be granted, and plan no failure of its grant.',
    );
}

function decideOnReview(world: World, args: Arguments): void {
  const review = subject(world, 'review', args, 'reviewId');
  decideReview(world, review, choice(args, 'decision', ['approve', 'revoke']) === 'approve' ? 'APPROVE' : 'REVOKE');
}

function breakRequestType(world: World, args: Arguments): void {
  const requestType = subject(world, 'requestType', args, 'requestTypeId');
  world.stores.requestType.put({ ...requestType, broken: true });
}

function repairRequestType(world: World, args: Arguments): void {
  const requestType = subject(world, 'requestType', args, 'requestTypeId');
  demandState(requestType.status, ['DISABLED']);
  world.stores.requestType.put({ ...requestType, broken: false, status: world.policy.repairedTo(choice(args, 'to', ['DRAFT', 'ACTIVE'])) });
}

function moveV1(world: World, args: Arguments): void {
  const request = subject(world, 'requestV1', args, 'requestId');
  const channel = args.oneOf('through', ['portal', 'chat']) ?? 'portal';
  const to = choice(args, 'to', ['pending', 'resolved']);
  demandState(request.requestStatus, [to === 'pending' ? 'OPEN' : 'PENDING']);
  if (world.policy.takesMovesFrom(channel)) moveRequestV1(world, request, to === 'pending' ? 'PENDING' : 'RESOLVED');
}

function decideV1(world: World, args: Arguments): void {
  const request = subject(world, 'requestV1', args, 'requestId');
  decideRequestV1(world, request, choice(args, 'decision', ['approve', 'deny']) === 'approve' ? 'APPROVED' : 'DENIED');
}
