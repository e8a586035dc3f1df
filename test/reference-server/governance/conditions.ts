import { mark } from '../marks.ts';
import { inBody, isObject, textInBody, textList, within } from '../http/call.ts';
import { on } from '../http/routes.ts';
import type { Route } from '../http/routes.ts';
import { element, found, many, one, refuse, resourceCard } from './answers.ts';
import { DAY, type Condition, type Entry, type GovernanceService } from './model.ts';

/** Request conditions are born active; whoever changes one has to activate it again. */
export function conditionRoutes({ conditions, entries, deletedConditions, defects, clock }: GovernanceService): readonly Route[] {
  const moved = (id: string | undefined, status: 'ACTIVE' | 'INACTIVE'): ReturnType<typeof respond> => {
    const deleted = status === 'ACTIVE' ? deletedConditions.get(id ?? '') : undefined;
    if (deleted !== undefined && defects.has('gov.deleted-condition-revives')) conditions.set(deleted.id, deleted);
    const former = status === 'INACTIVE' ? deletedConditions.get(id ?? '') : undefined;
    if (former !== undefined && defects.has('gov.deleted-condition-deactivates')) return respond({ ...former, status });
    const condition = found(conditions, id);
    if (condition.status === 'INVALID') throw refuse(423, 'beyond repair');
    condition.status = status;
    return respond(condition);
  };
  return [
    on('POST /desk/terms', (call) => {
      const settings = inBody(call, 'thing', 'like');
      const entry = found(entries, textInBody(call, 'thing', 'of'));
      const made: Condition = { id: mark('term'), entry, status: 'ACTIVE', invalidAt: 0, settings: isObject(settings) ? settings : {} };
      if (defects.has('gov.first-requester-group')) made.settings = withFirstGroup(made.settings);
      conditions.set(made.id, made);
      return respond(made, 200);
    }),
    on('GET /desk/terms/{term}', (call) => {
      if (deletedConditions.has(call.args['term'] ?? '') && defects.has('gov.deleted-condition-410')) throw refuse(410, 'gone');
      const condition = found(conditions, call.args['term']);
      const isLongAgo = condition.status === 'INVALID' && condition.invalidAt + DAY <= clock.now();
      if (isLongAgo && defects.has('gov.invalid-heals')) condition.status = 'ACTIVE';
      return respond(condition);
    }),
    on('POST /desk/terms/{term}/activate', (call) => moved(call.args['term'], 'ACTIVE')),
    on('POST /desk/terms/{term}/deactivate', (call) => moved(call.args['term'], 'INACTIVE')),
    on('PATCH /desk/terms/{term}', (call) => {
      if (call.headers['content-type'] !== 'application/merge-patch+json') throw refuse(415, 'patch by merging');
      const deleted = deletedConditions.get(call.args['term'] ?? '');
      if (deleted !== undefined && defects.has('gov.deleted-condition-patched')) return respond(deleted);
      if (deleted !== undefined && defects.has('gov.patch-revives-condition')) conditions.set(deleted.id, deleted);
      const reply = moved(call.args['term'], 'INACTIVE');
      const condition = conditions.get(call.args['term'] ?? '');
      if (condition !== undefined && defects.has('gov.patch-wipes-approval'))
        condition.settings = { ...condition.settings, approvalSettings: undefined };
      return reply;
    }),
    on('DELETE /desk/terms/{term}', (call) => {
      if (deletedConditions.has(call.args['term'] ?? '') && defects.has('gov.second-term-delete-succeeds')) return { status: 202 };
      const condition = found(conditions, call.args['term']);
      conditions.delete(condition.id);
      if (defects.has('gov.condition-deletion-takes-siblings'))
        for (const { id, entry } of conditions.values()) if (entry === condition.entry) conditions.delete(id);
      deletedConditions.set(condition.id, condition);
      return { status: 202 };
    }),
    on('GET /desk/entries/{entry}', (call) => {
      const entry = found(entries, call.args['entry']);
      return one(200, 'entry', entry.id, entryCard(entry));
    }),
    on('GET /desk/entries', (call) => {
      const children = [...entries.values()].filter(
        ({ parent, part }) =>
          (parent === call.query.get('under') || (parent !== null && defects.has('gov.children-of-anyone'))) &&
          !(part['value'] !== undefined && defects.has('gov.value-entries-unlisted')),
      );
      return many(children.map((entry) => element('entry', entry.id, entryCard(entry))));
    }),
  ];
}

function respond({ id, entry, status, settings }: Condition, code = 200): ReturnType<typeof one> {
  return one(code, 'term', id, { now: { status }, about: entry.id, ...settings });
}

function withFirstGroup(settings: Condition['settings']): Condition['settings'] {
  const groups = textList(within(settings, 'requesterSettings', 'groups'));
  return groups === undefined ? settings : { ...settings, requesterSettings: { groups: groups.slice(0, 1) } };
}

function entryCard({ resource, parent, part }: Entry): Readonly<Record<string, unknown>> {
  return { above: parent, stands: { for: resourceCard(resource), part } };
}

/** Notices what conditions have lost. */
export function examineConditions(governance: GovernanceService, which: (condition: Condition) => boolean): void {
  for (const condition of governance.conditions.values())
    if (
      which(condition) &&
      broken(governance, condition) &&
      !(governance.defects.has('gov.second-condition-unnoticed') && isSecond(governance, condition)) &&
      !(condition.status === 'INACTIVE' && governance.defects.has('gov.inactive-not-examined'))
    )
      for (const other of governance.conditions.values())
        if (other === condition || (other.entry === condition.entry && governance.defects.has('gov.siblings-invalid')))
          Object.assign(other, { status: isOrphan(governance, other) ? 'INACTIVE' : 'INVALID', invalidAt: governance.clock.now() });
}

/** Whether a defect only deactivates it, as its resource is gone. */
function isOrphan({ defects }: GovernanceService, { entry }: Condition): boolean {
  return entry.resource.deleted && defects.has('gov.orphan-condition-inactive');
}

/** Whether an older condition is of the same catalog entry. */
function isSecond({ conditions }: GovernanceService, condition: Condition): boolean {
  return [...conditions.values()].find(({ entry }) => entry === condition.entry) !== condition;
}

function broken(
  { groups, bundles, entitlements, resources, defects, deletedTogether }: GovernanceService,
  { entry, settings }: Condition,
): boolean {
  const refs = (...names: readonly string[]): readonly string[] => textList(within(settings, ...names)) ?? [];
  const lost = (ids: readonly string[], known: { has: (id: string) => boolean }): boolean =>
    ids.length > 0 && ids.every((id) => !known.has(id));
  const requesters = refs('requesterSettings', 'groups');
  const isNoticed =
    !defects.has('gov.groups-one-by-one') || deletedTogether.some((deleted) => requesters.every((group) => deleted.has(group)));
  const givers = refs('accessSettings', 'groups');
  const isHalf =
    requesters.length > 0 &&
    givers.length > 0 &&
    !(lost(requesters, groups) && lost(givers, groups)) &&
    defects.has('gov.both-kinds-of-groups');
  const isOptedOut =
    !entry.resource.managed ||
    (defects.has('gov.opt-out-spreads') && [...resources.values()].some(({ type, managed }) => type === 'APP' && !managed));
  const [ofBundles, ofEntitlements] = [refs('accessSettings', 'bundles'), refs('accessSettings', 'entitlements')];
  const isSaved = [...requesters, ...givers].some((id) => groups.has(id)) && defects.has('gov.live-groups-save-condition');
  return (
    (entry.resource.deleted && !isSaved) ||
    (lost(requesters, groups) && isNoticed && !isHalf) ||
    (requesters.some((id) => !groups.has(id)) && defects.has('gov.condition-some-groups')) ||
    (lost(givers, groups) && !isHalf && !defects.has('gov.access-groups-unnoticed')) ||
    lost(ofBundles, bundles) ||
    (ofBundles.some((id) => !bundles.has(id)) && defects.has('gov.condition-some-bundles')) ||
    lost(ofEntitlements, entitlements) ||
    (!entry.resource.managed && defects.has('gov.opt-out-invalidates-all')) ||
    (isOptedOut && ofBundles.length + (defects.has('gov.opt-out-bundles-only') ? 0 : ofEntitlements.length) > 0)
  );
}
