import type { Faults } from '../../kit/faults.ts';
import { after, exchange, sequence } from '../fault.ts';
import type { Policy } from '../policy.ts';
import type { Campaign, RequestCondition } from '../model.ts';

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
export const pairingFaults: Faults<Policy> = {
  ...permitted('campaign', 'gov.campaign.pairings', ofCampaigns),
  ...permitted('condition', 'gov.request-condition.pairings', ofConditions),
  'gov-condition-never-deactivated': exchange(
    'deactivating an active request condition is refused',
    'gov.request-condition.pairings',
    after('permits', (result, operation) => operation !== 'deactivateRequestCondition' && result),
  ),
  ...updatedTo('INACTIVE', 'ACTIVE'),
  ...updatedTo('ACTIVE', 'INACTIVE'),
  ...updatedTo('INVALID', 'INACTIVE'),
  'gov-campaign-starts-early': sequence(
    'the background job starts a campaign whose start has not come',
    ['gov.campaign.pairings', 'gov.campaign.background'],
    after('jobActsOn', (result, campaign) => campaign.status === 'SCHEDULED' || result),
  ),
  'gov-campaign-ends-early': sequence(
    'the background job completes a campaign whose time is not over',
    ['gov.campaign.pairings', 'gov.campaign.background'],
    after('jobActsOn', (result, campaign) => campaign.status === 'ACTIVE' || result),
  ),
};

function permitted(kind: string, clause: string, rows: readonly Forbidden<string>[]): Faults<Policy> {
  const entries = rows.flatMap(({ operation, verb, statuses }) =>
    statuses.map((status) => [
      `gov-${kind}-${verb}-from-${status.toLowerCase()}`,
      exchange(
        `a ${kind} that is ${status} can be ${verb}`,
        clause,
        after('permits', (result, asked, from) => (asked === operation && from === status) || result),
      ),
    ]),
  );
  return Object.fromEntries(entries);
}

function updatedTo(from: RequestCondition['status'], to: RequestCondition['status']): Faults<Policy> {
  return {
    [`gov-condition-updated-from-${from.toLowerCase()}`]: exchange(
      `an update makes a request condition that is ${from} ${to}`,
      'gov.request-condition.pairings',
      (base) => {
        // Nothing that is missing makes it invalid again.
        const moved = new Set<string>();
        return {
          afterUpdate(condition) {
            const updated = base.afterUpdate(condition);
            if (condition.status !== from) return updated;
            moved.add(condition.id);
            return { ...updated, status: to };
          },
          heeds: (cause, condition) => !moved.has(condition.id) && base.heeds(cause, condition),
        };
      },
    ),
  };
}
