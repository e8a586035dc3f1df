import { entry, type Arguments, type Entries } from '../kit/arguments.ts';
import { ControlError } from '../kit/service.ts';
import { decideReview, purgeCampaigns } from './campaigns.ts';
import type { Context } from './context.ts';
import { checkConditions, failureOf, runJobs } from './jobs.ts';
import type { AccessRequest, Kind, Kinds } from './model.ts';
import { decideRequestV1, moveRequestV1 } from './request-types.ts';
import { decide, examine, processGrant, refuse } from './requests.ts';
import { jobs, type Stores } from './store.ts';

/** The catalogue's acts: what happens to the deployment outside its operations. */
export const acts: Entries<Context, void | Promise<void>> = {
  'let the background jobs finish': entry([], runJobs),
  'let the periodic check of request conditions run': entry([], checkConditions),
  'run the campaign purger': entry([], purgeCampaigns),
  'make the next background job fail': entry(['job'], ({ store: { jobQueue } }, args) => {
    const job = args.neededOneOf('job', jobs);
    jobQueue.failures.set(job, (jobQueue.failures.get(job) ?? 0) + 1);
  }),
  'delete a resource': entry(['resourceId'], (context, args) => {
    const { id } = subject(context, 'resource', args, 'resourceId');
    remove(context, ['resource', 'group'], [id]);
  }),
  'delete groups': deletion(['group', 'resource'], 'groupIds'),
  'delete entitlement bundles': deletion(['bundle'], 'bundleIds'),
  'delete entitlements': deletion(['entitlement'], 'entitlementIds'),
  'opt a resource out of entitlement management': entry(['resourceId'], (context, args) => {
    context.store.resource.put({ ...subject(context, 'resource', args, 'resourceId'), managed: false });
  }),
  'let the system examine a request': entry(['requestId', 'finding'], (context, args) => {
    const request = requestIn(context, args, ['SUBMITTED']);
    examine(context, request, args.neededOneOf('finding', ['available', 'invalid']));
  }),
  'decide the approvals of a request': entry(['requestId', 'decision'], async (context, args) => {
    const decision = args.neededOneOf('decision', ['approve', 'reject']);
    await decide(context, availableRequest(context, args), decision);
  }),
  'cancel a request as its requester': ending('CANCELED'),
  'let a request expire': ending('EXPIRED'),
  'let a request be granted': entry(['requestId'], async (context, args) => {
    const request = subject(context, 'request', args, 'requestId');
    const approved = request.status === 'APPROVED' ? request : await decide(context, availableRequest(context, args), 'approve');
    await processGrant(context, approved, failureOf(context.store, 'grant'));
    const { grantStatus = 'not there' } = subject(context, 'request', args, 'requestId');
    if (grantStatus !== 'GRANTED')
      throw new ControlError(
        'mock-not-now',
        `the request's grantStatus is ${grantStatus}`,
        'Ask for a request that can be granted, and plan no failure of its grant.',
      );
  }),
  'decide a review': entry(['reviewId', 'decision'], (context, args) => {
    const review = subject(context, 'review', args, 'reviewId');
    decideReview(context, review, args.neededOneOf('decision', ['approve', 'revoke']) === 'approve' ? 'APPROVE' : 'REVOKE');
  }),
  'make a request type invalid': entry(['requestTypeId'], (context, args) => {
    context.store.requestType.put({ ...subject(context, 'requestType', args, 'requestTypeId'), broken: true });
  }),
  'repair a request type in the portal': entry(['requestTypeId', 'to'], (context, args) => {
    const requestType = subject(context, 'requestType', args, 'requestTypeId');
    demandState(requestType.status, ['DISABLED']);
    const status = context.policy.repairedTo(args.neededOneOf('to', ['DRAFT', 'ACTIVE']));
    context.store.requestType.put({ ...requestType, broken: false, status });
  }),
  'move a v1 request': entry(['requestId', 'to', 'through'], (context, args) => {
    const request = subject(context, 'requestV1', args, 'requestId');
    const channel = args.oneOf('through', ['portal', 'chat']) ?? 'portal';
    const to = args.neededOneOf('to', ['pending', 'resolved']);
    demandState(request.requestStatus, [to === 'pending' ? 'OPEN' : 'PENDING']);
    if (context.policy.takesMovesFrom(channel)) moveRequestV1(context, request, to === 'pending' ? 'PENDING' : 'RESOLVED');
  }),
  'decide the approvals of a v1 request': entry(['requestId', 'decision'], (context, args) => {
    const request = subject(context, 'requestV1', args, 'requestId');
    decideRequestV1(context, request, args.neededOneOf('decision', ['approve', 'deny']) === 'approve' ? 'APPROVED' : 'DENIED');
  }),
};

/** The object whose id is the value of a parameter. */
function subject<K extends Kind>({ store }: Context, kind: K, args: Arguments, param: string): Kinds[K] {
  const stores: Stores = store;
  const id = args.neededText(param);
  return stores[kind].get(id) ?? unknownId(param, id, kind);
}

function unknownId(param: string, id: string, kind: Kind): never {
  const remedy = `Send the id of a ${kind} that this deployment has made and not deleted.`;
  throw new ControlError('mock-id-unknown', `'${param}' names '${id}': there is no such ${kind}`, remedy);
}

/** Refuses an act that the object's state does not permit. */
function demandState(found: string, permitted: readonly string[]): void {
  if (!permitted.includes(found))
    throw new ControlError('mock-not-now', `it is ${found}`, `This can be done only while it is ${permitted.join(' or ')}.`);
}

/** Takes away things of the first kind by their ids, with what other kinds have under the same ids. */
function deletion(kinds: readonly ['group' | 'bundle' | 'entitlement', ...Kind[]], param: string): Entries<Context, void>[string] {
  return entry([param], (context, args) => {
    const ids = args.neededTexts(param, 'an array of ids');
    for (const id of ids) if (context.store[kinds[0]].get(id) === undefined) unknownId(param, id, kinds[0]);
    remove(context, kinds, ids);
  });
}

function remove({ store, now }: Context, kinds: readonly Kind[], ids: readonly string[]): void {
  for (const id of ids) for (const kind of kinds) store[kind].remove(id, now());
}

function requestIn(context: Context, args: Arguments, permitted: readonly AccessRequest['status'][]): AccessRequest {
  const request = subject(context, 'request', args, 'requestId');
  demandState(request.status, permitted);
  return request;
}

/** A request that its approvers can see; one that was only submitted is made available first. */
function availableRequest(context: Context, args: Arguments): AccessRequest {
  const request = requestIn(context, args, ['SUBMITTED', 'PENDING']);
  return request.status === 'SUBMITTED' ? examine(context, request, 'available') : request;
}

/** Ends a request; where it was decided before, that comes too late. */
function ending(status: 'CANCELED' | 'EXPIRED'): Entries<Context, void>[string] {
  return entry(['requestId'], (context, args) => {
    const request = subject(context, 'request', args, 'requestId');
    if (request.status === 'SUBMITTED' || request.status === 'PENDING') refuse(context, { ...request, status });
    else context.store.request.put(context.policy.afterDecision(request, status));
  });
}
