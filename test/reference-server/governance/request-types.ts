import { mark, number } from '../marks.ts';
import { inBody, isObject, textInBody } from '../http/call.ts';
import type { Call } from '../http/call.ts';
import { on } from '../http/routes.ts';
import type { Route } from '../http/routes.ts';
import { areGroups, found, one, refuse, resourceCard } from './answers.ts';
import { DAY, HOUR } from './model.ts';
import type { RequestType, RequestV1, GovernanceService } from './model.ts';

/** Request types and requests of the v1 model; every look at a broken type disables it. */
export function requestTypeRoutes(governance: GovernanceService): readonly Route[] {
  const { types, requestsV1, creator, defects, choices, clock, deletedTypes } = governance;
  const type = (id: string | undefined, isPublished = false): RequestType => {
    const wanted = found(types, id);
    const isExamined = isPublished || !choices.has('publish-detects-invalid');
    if (isExamined && wanted.broken && !(wanted.status === 'DRAFT' && defects.has('gov.draft-type-stays'))) wanted.status = 'DISABLED';
    if ((wanted.repairedAt ?? Infinity) + HOUR <= clock.now() && defects.has('gov.repair-undone')) wanted.status = 'DISABLED';
    if (wanted.status === 'ACTIVE' && wanted.publishedAt + DAY <= clock.now() && defects.has('gov.publish-reverts'))
      wanted.status = 'DRAFT';
    return wanted;
  };
  return [
    on('POST /form/request-types', (call) => {
      const settings = inBody(call, 'thing', 'like');
      if (!areGroups(settings)) throw refuse(422, 'what');
      const made: RequestType = {
        id: number(),
        status: 'DRAFT',
        owner: textInBody(call, 'thing', 'of') ?? '',
        settings: isObject(settings) ? settings : {},
        published: false,
        repairedAt: undefined,
        publishedAt: clock.now(),
        broken: false,
      };
      types.set(`${made.id}`, made);
      return respond(made);
    }),
    on('GET /form/request-types/{type}', (call) => {
      if (deletedTypes.has(call.args['type'] ?? '') && defects.has('gov.deleted-type-shown'))
        return one(200, 'form', Number(call.args['type']), { owned: null, now: { status: 'DELETED' }, settings: {} });
      const wanted = type(call.args['type']);
      const newest = [...types.values()].at(-1) ?? wanted;
      return respond(defects.has('gov.owner-of-newest-type') ? { ...wanted, owner: newest.owner } : wanted);
    }),
    on('PUT /form/request-types/{type}/shopwindow', (call) => {
      if (deletedTypes.has(call.args['type'] ?? '') && defects.has('gov.deleted-type-conflict')) throw refuse(423, 'not now');
      const former = deletedTypes.get(call.args['type'] ?? '');
      if (former !== undefined && defects.has('gov.publish-deleted-request-type')) return respond({ ...former, status: 'ACTIVE' });
      const wanted = type(call.args['type'], true);
      if (wanted.published && wanted.status === 'DRAFT' && defects.has('gov.second-publication-refused')) throw refuse(423, 'not now');
      wanted.published = true;
      wanted.publishedAt = clock.now();
      if (defects.has('gov.type-settings-lost-on-publish')) wanted.settings = { ...wanted.settings, requestSettings: undefined };
      const isFree = wanted.status === 'DISABLED' && !wanted.broken && defects.has('gov.disabled-type-published');
      if (wanted.status === 'DRAFT' && defects.has('gov.publish-without-effect')) return respond(wanted);
      if (wanted.status === 'DRAFT' || isFree) wanted.status = 'ACTIVE';
      else if (!wanted.broken) throw refuse(423, 'not now');
      return respond(wanted);
    }),
    on('DELETE /form/request-types/{type}/shopwindow', (call) => {
      if (deletedTypes.has(call.args['type'] ?? '') && defects.has('gov.deleted-type-unpublishes'))
        return { status: 200, json: { links: {}, thing: null } };
      const wanted = type(call.args['type']);
      if (wanted.status === 'ACTIVE') wanted.status = defects.has('gov.unpublish-to-draft') ? 'DRAFT' : 'DISABLED';
      else if (!wanted.broken) throw refuse(423, 'not now');
      if (defects.has('gov.unpublish-all')) for (const other of types.values()) if (other.owner === wanted.owner) other.status = 'DISABLED';
      return respond(wanted);
    }),
    on('DELETE /form/request-types/{type}', (call) => {
      const wanted = found(types, call.args['type']);
      if (wanted.status === 'ACTIVE' && defects.has('gov.active-type-undeletable')) throw refuse(423, 'not now');
      if (!(wanted.status === 'ACTIVE' && defects.has('gov.active-type-stays'))) types.delete(`${wanted.id}`);
      if (defects.has('gov.type-deletion-takes-siblings'))
        for (const { id, owner } of types.values()) if (owner === wanted.owner) types.delete(`${id}`);
      deletedTypes.set(`${wanted.id}`, wanted);
      return { status: 200, json: { links: {}, thing: null } };
    }),
    on('POST /form/tickets', (call) => {
      const form = String(inBody(call, 'ticket', 'form'));
      const wanted = (defects.has('gov.deleted-type-takes-tickets') ? deletedTypes.get(form) : undefined) ?? type(form);
      if (wanted.status !== 'ACTIVE') throw refuse(423, 'not now');
      const other = call.overlapping && defects.has('gov.tickets-at-once-one-requester') ? [...requestsV1.values()].at(-1) : undefined;
      const whom = other?.requester ?? textInBody(call, 'ticket', 'whom');
      const requester = (defects.has('gov.ticket-for-its-creator') ? undefined : whom) ?? creator;
      const made: RequestV1 = {
        id: mark('tkt'),
        type: wanted,
        requester,
        status: 'OPEN',
        fieldValues: inBody(call, 'ticket', 'fields'),
        decision: 'open',
      };
      requestsV1.set(made.id, made);
      return ticket(governance, made);
    }),
    on('GET /form/tickets/{ticket}', (call: Call) => ticket(governance, found(requestsV1, call.args['ticket']))),
  ];
}

function respond({ id, status, owner, settings }: RequestType): ReturnType<typeof one> {
  return one(200, 'form', id, { owned: { by: owner, as: 'Member' }, now: { status }, settings });
}

function ticket({ creator, resources, requestsV1, defects, choices }: GovernanceService, made: RequestV1): ReturnType<typeof one> {
  const { id, type, requester, status } = made;
  const first = [...requestsV1.values()].find((other) => other.type === type) ?? made;
  const { fieldValues } = defects.has('gov.field-values-of-first') ? first : made;
  const decision = status === 'RESOLVED' && defects.has('gov.resolved-loses-decision') ? 'open' : made.decision;
  const about = resources.get(String(approval(type, 'resourceSettings', 'about')));
  const approver = String(approval(type, 'approvalSettings', 'approver'));
  return one(200, 'ticket', id, {
    people: { made: { by: defects.has('gov.creator-is-requester') ? requester : creator }, asks: { for: requester } },
    fields: fieldValues,
    signatures: [...(choices.has('several-approvers') ? [creator] : []), approver].map((signer) => ({
      signer,
      word: decision,
      ...(!(decision !== 'open' && defects.has('gov.approver-values-lost')) && {
        filled: decision === 'open' ? [] : [{ field: 'note', value: 'fine' }],
      }),
    })),
    doings: decision === 'approve' ? [{ what: 'tell' }] : [],
    ...(about === undefined ? {} : { about: resourceCard(about) }),
    now: { status },
  });
}

function approval({ settings }: RequestType, group: string, field: string): unknown {
  const values = settings[group];
  return isObject(values) ? values[field] : undefined;
}
