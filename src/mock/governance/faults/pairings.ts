import type { Fault } from '../../kit/service.ts';
import type { Campaign, RequestCondition } from '../model.ts';
import type { Rules } from '../rules.ts';

/** An operation on something in a status from which this deployment says that it does not lead on. */
interface Forbidden<Status> {
  readonly operation: string;
  readonly verb: string;
  readonly statuses: readonly Status[];
}

const ofCampaigns: readonly Forbidden<Campaign['status']>[] = [
  { operation: 'launchCampaign', verb: 'launched', statuses: ['LAUNCHING', 'ACTIVE', 'ERROR', 'COMPLETED'] },
  { operation: 'endCampaign', verb: 'ended', statuses: ['SCHEDULED', 'LAUNCHING', 'ERROR', 'COMPLETED'] },
  { operation: 'deleteCampaign', verb: 'deleted', statuses: ['LAUNCHING', 'ACTIVE', 'COMPLETED'] },
];

const ofConditions: readonly Forbidden<RequestCondition['status']>[] = [
  { operation: 'activateRequestCondition', verb: 'activated', statuses: ['ACTIVE', 'INVALID'] },
  { operation: 'deactivateRequestCondition', verb: 'deactivated', statuses: ['INACTIVE', 'INVALID'] },
];

/** Defects of the pairings that the document does not show and this deployment promises: what it refuses is done. */
export const pairingFaults: readonly Fault<Rules>[] = [
  ...ofCampaigns.flatMap((row) => permitted('campaign', 'gov.campaign.pairings', row)),
  ...ofConditions.flatMap((row) => permitted('condition', 'gov.request-condition.pairings', row)),
  {
    id: 'gov-condition-never-deactivated',
    clause: 'gov.request-condition.pairings',
    difficulty: 'exchange',
    about: 'deactivating an active request condition is refused',
    change: (rules) => ({
      permits: (operation, status, needed) => operation !== 'deactivateRequestCondition' && rules.permits(operation, status, needed),
    }),
  },
  ...updatedTo('INACTIVE', 'ACTIVE'),
  ...updatedTo('ACTIVE', 'INACTIVE'),
  ...updatedTo('INVALID', 'INACTIVE'),
  {
    id: 'gov-campaign-starts-early',
    clause: 'gov.campaign.pairings',
    alsoBreaks: ['gov.campaign.background'],
    difficulty: 'sequence',
    about: 'the background job starts a campaign whose start has not come',
    change: (rules) => ({ jobActsOn: (campaign, isTime) => campaign.status === 'SCHEDULED' || rules.jobActsOn(campaign, isTime) }),
  },
  {
    id: 'gov-campaign-ends-early',
    clause: 'gov.campaign.pairings',
    alsoBreaks: ['gov.campaign.background'],
    difficulty: 'sequence',
    about: 'the background job completes a campaign whose time is not over',
    change: (rules) => ({ jobActsOn: (campaign, isTime) => campaign.status === 'ACTIVE' || rules.jobActsOn(campaign, isTime) }),
  },
];

function permitted(kind: string, clause: string, { operation, verb, statuses }: Forbidden<string>): readonly Fault<Rules>[] {
  return statuses.map((status) => ({
    id: `gov-${kind}-${verb}-from-${status.toLowerCase()}`,
    clause,
    difficulty: 'exchange',
    about: `a ${kind} that is ${status} can be ${verb}`,
    change: (rules) => ({
      permits: (asked, from, needed) => (asked === operation && from === status) || rules.permits(asked, from, needed),
    }),
  }));
}

function updatedTo(from: RequestCondition['status'], to: RequestCondition['status']): readonly Fault<Rules>[] {
  return [
    {
      id: `gov-condition-updated-from-${from.toLowerCase()}`,
      clause: 'gov.request-condition.pairings',
      difficulty: 'exchange',
      about: `an update makes a request condition that is ${from} ${to}`,
      change(rules) {
        // Nothing that is missing makes it invalid again.
        const moved = new Set<string>();
        return {
          afterUpdate(condition) {
            const updated = rules.afterUpdate(condition);
            if (condition.status !== from) return updated;
            moved.add(condition.id);
            return { ...updated, status: to };
          },
          heeds: (cause, condition) => !moved.has(condition.id) && rules.heeds(cause, condition),
        };
      },
    },
  ];
}
