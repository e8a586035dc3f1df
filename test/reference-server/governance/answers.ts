import { isObject } from '../http/call.ts';
import type { Call } from '../http/call.ts';
import { Refusal } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Entitlement, Pick, Principal, Resource, GovernanceService } from './model.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** One object: its identifier apart from what it is like. */
export function one(status: number, kind: string, id: string | number, like: JsonObject): Reply {
  return { status, json: { links: {}, thing: element(kind, id, like) } };
}

export function many(things: readonly JsonObject[]): Reply {
  return { status: 200, json: { links: { more: null }, things } };
}

export function element(kind: string, id: string | number, like: JsonObject): JsonObject {
  return { kind, like, id };
}

export function refuse(status: number, code: string): Refusal {
  return new Refusal({ status, json: { faults: [{ trail: [], code: `STW/${code}`, http: status }] } });
}

export function found<T>(things: ReadonlyMap<string, T>, id: string | undefined): T {
  const thing = things.get(id ?? '');
  if (thing === undefined) throw refuse(404, 'nowhere');
  return thing;
}

/** Throws for a caller without a key, and for one without the subscription. */
export function demandSubscription({ key, keyWithoutSubscription, defects }: GovernanceService, { headers, method, path }: Call): void {
  const given = headers['x-steward']?.replace(/^key=/, '');
  const isFree =
    (path.startsWith('/beta/') && defects.has('gov.subscription-not-for-beta')) ||
    (path === '/ledger/grants/search' && defects.has('gov.subscription-not-for-grants')) ||
    (method === 'PUT' && path.endsWith('/shopwindow') && defects.has('gov.subscription-not-for-publishing'));
  if (given === keyWithoutSubscription && isFree) return;
  if (given === keyWithoutSubscription) throw refuse(402, 'unpaid');
  if (given !== key) throw refuse(401, 'unknown');
}

export function resourceCard({ id, type, shownType = type }: Resource): JsonObject {
  return { description: '', name: `The ${type.toLowerCase()} ${id}`, resourceType: shownType, resourceId: id };
}

export const ENTITLEMENT_DESCRIPTION = 'what it lets one do';

export function entitlementCard({ id, values }: Entitlement, only?: readonly string[]): JsonObject {
  return {
    values: values.filter((value) => only?.includes(value) !== false).map(valueCard),
    required: false,
    multiValue: values.length > 1,
    description: ENTITLEMENT_DESCRIPTION,
    displayName: `Leyfi ${id}`,
    name: id.replace(':', '_'),
  };
}

export function valueCard(id: string): JsonObject {
  return { description: '', value: id.toUpperCase(), displayName: `Gildi ${id}`, id };
}

export function pickCards(picks: readonly Pick[]): readonly JsonObject[] {
  return picks.map(({ entitlement, values }) => ({ picked: values.map((id) => ({ id })), id: entitlement }));
}

export function principalCard({ type, id }: Principal): JsonObject {
  return { type, externalId: id };
}

/** Settings come in groups, each an object; what else there is is not looked at. */
export function areGroups(settings: unknown): boolean {
  return !isObject(settings) || Object.entries(settings).every(([name, group]) => !name.endsWith('Settings') || isObject(group));
}
