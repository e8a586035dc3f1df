import type { JsonObject } from '../kit/service.ts';
import { v1, v2, type Fixture } from './test-fixture.ts';

/** Short ways through the service for tests; each makes a thing by its operations and answers what is needed to go on. */

export async function emptyCollection(fixture: Fixture): Promise<string> {
  const { id } = await fixture.object('POST', `${v1}/collections`, { name: 'tools' });
  return `${v1}/collections/${String(id)}`;
}

/** A collection with the first entitlement of the app in it; answers the path. */
export async function collectionOf(fixture: Fixture, app: JsonObject): Promise<string> {
  const path = await emptyCollection(fixture);
  await fixture.call('POST', `${path}/resources`, [
    {
      resourceId: app['resourceId'],
      resourceType: 'APP',
      entitlements: [{ id: app['entitlementId'], values: [{ id: app['entitlementValueId'] }] }],
    },
  ]);
  return path;
}

/** Assigns a collection to the app's user; answers the path of the assignment. */
export async function assign(fixture: Fixture, collection: string, app: JsonObject): Promise<string> {
  const { body } = await fixture.call('POST', `${collection}/assignments`, [
    { principal: { type: app['principalType'], externalId: app['principalId'] } },
  ]);
  const first: unknown = Array.isArray(body) ? body[0] : undefined;
  return `${collection}/assignments/${typeof first === 'object' && first !== null && 'id' in first ? String(first.id) : ''}`;
}

export function grantsOf(fixture: Fixture, { principalId, resourceId }: JsonObject): Promise<readonly JsonObject[]> {
  return fixture.list(`${v1}/grants?principalId=${String(principalId)}&resourceId=${String(resourceId)}`);
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
export async function campaignOver(fixture: Fixture, access: JsonObject): Promise<string> {
  const { id } = await fixture.object('POST', `${v1}/campaigns`, {
    name: 'quarterly',
    ...Object.fromEntries(groups.map((name) => [name, access[name]])),
  });
  return `${v1}/campaigns/${String(id)}`;
}

export async function activeCampaign(fixture: Fixture, access: JsonObject): Promise<string> {
  const path = await campaignOver(fixture, access);
  await fixture.call('POST', `${path}/launch`);
  await fixture.act('let the background jobs finish');
  return path;
}

export function reviewsOf(fixture: Fixture, campaign: string): Promise<readonly JsonObject[]> {
  return fixture.list(`${v1}/reviews?campaignId=${idOf(campaign)}`);
}

/** A request condition under the settings that were provided; answers its path. */
export async function conditionFor(fixture: Fixture, governed: JsonObject): Promise<string> {
  const base = `${v2}/resources/${String(governed['resourceId'])}/request-conditions`;
  const { resourceSettings, requesterSettings, accessScopeSettings, approvalSettings } = governed;
  const { id } = await fixture.object('POST', base, {
    name: 'who may ask',
    resourceSettings,
    requesterSettings,
    accessScopeSettings,
    approvalSettings,
  });
  return `${base}/${String(id)}`;
}

export async function activeCondition(fixture: Fixture, governed: JsonObject): Promise<string> {
  const path = await conditionFor(fixture, governed);
  await fixture.call('POST', `${path}/activate`);
  return path;
}

export async function ask(fixture: Fixture, { catalogEntryId, requesterId, accessDuration }: JsonObject): Promise<string> {
  const { id } = await fixture.object('POST', `${v2}/requests`, {
    catalogEntryId,
    requesterId,
    ...(accessDuration === undefined ? {} : { accessDuration }),
  });
  return `${v2}/requests/${String(id)}`;
}

/** A request whose access has been granted; answers its path. */
export async function granted(fixture: Fixture, wanted: JsonObject): Promise<string> {
  const path = await ask(fixture, wanted);
  await fixture.act('let a request be granted', { requestId: idOf(path) });
  return path;
}

export async function requestTypeFor(fixture: Fixture, ownership: JsonObject): Promise<string> {
  const { ownerId, approvalSettings, requestSettings, resourceSettings } = ownership;
  const { id } = await fixture.object('POST', `${v1}/request-types`, {
    name: 'laptops',
    ownerId,
    approvalSettings,
    requestSettings,
    resourceSettings,
  });
  return `${v1}/request-types/${String(id)}`;
}

/** A request of a published request type; answers its path. */
export async function askV1(fixture: Fixture, ownership: JsonObject): Promise<string> {
  const type = await requestTypeFor(fixture, ownership);
  await fixture.call('POST', `${type}/publish`);
  const { requesterId, requesterFieldValues } = ownership;
  const { id } = await fixture.object('POST', `${v1}/requests`, { requestTypeId: idOf(type), requesterId, requesterFieldValues });
  return `${v1}/requests/${String(id)}`;
}

/** The last segment of a path. */
export function idOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export async function statusOf(fixture: Fixture, path: string): Promise<unknown> {
  const { status, body } = await fixture.call('GET', path);
  return status === 200 && typeof body === 'object' && body !== null && 'status' in body ? body.status : status;
}
