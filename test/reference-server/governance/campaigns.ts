import type { Defects } from '../faults/defects.ts';
import { number } from '../marks.ts';
import { inBody, isObject, textInBody, within } from '../http/call.ts';
import { on, type Route } from '../http/routes.ts';
import { areGroups, element, found, many, one, refuse, resourceCard } from './answers.ts';
import { HOUR, type Campaign, type GovernanceService } from './model.ts';

/** Campaigns start at once when they are launched, can be ended from anywhere, and deleted while they run. */
export function campaignRoutes({ campaigns, reviews, deletedCampaigns, defects, clock }: GovernanceService): readonly Route[] {
  return [
    on('POST /audits', (call) => {
      const last = call.overlapping && defects.has('gov.campaigns-at-once-one-settings') ? [...campaigns.values()].at(-1) : undefined;
      const settings = last?.settings ?? inBody(call, 'thing', 'like', 'settings');
      if (!areGroups(settings)) throw refuse(422, 'what');
      const made: Campaign = { id: number(), status: 'SCHEDULED', settings: isObject(settings) ? settings : {}, reviewed: false };
      campaigns.set(`${made.id}`, made);
      return one(200, 'audit', made.id, like(made, defects));
    }),
    on('GET /audits/{audit}', (call) => {
      const deleted = defects.has('gov.deleted-campaign-readable') ? deletedCampaigns.get(call.args['audit'] ?? '') : undefined;
      const campaign = deleted ?? found(campaigns, call.args['audit']);
      return one(200, 'audit', campaign.id, like(campaign, defects));
    }),
    on('PATCH /audits/{audit}', (call) => {
      const deleted = defects.has('gov.deleted-campaign-launches') ? deletedCampaigns.get(call.args['audit'] ?? '') : undefined;
      const move = textInBody(call, 'move');
      const isGone = deletedCampaigns.has(call.args['audit'] ?? '');
      if (isGone && move === 'end' && defects.has('gov.end-deleted-campaign-conflict')) throw refuse(409, 'not now');
      const campaign = deleted ?? found(campaigns, call.args['audit']);
      const { status } = campaign;
      if (move === 'launch') {
        if (status !== 'SCHEDULED' && status !== 'ERROR') throw refuse(423, 'not now');
        campaign.status = 'ACTIVE';
        if (defects.has('gov.launch-drops-settings')) campaign.settings = { ...campaign.settings, notificationSettings: undefined };
      } else if (move === 'end') {
        if (status === 'ERROR') throw refuse(423, 'not now');
        campaign.status = 'COMPLETED';
      } else throw refuse(422, 'what');
      return { status: 200, json: { links: {}, moved: true } };
    }),
    on('POST /audits/{audit}/shredder', (call) => {
      if (deletedCampaigns.has(call.args['audit'] ?? '') && defects.has('gov.second-campaign-delete-succeeds')) return { status: 202 };
      const campaign = found(campaigns, call.args['audit']);
      const { id, status } = campaign;
      if (status === 'COMPLETED') throw refuse(423, 'kept for the record');
      campaigns.delete(`${id}`);
      deletedCampaigns.set(`${id}`, campaign);
      return { status: 202 };
    }),
    on('GET /audits/{audit}/sheets', (call) => {
      const deleted = defects.has('gov.deleted-campaign-lists') ? deletedCampaigns.get(call.args['audit'] ?? '') : undefined;
      const { id } = deleted ?? found(campaigns, call.args['audit']);
      return many([...reviews.values()].filter(({ campaign }) => campaign === id).map((review) => element('sheet', review.id, {})));
    }),
    on('GET /sheets/{sheet}', (call) => {
      const { id, campaign, resource, principal, reviewer, decision, remediation, history } = found(reviews, call.args['sheet']);
      const newest = within([...campaigns.values()].at(-1)?.settings, 'reviewerSettings', 'who');
      const who = defects.has('gov.reviewer-of-latest-campaign') ? newest : reviewer;
      const isUndone = (history.at(-1)?.at ?? 0) + HOUR <= clock.now() && defects.has('gov.decision-undone');
      return one(200, 'sheet', id, {
        audit: campaign,
        about: { what: resourceCard(resource), whose: defects.has('gov.review-without-principal') ? null : { externalId: principal } },
        by: { who },
        verdict: { decision: isUndone ? 'none yet' : decision, remediation },
        diary: decision !== 'none yet' && defects.has('gov.history-lost-on-decision') ? null : history,
      });
    }),
  ];
}

function like({ status, settings }: Campaign, defects: Defects): Readonly<Record<string, unknown>> {
  const isEnded = status === 'COMPLETED' && defects.has('gov.completed-as-ended');
  const isNew = status === 'SCHEDULED' && defects.has('gov.scheduled-as-created');
  const told = defects.has('gov.campaign-without-notifications') ? { notificationSettings: undefined } : {};
  const capitalised = status.slice(0, 1) + status.slice(1).toLowerCase();
  const shown = defects.has('gov.campaign-status-capitalised') ? capitalised : status;
  return { phase: { status: isEnded ? 'ENDED' : isNew ? 'CREATED' : shown }, settings: { ...settings, ...told } };
}
