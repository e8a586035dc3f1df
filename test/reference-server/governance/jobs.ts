import { mark } from '../marks.ts';
import { textList, within } from '../http/call.ts';
import { addGrant } from './model.ts';
import type { Assignment, Campaign, Job, Resource, GovernanceService } from './model.ts';
import { attend } from './requests.ts';

/** Runs whatever is due. */
export function runJobs(governance: GovernanceService): void {
  // Whatever a failing job was to do in this run stays undone.
  const failing = new Set(governance.failing);
  const fails = (job: Job): boolean => {
    governance.failing.delete(job);
    return failing.has(job);
  };
  if (governance.defects.has('gov.job-revives-campaign'))
    for (const [id, campaign] of governance.deletedCampaigns) governance.campaigns.set(id, campaign);
  const pending = [...governance.assignments.values()].filter((assignment) => assignment.pending);
  const last = governance.defects.has('gov.grants-for-last-principal') ? pending.at(-1) : undefined;
  const failed = pending.filter((assignment) => {
    assignment.pending = false;
    const { principal } = last ?? assignment;
    return !assign(governance, { ...assignment, principal }, fails('collection-assignment'));
  });
  const isTold = ({ collection }: Assignment): boolean =>
    governance.collections.get(`${collection}`)?.holdings.length !== 0 || !governance.defects.has('gov.no-event-for-empty-collection');
  for (const { id, collection } of (governance.defects.has('gov.one-event-per-run') ? failed.slice(0, 1) : failed).filter(isTold)) {
    const shelf = governance.collections.get(`${collection}`);
    const isSilent = shelf?.told === true && governance.defects.has('gov.second-failure-not-logged');
    if (!isSilent) governance.outbox.emit('collection-assignment-failed', id);
    if (shelf !== undefined) shelf.told = true;
  }
  if (governance.defects.has('gov.deleted-campaign-saved-by-job'))
    for (const [id, campaign] of governance.deletedCampaigns)
      if (campaign.status === 'ACTIVE' && !campaign.reviewed) governance.campaigns.set(id, campaign);
  for (const campaign of governance.campaigns.values())
    if (campaign.status === 'ACTIVE' && !campaign.reviewed) review(governance, campaign, fails('campaign'));
  for (const request of governance.requests.values()) attend(governance, request, fails);
}

/** Whether it succeeded. */
function assign(governance: GovernanceService, assignment: Assignment, fails: boolean): boolean {
  const { grants, collections, deletedCollections, outbox, assignments, defects } = governance;
  const deleted = deletedCollections.get(`${assignment.collection}`);
  if (deleted !== undefined && defects.has('gov.job-revives-collection')) collections.set(`${deleted.thing.id}`, deleted.thing);
  if (fails && !defects.has('gov.failed-assignment-grants')) return false;
  if (defects.has('gov.event-for-success')) outbox.emit('collection-assignment-failed', assignment.id);
  const isOver = (from: string): boolean =>
    from === assignment.id ||
    (assignments.get(from)?.collection === assignment.collection && defects.has('gov.second-assignment-takes-first'));
  for (const { id, from } of grants.values()) if (isOver(from)) grants.delete(id);
  const first = [...assignments.values()].find(({ collection }) => collection === assignment.collection) ?? assignment;
  const { principal } = defects.has('gov.grants-for-first-principal') ? first : assignment;
  const isFirst = defects.has('gov.grants-of-first-entitlements');
  const isLate = first.id !== assignment.id && defects.has('gov.second-assignment-without-grants');
  const isIdle = isLate || defects.has('gov.assignment-without-grants');
  const holdings = (isIdle ? undefined : collections.get(`${assignment.collection}`))?.holdings ?? [];
  for (const { resource, picks, firstPicks } of defects.has('gov.grants-of-first-resource') ? holdings.slice(0, 1) : holdings)
    addGrant(governance, {
      how: 'by collection',
      principal,
      resource,
      picks: defects.has('gov.collection-grants-without-entitlements') ? [] : isFirst ? firstPicks : picks,
      from: assignment.id,
    });
  if (defects.has('gov.job-empties-collection')) holdings.splice(0);
  return !fails;
}

/** A review for each grant in the campaign's scope; without them the campaign is in error. */
function review({ grants, reviews, clock, defects }: GovernanceService, campaign: Campaign, fails: boolean): void {
  if (fails) {
    campaign.status = 'ERROR';
    return;
  }
  campaign.reviewed = true;
  const principals = textList(within(campaign.settings, 'principalScopeSettings', 'whose')) ?? [];
  const resources = textList(within(campaign.settings, 'resourceSettings', 'what')) ?? [];
  const isDone = (principal: string, resource: Resource): boolean =>
    defects.has('gov.reviewed-once-only') &&
    [...reviews.values()].some((other) => other.principal === principal && other.resource === resource);
  for (const { principal, resource } of grants.values())
    if (!isDone(principal.id, resource) && principals.includes(principal.id) && resources.includes(resource.id)) {
      const id = mark('sheet');
      reviews.set(id, {
        id,
        campaign: campaign.id,
        resource,
        principal: principal.id,
        reviewer: String(within(campaign.settings, 'reviewerSettings', 'who')),
        decision: 'none yet',
        remediation: 'nothing to do',
        history: [{ at: clock.now(), what: 'made' }],
      });
    }
}
