import type { Faults } from '../../kit/faults.ts';
import { after, concurrency, exchange, response, sequence, kept, notFoundAs, staleRead } from '../fault.ts';
import type { Campaign, RequestCondition } from '../model.ts';
import type { Cause, Policy } from '../policy.ts';

const invalid = 'gov.request-condition.invalid';

/** The clauses of four rows of the table, and what the row's groups of things are called. */
const lossRows = [
  { cause: 'requester-groups-deleted', clause: `${invalid}.requester-groups-deleted`, things: 'requester groups' },
  { cause: 'access-groups-deleted', clause: `${invalid}.access-groups-deleted`, things: 'groups of the access scope' },
  { cause: 'bundles-deleted', clause: `${invalid}.access-bundles-deleted`, things: 'bundles of the access scope' },
  { cause: 'entitlements-deleted', clause: `${invalid}.access-entitlements-deleted`, things: 'entitlements of the access scope' },
] as const;

const ignoring = (ignored: Cause) => after('heeds', (result, cause) => cause !== ignored && result);

/** The deletion of all of them is not noticed; or that of some is enough. */
const lossFaults: Faults<Policy> = Object.fromEntries(
  lossRows.flatMap(({ cause, clause, things }) => [
    [
      `gov-condition-ignores-${cause}`,
      sequence(`a request condition stays as it is when all ${things} have been deleted`, clause, ignoring(cause)),
    ],
    [
      `gov-condition-some-${cause}`,
      sequence(
        `a request condition becomes INVALID when only some ${things} have been deleted`,
        `${clause}.all`,
        after('allGone', (result, ids, isThere, which) => (which === cause ? ids.some((id) => !isThere(id)) : result)),
      ),
    ],
  ]),
);

/** Defects of request conditions. */
export const requestConditionFaults: Faults<Policy> = {
  ...lossFaults,
  'gov-condition-takes-others-along': sequence(
    'a request condition that becomes INVALID takes the others of its resource with it',
    `${invalid}.requester-groups-deleted`,
    after('conditionsInvalid', (_itself, condition, all) => all.filter(({ resourceId }) => resourceId === condition.resourceId)),
  ),
  'gov-condition-ignores-resource-deleted': sequence(
    'a request condition stays as it is when its resource has been deleted',
    `${invalid}.resource-deleted`,
    ignoring('resource-deleted'),
  ),
  'gov-condition-ignores-opt-out-of-bundles': sequence(
    'a request condition over bundles stays as it is when its resource has left entitlement management',
    `${invalid}.opted-out`,
    after('needsManagement', (result, scopeType) => scopeType !== 'ENTITLEMENT_BUNDLES' && result),
  ),
  'gov-condition-ignores-opt-out-of-entitlements': sequence(
    'a request condition over entitlements stays as it is when its resource has left entitlement management',
    `${invalid}.opted-out.entitlement`,
    after('needsManagement', (result, scopeType) => scopeType !== 'ENTITLEMENTS' && result),
  ),
  'gov-condition-any-opt-out': sequence(
    'a request condition becomes INVALID when its resource leaves entitlement management, whatever its access scope refers to',
    `${invalid}.opted-out.referenced`,
    { needsManagement: () => true },
  ),
  'gov-condition-inactive-unchecked': sequence(
    'only active request conditions are looked at; an inactive one never becomes INVALID',
    [`${invalid}.resource-deleted`, ...lossRows.map(({ clause }) => clause), `${invalid}.opted-out`, `${invalid}.opted-out.entitlement`],
    after('heeds', (result, _cause, condition) => condition.status === 'ACTIVE' && result),
  ),
  'gov-condition-starts-as-draft': response(
    'a request condition that is not active shows the status DRAFT',
    ['gov.request-condition.enters-at-creation', 'gov.request-condition.states', 'gov.request-condition.pairings'],
    after('viewCondition', (view, condition) => (condition.status === 'INACTIVE' ? { ...view, status: 'DRAFT' } : view)),
  ),
  'gov-condition-of-another-entry': exchange(
    'a request condition names another catalog entry than the one that it came from',
    'gov.resources.request-condition.generated',
    after('viewCondition', (view, condition) => ({ ...view, catalogEntryId: condition.id })),
  ),
  'gov-active-condition-not-deleted': sequence(
    'DELETE of an active request condition answers as if done, and the condition stays',
    ['gov.request-condition.deleted-not-found', 'gov.errors.request-condition-deleted', 'gov.request-condition.pairings'],
    kept(({ kind, item }) => kind === 'requestCondition' && 'status' in item && item.status === 'ACTIVE'),
  ),
  'gov-condition-never-deleted': sequence(
    'DELETE of a request condition answers as if done, and the condition stays',
    ['gov.request-condition.deleted-not-found', 'gov.errors.request-condition-deleted', 'gov.request-condition.pairings'],
    kept(({ kind }) => kind === 'requestCondition'),
  ),
  'gov-deleted-condition-operated': sequence(
    'a deleted request condition cannot be read, but can be operated on',
    ['gov.errors.request-condition-deleted', 'gov.request-condition.deleted-not-found'],
    kept(({ kind, operation }) => kind === 'requestCondition' && operation !== 'readRequestCondition'),
  ),
  'gov-deleted-condition-updated': sequence(
    'a deleted request condition can be updated',
    'gov.errors.request-condition-deleted',
    kept(({ kind, operation }) => kind === 'requestCondition' && operation === 'updateRequestCondition'),
  ),
  'gov-deleted-condition-400': exchange(
    'a deleted request condition answers 400',
    ['gov.errors.request-condition-deleted', 'gov.request-condition.deleted-not-found', 'gov.request-condition.pairings'],
    notFoundAs(400, 'requestCondition'),
  ),
  'gov-condition-revived-by-late-write': concurrency(
    'a change that was under way while the request condition was deleted brings it back',
    ['gov.request-condition.deleted-not-found', 'gov.errors.request-condition-deleted'],
    staleRead('requestCondition'),
  ),
};

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
