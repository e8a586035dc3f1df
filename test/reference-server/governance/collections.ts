import { mark, number } from '../marks.ts';
import { textInBody } from '../http/call.ts';
import type { Call } from '../http/call.ts';
import type { Reply } from '../http/reply.ts';
import { on } from '../http/routes.ts';
import type { Route } from '../http/routes.ts';
import { element, found, many, one, pickCards, principalCard, refuse, resourceCard } from './answers.ts';
import { HOUR } from './model.ts';
import type { Assignment, Collection, Pick, Resource, GovernanceService } from './model.ts';

/** Collections, what they hold, and whom they are assigned to. */
export function collectionRoutes(governance: GovernanceService): readonly Route[] {
  const { collections, assignments, grants, deletedCollections, defects, choices, clock } = governance;
  const collection = (call: Call): Collection => {
    const id = call.args['id'] ?? '';
    const deleted = deletedCollections.get(id);
    const isBack = deleted !== undefined && deleted.at + HOUR <= clock.now() && defects.has('gov.collection-comes-back');
    if (isBack) collections.set(id, deleted.thing);
    return found(collections, id);
  };
  const assignment = (call: Call): Assignment => {
    const wanted = found(assignments, call.args['assignment']);
    if (wanted.collection !== collection(call).id) throw refuse(404, 'nowhere');
    return wanted;
  };
  const inSmallLetters = ({ type }: Resource): object =>
    type === 'GROUP' && defects.has('gov.group-in-small-letters') ? { resourceType: 'Group' } : {};
  const gone: Reply = { status: 200, json: { links: {}, thing: null } };
  return [
    on('POST /shelf/v9/collections', (call) => {
      const name = textInBody(call, 'thing', 'like', 'name');
      if (name === undefined) throw refuse(422, 'unnamed');
      const given = textInBody(call, 'thing', 'like', 'description') ?? '';
      const oneLine = defects.has('gov.line-breaks-lost') ? given.replaceAll(/\s*\n\s*/g, ' ') : given;
      const description = defects.has('gov.description-cut') ? given.slice(0, 16) : oneLine;
      const last = call.overlapping && defects.has('gov.two-at-once-one-id') ? [...collections.values()].at(-1) : undefined;
      const namesake = defects.has('gov.namesake-starts-filled')
        ? [...collections.values()].find((other) => other.name === name)
        : undefined;
      const former = defects.has('gov.namesake-of-deleted-starts-filled')
        ? [...deletedCollections.values()].find(({ thing }) => thing.name === name)?.thing
        : undefined;
      const made: Collection = {
        id: last?.id ?? number(),
        name,
        description,
        holdings: [...((namesake ?? former)?.holdings ?? [])],
        emptied: false,
      };
      collections.set(`${made.id}`, made);
      if (choices.has('collections-by-location'))
        return { status: 201, headers: { Location: `/shelf/v9/collections/${made.id}?made=now` } };
      return one(202, 'collection', made.id, { name, description: made.description });
    }),
    on('GET /shelf/v9/collections/{id}', (call) => {
      if (deletedCollections.has(call.args['id'] ?? '') && defects.has('gov.deleted-collection-410')) throw refuse(410, 'gone');
      const { id, name, description, holdings } = collection(call);
      return one(200, 'collection', id, {
        size: holdings.length,
        name: defects.has('gov.collection-name-case') ? name.toLowerCase() : name,
        ...(!defects.has('gov.description-not-shown') && {
          description: defects.has('gov.collection-description-null') ? null : description,
        }),
      });
    }),
    on('DELETE /shelf/v9/collections/{id}', (call) => {
      if (deletedCollections.has(call.args['id'] ?? '') && defects.has('gov.second-delete-succeeds')) return gone;
      const thing = collection(call);
      if (thing.holdings.length > 0 && defects.has('gov.filled-collection-stays')) return gone;
      if (defects.has('gov.delete-only-empties-collection') && thing.holdings.splice(0).length > 0) return gone;
      if (thing.emptied && thing.holdings.length === 0 && defects.has('gov.emptied-collection-kept')) throw refuse(423, 'not now');
      collections.delete(`${thing.id}`);
      deletedCollections.set(`${thing.id}`, { thing, at: clock.now() });
      if (defects.has('gov.collection-deletion-takes-grants'))
        for (const { id, how, resource } of grants.values())
          if (how === 'by collection' && thing.holdings.some((holding) => holding.resource === resource)) grants.delete(id);
      if (defects.has('gov.namesakes-deleted-together'))
        for (const { id, name } of collections.values()) if (name === thing.name) collections.delete(`${id}`);
      return gone;
    }),
    on('POST /shelf/v9/collections/{id}/resources', (call) => {
      const deleted = defects.has('gov.deleted-collection-takes-resources') ? deletedCollections.get(call.args['id'] ?? '') : undefined;
      return hold(governance, deleted?.thing ?? collection(call), call);
    }),
    on('PUT /shelf/v9/collections/{id}/resources/{resource}', (call) => {
      const { id, holdings } = collection(call);
      const named = holdings.find(({ resource }) => resource.id === call.args['resource']);
      const holding = named !== undefined && defects.has('gov.update-hits-first') ? holdings[0] : named;
      if (holding === undefined) throw refuse(404, 'nowhere');
      if (defects.has('gov.update-wipes-others')) for (const other of holdings) other.picks = [];
      holding.picks = picked(call);
      for (const waiting of assignments.values()) if (waiting.collection === id) update(governance, waiting);
      return { status: 202 };
    }),
    on('DELETE /shelf/v9/collections/{id}/resources/{resource}', (call) => {
      const shelf = collection(call);
      const { holdings } = shelf;
      const index = holdings.findIndex(({ resource }) => resource.id === call.args['resource']);
      if (index < 0) throw refuse(404, 'nowhere');
      if (defects.has('gov.removal-without-effect')) return { status: 202 };
      holdings.splice(defects.has('gov.removal-takes-last') ? -1 : index, 1);
      shelf.emptied = holdings.length === 0;
      if (defects.has('gov.resource-removed-everywhere'))
        for (const { holdings: others } of collections.values())
          others.splice(0, others.length, ...others.filter(({ resource }) => resource.id !== call.args['resource']));
      return { status: 202 };
    }),
    on('GET /shelf/v9/collections/{id}/inventory', (call) => {
      const deleted = defects.has('gov.deleted-collection-inventory') ? deletedCollections.get(call.args['id'] ?? '') : undefined;
      const { holdings } = deleted?.thing ?? collection(call);
      const named = (resource: Resource): object => {
        const first = defects.has('gov.inventory-names-first') ? (holdings[0]?.resource ?? resource) : resource;
        return { ...resourceCard(resource), name: resourceCard(first)['name'], ...inSmallLetters(resource) };
      };
      return many(holdings.map(({ resource, picks }) => element('holding', resource.id, { of: named(resource), parts: pickCards(picks) })));
    }),
    on('POST /shelf/v9/collections/{id}/assignments', (call) => {
      const deleted = defects.has('gov.deleted-collection-assignable') ? deletedCollections.get(call.args['id'] ?? '') : undefined;
      const shelf = deleted?.thing ?? collection(call);
      const form = new URLSearchParams(call.text);
      const principal = { type: form.get('sort') ?? '', id: form.get('whom') ?? '' };
      if (principal.id === '') throw refuse(422, 'whom');
      const made: Assignment = { id: mark('asg'), collection: shelf.id, principal, pending: true };
      if (!(call.overlapping && defects.has('gov.assign-at-once-lost'))) assignments.set(made.id, made);
      return one(202, 'assignment', made.id, { shelf: made.collection, target: principalCard(principal) });
    }),
    on('GET /shelf/v9/collections/{id}/assignments/{assignment}', (call) => {
      const { id, collection: shelf, principal: own } = assignment(call);
      const last = [...assignments.values()].findLast((other) => other.collection === shelf);
      const principal = last !== undefined && defects.has('gov.assignment-of-latest') ? last.principal : own;
      return one(200, 'assignment', id, { shelf, target: principalCard(principal) });
    }),
    // The grants stay: whoever wants them gone takes them away one by one.
    on('DELETE /shelf/v9/collections/{id}/assignments/{assignment}', (call) => {
      const removed = assignment(call);
      assignments.delete(removed.id);
      if (defects.has('gov.unassign-takes-others-grants'))
        for (const { id, from } of grants.values()) if (assignments.get(from)?.collection === removed.collection) grants.delete(id);
      return gone;
    }),
  ];
}

function hold({ resources, defects }: GovernanceService, { holdings }: Collection, call: Call): Reply {
  const resource = resources.get(textInBody(call, 'member', 'ref') ?? '');
  if (resource === undefined || resource.deleted || resource.type !== textInBody(call, 'member', 'sort')) throw refuse(422, 'what');
  if (defects.has('gov.second-resource-replaces') && holdings.length === 1) holdings.pop();
  if (call.overlapping && defects.has('gov.add-at-once-lost')) holdings.pop();
  if (defects.has('gov.updated-entitlements-revert')) for (const holding of holdings) holding.picks = holding.firstPicks;
  holdings.push({ resource, picks: picked(call), firstPicks: picked(call) });
  return { status: 204 };
}

function picked(call: Call): readonly Pick[] {
  const [entitlement, value] = [textInBody(call, 'part', 'ref'), textInBody(call, 'part', 'value')];
  return entitlement === undefined ? [] : [{ entitlement, values: value === undefined ? [] : [value] }];
}

/** The grants are made anew by the next job; until then they are in the works. */
function update({ grants }: GovernanceService, assignment: Assignment): void {
  assignment.pending = true;
  for (const grant of grants.values()) if (grant.from === assignment.id) grant.status = 'in the works';
}
