import type { Change, Faults } from '../../kit/faults.ts';
import { after, kept, notFoundAs, staleRead } from '../fault.ts';
import type { RequestCondition } from '../model.ts';
import type { Cause, Policy } from '../policy.ts';

const ignoring = (ignored: Cause) => after('heeds', (result, cause) => cause !== ignored && result);

/** The deletion of some is enough. */
const content = (withSome: Cause) =>
  after('allGone', (result, ids, isThere, cause) => (cause === withSome ? ids.some((id) => !isThere(id)) : result));

/** Defects of request conditions. */
export const requestConditionFaults: Faults<Policy> = {
  'gov-condition-ignores-requester-groups-deleted': ignoring('requester-groups-deleted'),
  'gov-condition-some-requester-groups-deleted': content('requester-groups-deleted'),
  'gov-condition-ignores-access-groups-deleted': ignoring('access-groups-deleted'),
  'gov-condition-some-access-groups-deleted': content('access-groups-deleted'),
  'gov-condition-ignores-bundles-deleted': ignoring('bundles-deleted'),
  'gov-condition-some-bundles-deleted': content('bundles-deleted'),
  'gov-condition-ignores-entitlements-deleted': ignoring('entitlements-deleted'),
  'gov-condition-some-entitlements-deleted': content('entitlements-deleted'),
  'gov-condition-takes-others-along': after('conditionsInvalid', (_itself, condition, all) =>
    all.filter(({ resourceId }) => resourceId === condition.resourceId),
  ),
  'gov-condition-ignores-resource-deleted': ignoring('resource-deleted'),
  'gov-condition-ignores-opt-out-of-bundles': after(
    'needsManagement',
    (result, scopeType) => scopeType !== 'ENTITLEMENT_BUNDLES' && result,
  ),
  'gov-condition-ignores-opt-out-of-entitlements': after('needsManagement', (result, scopeType) => scopeType !== 'ENTITLEMENTS' && result),
  'gov-condition-any-opt-out': { needsManagement: () => true },
  'gov-condition-inactive-unchecked': after('heeds', (result, _cause, condition) => condition.status === 'ACTIVE' && result),
  'gov-condition-starts-as-draft': after('viewCondition', (view, condition) =>
    condition.status === 'INACTIVE' ? { ...view, status: 'DRAFT' } : view,
  ),
  'gov-condition-of-another-entry': after('viewCondition', (view, condition) => ({ ...view, catalogEntryId: condition.id })),
  'gov-active-condition-not-deleted': kept(({ kind, item }) => kind === 'requestCondition' && 'status' in item && item.status === 'ACTIVE'),
  'gov-condition-never-deleted': kept(({ kind }) => kind === 'requestCondition'),
  'gov-deleted-condition-operated': kept(({ kind, operation }) => kind === 'requestCondition' && operation !== 'readRequestCondition'),
  'gov-deleted-condition-updated': kept(({ kind, operation }) => kind === 'requestCondition' && operation === 'updateRequestCondition'),
  'gov-deleted-condition-400': notFoundAs(400, 'requestCondition'),
  'gov-condition-revived-by-late-write': staleRead('requestCondition'),
};

/** An operation is done to something in a status from which this deployment says that it does not lead on. */
const permitted = (operation: string, status: string) =>
  after('permits', (result, asked, from) => (asked === operation && from === status) || result);

const updatedTo =
  (from: RequestCondition['status'], to: RequestCondition['status']): Change<Policy> =>
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
  };

/** Defects of the pairings that the document does not show and this deployment promises: what it refuses is done. */
export const pairingFaults: Faults<Policy> = {
  'gov-campaign-launched-from-launching': permitted('launchCampaign', 'LAUNCHING'),
  'gov-campaign-launched-from-active': permitted('launchCampaign', 'ACTIVE'),
  'gov-campaign-launched-from-error': permitted('launchCampaign', 'ERROR'),
  'gov-campaign-launched-from-completed': permitted('launchCampaign', 'COMPLETED'),
  'gov-campaign-ended-from-scheduled': permitted('endCampaign', 'SCHEDULED'),
  'gov-campaign-ended-from-launching': permitted('endCampaign', 'LAUNCHING'),
  'gov-campaign-ended-from-error': permitted('endCampaign', 'ERROR'),
  'gov-campaign-ended-from-completed': permitted('endCampaign', 'COMPLETED'),
  'gov-campaign-deleted-from-launching': permitted('deleteCampaign', 'LAUNCHING'),
  'gov-campaign-deleted-from-active': permitted('deleteCampaign', 'ACTIVE'),
  'gov-campaign-deleted-from-completed': permitted('deleteCampaign', 'COMPLETED'),
  'gov-condition-activated-from-active': permitted('activateRequestCondition', 'ACTIVE'),
  'gov-condition-activated-from-invalid': permitted('activateRequestCondition', 'INVALID'),
  'gov-condition-deactivated-from-inactive': permitted('deactivateRequestCondition', 'INACTIVE'),
  'gov-condition-deactivated-from-invalid': permitted('deactivateRequestCondition', 'INVALID'),
  'gov-condition-never-deactivated': after('permits', (result, operation) => operation !== 'deactivateRequestCondition' && result),
  'gov-condition-updated-from-inactive': updatedTo('INACTIVE', 'ACTIVE'),
  'gov-condition-updated-from-active': updatedTo('ACTIVE', 'INACTIVE'),
  'gov-condition-updated-from-invalid': updatedTo('INVALID', 'INACTIVE'),
  'gov-campaign-starts-early': after('jobActsOn', (result, campaign) => campaign.status === 'SCHEDULED' || result),
  'gov-campaign-ends-early': after('jobActsOn', (result, campaign) => campaign.status === 'ACTIVE' || result),
};
