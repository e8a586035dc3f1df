import { parseSpan } from '../kit/duration.ts';
import { idsIn } from './condition-validity.ts';
import { makeGrant, type GrantDraft } from './grants.ts';
import type { AccessRequest, CatalogEntry, RequestCondition } from './model.ts';
import { noticeInvalid } from './request-conditions.ts';
import type { World } from './world.ts';

/** The conditions that govern requests for a catalog entry; looking at them notices which have become invalid. */
export function conditionsFor(world: World, entry: CatalogEntry): readonly RequestCondition[] {
  const governing = world.stores.requestCondition.all().filter(({ resourceId }) => resourceId === entry.resourceId);
  return governing.map((condition) => noticeInvalid(world, condition));
}

/** Whether the requester may ask at all: everyone may, or the members of groups that are still there. */
function mayRequest(world: World, condition: RequestCondition, requesterId: string): boolean {
  const { requesterSettings } = condition.settings;
  if (requesterSettings['type'] !== 'GROUPS') return true;
  const memberOf = world.stores.user.get(requesterId)?.groupIds ?? [];
  return idsIn(requesterSettings).some((id) => memberOf.includes(id) && world.stores.group.get(id) !== undefined);
}

/** What the system finds of a new request: an active condition has to permit it. */
export function findingOf(world: World, request: AccessRequest): 'available' | 'invalid' {
  const entry = world.stores.catalogEntry.get(request.catalogEntryId);
  const active = entry === undefined ? [] : conditionsFor(world, entry).filter(({ status }) => status === 'ACTIVE');
  return active.some((condition) => mayRequest(world, condition, request.requesterId)) ? 'available' : 'invalid';
}

/** Puts a request away as it is now. */
export function keep(world: World, request: AccessRequest): AccessRequest {
  world.stores.request.put(request);
  return request;
}

/** The system makes the request available, or finds it invalid. */
export function examine(world: World, request: AccessRequest, finding: 'available' | 'invalid'): AccessRequest {
  return keep(world, { ...request, status: finding === 'available' ? 'PENDING' : 'REJECTED' });
}

/** The states through which a request goes when it is approved, each visible for a moment; the last one stays. */
export function approvalStages(request: AccessRequest): readonly AccessRequest[] {
  return [{ ...request, status: 'APPROVED', grantStatus: 'PENDING' }];
}

/** All approvers approve, or one rejects. */
export async function decide(world: World, request: AccessRequest, decision: 'approve' | 'reject'): Promise<AccessRequest> {
  if (decision === 'reject') return keep(world, world.policy.denied({ ...request, status: 'DENIED' }));
  let current = request;
  for (const stage of world.policy.approvalStages(request)) {
    current = keep(world, stage);
    await world.surroundings.pause('governance.approval');
  }
  return current;
}

/** A granted request; where it has an access duration, the revocation is scheduled from now. */
export function granted(request: AccessRequest, now: number): AccessRequest {
  const done: AccessRequest = { ...request, grantStatus: 'GRANTED' };
  const duration = parseSpan(request.accessDuration ?? '');
  return duration === undefined ? done : { ...done, revocationStatus: 'PENDING', revocationScheduled: now + duration };
}

/** The grant that a request asks for. */
export function draftOf(request: AccessRequest, entry: CatalogEntry): GrantDraft {
  return {
    origin: request.id,
    principal: { type: 'USER', externalId: request.requesterId },
    resourceId: entry.resourceId,
    access: entry.access,
  };
}

/** The system action after approval: assigns to the app, adds to the group, or creates the grant. Groups of an app are filled by hand. */
export async function processGrant(world: World, request: AccessRequest, fails: () => boolean): Promise<void> {
  await world.surroundings.pause('governance.job.grant');
  const current = world.policy.readAgain('request', request, world.stores.request.get(request.id));
  if (current?.grantStatus !== 'PENDING') return;
  const entry = world.stores.catalogEntry.get(current.catalogEntryId);
  const resource = entry === undefined ? undefined : world.stores.resource.get(entry.resourceId);
  if (entry === undefined || resource === undefined || fails()) {
    keep(world, { ...current, grantStatus: 'FAILED' });
    return;
  }
  if (resource.appGroup) {
    keep(world, { ...current, grantStatus: 'MANUAL_GRANT_REQUIRED' });
    return;
  }
  const done = world.policy.granted(current, world.surroundings.now());
  keep(world, world.policy.givesAccess(current) ? { ...done, grantId: makeGrant(world, draftOf(current, entry)).id } : done);
}

/** Whether the access duration of a request is exceeded. */
export function revocationIsDue(request: AccessRequest, now: number): boolean {
  return request.revocationScheduled !== undefined && now >= request.revocationScheduled;
}

/** The system action once the access duration is exceeded: takes the access away, or fails to. */
export async function processRevocation(world: World, request: AccessRequest, fails: () => boolean): Promise<void> {
  await world.surroundings.pause('governance.job.revocation');
  const current = world.policy.readAgain('request', request, world.stores.request.get(request.id));
  if (current?.revocationStatus !== 'PENDING' || !world.policy.revocationIsDue(current, world.surroundings.now())) return;
  const failed = fails();
  if (!failed && current.grantId !== undefined && world.policy.takesAccess(current))
    world.stores.grant.remove(current.grantId, world.surroundings.now());
  keep(world, { ...current, revocationStatus: world.policy.revocationOutcome(failed) });
}
