import { parseSpan } from '../kit/clock.ts';
import { post } from '../kit/define-service.ts';
import { json } from '../kit/json.ts';
import { idsIn, readMembers } from './bodies.ts';
import { show, type Context, type Operations } from './context.ts';
import { Refusal } from './errors.ts';
import type { AccessRequest, CatalogEntry, RequestCondition } from './model.ts';
import type { GrantDraft } from './policy.ts';
import { noticeInvalid } from './request-conditions.ts';
import { makeGrant } from './resources.ts';

/** The conditions that govern requests for a catalog entry; looking at them notices which have become invalid. */
function conditionsFor(context: Context, entry: CatalogEntry): readonly RequestCondition[] {
  const governing = context.store.requestCondition.all().filter(({ resourceId }) => resourceId === entry.resourceId);
  return governing.map((condition) => noticeInvalid(context, condition));
}

/** Whether the requester may ask at all: everyone may, or the members of groups that are still there. */
function mayRequest({ store }: Context, { settings: { requesterSettings } }: RequestCondition, requesterId: string): boolean {
  if (requesterSettings['type'] !== 'GROUPS') return true;
  const memberOf = store.user.get(requesterId)?.groupIds ?? [];
  return idsIn(requesterSettings).some((id) => memberOf.includes(id) && store.group.get(id) !== undefined);
}

/** What the system finds of a new request: an active condition has to permit it. */
export function findingOf(context: Context, request: AccessRequest): 'available' | 'invalid' {
  const entry = context.store.catalogEntry.get(request.catalogEntryId);
  const active = entry === undefined ? [] : conditionsFor(context, entry).filter(({ status }) => status === 'ACTIVE');
  return active.some((condition) => mayRequest(context, condition, request.requesterId)) ? 'available' : 'invalid';
}

/** The system makes the request available, or finds it invalid. */
export function examine(context: Context, request: AccessRequest, finding: 'available' | 'invalid'): AccessRequest {
  return context.store.request.put({ ...request, status: finding === 'available' ? 'PENDING' : 'REJECTED' });
}

/** A request that comes to no grant. */
export function refuse({ store, policy, now }: Context, request: AccessRequest): AccessRequest {
  const { resourceId } = store.catalogEntry.get(request.catalogEntryId) ?? {};
  for (const { id } of policy.grantsOfRefused(request, resourceId, store.grant.all())) store.grant.remove(id, now());
  return store.request.put(request);
}

/** All approvers approve, or one rejects. */
export async function decide(context: Context, request: AccessRequest, decision: 'approve' | 'reject'): Promise<AccessRequest> {
  if (decision === 'reject') return refuse(context, context.policy.denied({ ...request, status: 'DENIED' }));
  let current = request;
  for (const stage of context.policy.approvalStages(request)) {
    current = context.store.request.put(stage);
    await context.pause('governance.approval');
  }
  for (const other of context.policy.approvedWith(request, context.store.request.all()))
    context.store.request.put({ ...other, status: 'APPROVED', grantStatus: 'PENDING' });
  return current;
}

/** The grant that a request asks for. */
function draftOf({ id: origin, requesterId }: AccessRequest, { resourceId, access }: CatalogEntry): GrantDraft {
  return { origin, principal: { type: 'USER', externalId: requesterId }, resourceId, access };
}

/** The system action after approval: assigns to the app, adds to the group, or creates the grant. Groups of an app are filled by hand. */
export async function processGrant(context: Context, request: AccessRequest, fails: () => boolean): Promise<void> {
  const { store, policy } = context;
  await context.pause('governance.job.grant');
  const current = policy.readAgain('request', request, store.request.get(request.id));
  if (current?.grantStatus !== 'PENDING') return;
  const entry = store.catalogEntry.get(current.catalogEntryId);
  const resource = entry === undefined ? undefined : store.resource.get(entry.resourceId);
  if (entry === undefined || resource === undefined || fails())
    return void context.store.request.put({ ...current, grantStatus: 'FAILED' });
  if (resource.appGroup) return void context.store.request.put({ ...current, grantStatus: 'MANUAL_GRANT_REQUIRED' });
  const done = policy.granted(current, context.now());
  const draft = policy.draftOf(draftOf(current, entry), store.grant.all());
  context.store.request.put(policy.givesAccess(current) ? { ...done, grantId: makeGrant(context, draft).id } : done);
}

/** The system action once the access duration is exceeded: takes the access away, or fails to. */
export async function processRevocation(context: Context, request: AccessRequest, fails: () => boolean): Promise<void> {
  const { store, policy, now } = context;
  await context.pause('governance.job.revocation');
  const current = policy.readAgain('request', request, store.request.get(request.id));
  if (current?.revocationStatus !== 'PENDING' || !policy.revocationIsDue(current, now())) return;
  const failed = fails();
  if (!failed && policy.takesAccess(current))
    for (const { id } of policy.grantsRevoked(current, store.grant.all())) store.grant.remove(id, now());
  context.store.request.put({ ...current, revocationStatus: policy.revocationOutcome(failed) });
}

export const requestOperations: Operations = {
  /** Takes a request; whether it is valid is found out by the system afterwards. Conditions that have become invalid are noticed here. */
  createRequest: post('/governance/api/v2/requests', async (context) => {
    const { store, policy, choices } = context;
    const asked = readMembers(context, (members) => ({
      catalogEntryId: members.text('catalogEntryId'),
      requesterId: members.optionalText('requesterId') ?? store.callerId,
      accessDuration: members.optionalText('accessDuration'),
    }));
    const entry = store.catalogEntry.get(asked.catalogEntryId);
    if (entry === undefined) throw new Refusal('E0000001', [`catalogEntryId: there is no catalog entry ${asked.catalogEntryId}`]);
    if (store.user.get(asked.requesterId) === undefined)
      throw new Refusal('E0000001', [`requesterId: there is no user ${asked.requesterId}`]);
    if (asked.accessDuration !== undefined && parseSpan(asked.accessDuration) === undefined)
      throw new Refusal('E0000001', ['accessDuration: an ISO 8601 duration of weeks, days and time is needed']);
    await context.pause('governance.createRequest');
    const condition = conditionsFor(context, entry).find(({ status }) => status === 'ACTIVE');
    const accessDuration = asked.accessDuration ?? condition?.accessDuration;
    const fresh: AccessRequest = {
      id: context.id(20),
      createdAt: context.now(),
      catalogEntryId: entry.id,
      requesterId: asked.requesterId,
      status: 'SUBMITTED',
      ...(accessDuration === undefined ? {} : { accessDuration }),
    };
    const request = policy.newRequest(fresh, store.request.all());
    if (policy.storesRequest(request)) store.request.put(request);
    if (policy.grantsAtOnce(request)) makeGrant(context, draftOf(request, entry));
    return json(202, policy.viewRequest(request, choices));
  }),
  readRequest: show('/governance/api/v2/requests/{request}', 'request', (request, { policy, choices }) =>
    policy.viewRequest(request, choices),
  ),
};
