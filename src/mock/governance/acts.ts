import { entry, type Arguments, type Entries } from '../kit/arguments.ts';
import { ControlError } from '../kit/service.ts';
import { decideReview, purgeCampaigns } from './campaigns.ts';
import type { Context } from './context.ts';
import { checkConditions, failureOf, runJobs } from './jobs.ts';
import type { AccessRequest, Kind, Kinds } from './model.ts';
import { decideRequestV1, moveRequestV1 } from './request-types.ts';
import { decide, examine, keep, processGrant } from './requests.ts';
import { jobs, type Stores } from './store.ts';

/** The catalogue's acts: what happens to the deployment outside its operations. */
export const acts: Entries<Context, void | Promise<void>> = {
  'let the background jobs finish': entry([], runJobs),
  'let the periodic check of request conditions run': entry([], checkConditions),
  'run the campaign purger': entry([], purgeCampaigns),
  'make the next background job fail': entry(['job'], planFailure),
  'delete a resource': entry(['resourceId'], (context, args) => deleteResource(context, args.needed('resourceId'))),
  'delete groups': entry(['groupIds'], (context, args) => deleteAll(context, ['group', 'resource'], args, 'groupIds')),
  'delete entitlement bundles': entry(['bundleIds'], (context, args) => deleteAll(context, ['bundle'], args, 'bundleIds')),
  'delete entitlements': entry(['entitlementIds'], (context, args) => deleteAll(context, ['entitlement'], args, 'entitlementIds')),
  'opt a resource out of entitlement management': entry(['resourceId'], optOut),
  'let the system examine a request': entry(['requestId', 'finding'], examineRequest),
  'decide the approvals of a request': entry(['requestId', 'decision'], decideRequest),
  'cancel a request as its requester': entry(['requestId'], (context, args) => endUndecided(context, args, 'CANCELED')),
  'let a request expire': entry(['requestId'], (context, args) => endUndecided(context, args, 'EXPIRED')),
  'let a request be granted': entry(['requestId'], grantRequest),
  'decide a review': entry(['reviewId', 'decision'], decideOnReview),
  'make a request type invalid': entry(['requestTypeId'], breakRequestType),
  'repair a request type in the portal': entry(['requestTypeId', 'to'], repairRequestType),
  'move a v1 request': entry(['requestId', 'to', 'through'], moveV1),
  'decide the approvals of a v1 request': entry(['requestId', 'decision'], decideV1),
};

/** The object whose id is the value of a parameter. */
function subject<K extends Kind>(context: Context, kind: K, args: Arguments, param: string): Kinds[K] {
  const id = args.needed(param);
  const stores: Stores = context.store;
  const item = stores[kind].get(id);
  if (item === undefined)
    throw new ControlError(
      'mock-id-unknown',
      `'${param}' is '${id}': there is no such ${kind}`,
      `Send the id of a ${kind} that this deployment has made and not deleted.`,
    );
  return item;
}

function choice<Value extends string>(args: Arguments, param: string, values: readonly Value[]): Value {
  const value = args.oneOf(param, values);
  if (value === undefined)
    throw new ControlError('mock-value-missing', `the parameter '${param}' is missing`, `Send one of: ${values.join(', ')}.`);
  return value;
}

/** Refuses an act that the object's state does not permit. */
function demandState(found: string, permitted: readonly string[]): void {
  if (!permitted.includes(found))
    throw new ControlError('mock-not-now', `it is ${found}`, `This can be done only while it is ${permitted.join(' or ')}.`);
}

function planFailure(context: Context, args: Arguments): void {
  const job = choice(args, 'job', jobs);
  context.store.jobQueue.failures.set(job, (context.store.jobQueue.failures.get(job) ?? 0) + 1);
}

function deleteResource(context: Context, resourceId: string): void {
  if (context.store.resource.get(resourceId) === undefined)
    throw new ControlError(
      'mock-id-unknown',
      `'resourceId' is '${resourceId}': there is no such resource`,
      'Send the id of an app or group that is not deleted.',
    );
  for (const kind of ['resource', 'group'] as const) context.store[kind].remove(resourceId, context.now());
}

function deleteAll(
  context: Context,
  kinds: readonly ['group' | 'bundle' | 'entitlement', ...Kind[]],
  args: Arguments,
  param: string,
): void {
  const ids = args.texts(param);
  if (ids === undefined)
    throw new ControlError('mock-value-missing', `the parameter '${param}' is missing`, `Send '${param}' as an array of ids.`);
  const stranger = ids.find((id) => context.store[kinds[0]].get(id) === undefined);
  if (stranger !== undefined)
    throw new ControlError(
      'mock-id-unknown',
      `'${param}' names '${stranger}': there is no such ${kinds[0]}`,
      `Send ids of ${kinds[0]}s that are not deleted.`,
    );
  for (const id of ids) for (const kind of kinds) context.store[kind].remove(id, context.now());
}

function optOut(context: Context, args: Arguments): void {
  const resource = subject(context, 'resource', args, 'resourceId');
  context.store.resource.put({ ...resource, managed: false });
}

function examineRequest(context: Context, args: Arguments): void {
  const request = subject(context, 'request', args, 'requestId');
  demandState(request.status, ['SUBMITTED']);
  examine(context, request, choice(args, 'finding', ['available', 'invalid']));
}

/** A request that its approvers can see; one that was only submitted is made available first. */
function availableRequest(context: Context, args: Arguments): AccessRequest {
  const request = subject(context, 'request', args, 'requestId');
  demandState(request.status, ['SUBMITTED', 'PENDING']);
  return request.status === 'SUBMITTED' ? examine(context, request, 'available') : request;
}

async function decideRequest(context: Context, args: Arguments): Promise<void> {
  const decision = choice(args, 'decision', ['approve', 'reject']);
  await decide(context, availableRequest(context, args), decision);
}

function endUndecided(context: Context, args: Arguments, status: 'CANCELED' | 'EXPIRED'): void {
  const request = subject(context, 'request', args, 'requestId');
  demandState(request.status, ['SUBMITTED', 'PENDING']);
  keep(context, { ...request, status });
}

async function grantRequest(context: Context, args: Arguments): Promise<void> {
  const request = subject(context, 'request', args, 'requestId');
  const approved = request.status === 'APPROVED' ? request : await decide(context, availableRequest(context, args), 'approve');
  await processGrant(context, approved, failureOf(context.store, 'grant'));
  const { grantStatus } = subject(context, 'request', args, 'requestId');
  if (grantStatus !== 'GRANTED')
    throw new ControlError(
      'mock-not-now',
      `the request's grantStatus is ${grantStatus ?? 'not there'}`,
      'Ask for a request that can be granted, and plan no failure of its grant.',
    );
}

function decideOnReview(context: Context, args: Arguments): void {
  const review = subject(context, 'review', args, 'reviewId');
  decideReview(context, review, choice(args, 'decision', ['approve', 'revoke']) === 'approve' ? 'APPROVE' : 'REVOKE');
}

function breakRequestType(context: Context, args: Arguments): void {
  const requestType = subject(context, 'requestType', args, 'requestTypeId');
  context.store.requestType.put({ ...requestType, broken: true });
}

function repairRequestType(context: Context, args: Arguments): void {
  const requestType = subject(context, 'requestType', args, 'requestTypeId');
  demandState(requestType.status, ['DISABLED']);
  context.store.requestType.put({
    ...requestType,
    broken: false,
    status: context.policy.repairedTo(choice(args, 'to', ['DRAFT', 'ACTIVE'])),
  });
}

function moveV1(context: Context, args: Arguments): void {
  const request = subject(context, 'requestV1', args, 'requestId');
  const channel = args.oneOf('through', ['portal', 'chat']) ?? 'portal';
  const to = choice(args, 'to', ['pending', 'resolved']);
  demandState(request.requestStatus, [to === 'pending' ? 'OPEN' : 'PENDING']);
  if (context.policy.takesMovesFrom(channel)) moveRequestV1(context, request, to === 'pending' ? 'PENDING' : 'RESOLVED');
}

function decideV1(context: Context, args: Arguments): void {
  const request = subject(context, 'requestV1', args, 'requestId');
  decideRequestV1(context, request, choice(args, 'decision', ['approve', 'deny']) === 'approve' ? 'APPROVED' : 'DENIED');
}
