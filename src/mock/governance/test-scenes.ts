import type { Data } from '../kit/service.ts';
import { v1, v2, type Kit } from './test-kit.ts';

/** Short ways through the service for tests; each makes a thing by its operations and answers what is needed to go on. */

export async function emptyCollection(kit: Kit): Promise<string> {
  const { id } = await kit.object('POST', `${v1}/collections`, { name: 'tools' });
  return `${v1}/collections/${String(id)}`;
}

/** A collection with the first entitlement of the app in it; answers the path. */
export async function collectionOf(kit: Kit, app: Data): Promise<string> {
  const path = await emptyCollection(kit);
  await kit.call('POST', `${path}/resources`, [
    {
      resourceId: app['resourceId'],
      resourceType: 'APP',
      entitlements: [{ id: app['entitlementId'], values: [{ id: app['entitlementValueId'] }] }],
    },
  ]);
  return path;
}

/** Assigns a collection to the app's user; answers the path of the assignment. */
export async function assign(kit: Kit, collection: string, app: Data): Promise<string> {
  const { body } = await kit.call('POST', `${collection}/assignments`, [
    { principal: { type: app['principalType'], externalId: app['principalId'] } },
  ]);
  const first: unknown = Array.isArray(body) ? body[0] : undefined;
  return `${collection}/assignments/${typeof first === 'object' && first !== null && 'id' in first ? String(first.id) : ''}`;
}

export function grantsOf(kit: Kit, { principalId, resourceId }: Data): Promise<readonly Data[]> {
  return kit.list(`${v1}/grants?principalId=${String(principalId)}&resourceId=${String(resourceId)}`);
}

const groups = [
  'remediationSettings',
  'resourceSettings',
  'reviewerSettings',
  'scheduleSettings',
  'notificationSettings',
  'principalScopeSettings',
];

/** A scheduled campaign over the access; answers its path. */
export async function campaignOver(kit: Kit, access: Data): Promise<string> {
  const { id } = await kit.object('POST', `${v1}/campaigns`, {
    name: 'quarterly',
    ...Object.fromEntries(groups.map((name) => [name, access[name]])),
  });
  return `${v1}/campaigns/${String(id)}`;
}

export async function activeCampaign(kit: Kit, access: Data): Promise<string> {
  const path = await campaignOver(kit, access);
  await kit.call('POST', `${path}/launch`);
  await kit.act('let the background jobs finish');
  return path;
}

export function reviewsOf(kit: Kit, campaign: string): Promise<readonly Data[]> {
  return kit.list(`${v1}/reviews?campaignId=${idOf(campaign)}`);
}

/** A request condition under the settings that were provided; answers its path. */
export async function conditionFor(kit: Kit, governed: Data): Promise<string> {
  const base = `${v2}/resources/${String(governed['resourceId'])}/request-conditions`;
  const { resourceSettings, requesterSettings, accessScopeSettings, approvalSettings } = governed;
  const { id } = await kit.object('POST', base, {
    name: 'who may ask',
    resourceSettings,
    requesterSettings,
    accessScopeSettings,
    approvalSettings,
  });
  return `${base}/${String(id)}`;
}

export async function activeCondition(kit: Kit, governed: Data): Promise<string> {
  const path = await conditionFor(kit, governed);
  await kit.call('POST', `${path}/activate`);
  return path;
}

export async function ask(kit: Kit, { catalogEntryId, requesterId, accessDuration }: Data): Promise<string> {
  const { id } = await kit.object('POST', `${v2}/requests`, {
    catalogEntryId,
    requesterId,
    ...(accessDuration === undefined ? {} : { accessDuration }),
  });
  return `${v2}/requests/${String(id)}`;
}

/** A request whose access has been granted; answers its path. */
export async function granted(kit: Kit, wanted: Data): Promise<string> {
  const path = await ask(kit, wanted);
  await kit.act('let a request be granted', { requestId: idOf(path) });
  return path;
}

export async function requestTypeFor(kit: Kit, ownership: Data): Promise<string> {
  const { ownerId, approvalSettings, requestSettings, resourceSettings } = ownership;
  const { id } = await kit.object('POST', `${v1}/request-types`, {
    name: 'laptops',
    ownerId,
    approvalSettings,
    requestSettings,
    resourceSettings,
  });
  return `${v1}/request-types/${String(id)}`;
}

/** A request of a published request type; answers its path. */
export async function askV1(kit: Kit, ownership: Data): Promise<string> {
  const type = await requestTypeFor(kit, ownership);
  await kit.call('POST', `${type}/publish`);
  const { requesterId, requesterFieldValues } = ownership;
  const { id } = await kit.object('POST', `${v1}/requests`, { requestTypeId: idOf(type), requesterId, requesterFieldValues });
  return `${v1}/requests/${String(id)}`;
}

/** The last segment of a path. */
export function idOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export async function statusOf(kit: Kit, path: string): Promise<unknown> {
  const { status, body } = await kit.call('GET', path);
  return status === 200 && typeof body === 'object' && body !== null && 'status' in body ? body.status : status;
}
