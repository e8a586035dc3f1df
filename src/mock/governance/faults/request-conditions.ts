import type { Fault } from '../../kit/service.ts';
import type { Cause } from '../condition-validity.ts';
import type { Rules } from '../rules.ts';
import { kept, notFoundAs, staleRead } from './kept.ts';

const invalid = 'gov.request-condition.invalid';

/** The clauses of four rows of the table, and what the row's groups of things are called. */
const lossRows = [
  { cause: 'requester-groups-deleted', clause: `${invalid}.requester-groups-deleted`, things: 'requester groups' },
  { cause: 'access-groups-deleted', clause: `${invalid}.access-groups-deleted`, things: 'groups of the access scope' },
  { cause: 'bundles-deleted', clause: `${invalid}.access-bundles-deleted`, things: 'bundles of the access scope' },
  { cause: 'entitlements-deleted', clause: `${invalid}.access-entitlements-deleted`, things: 'entitlements of the access scope' },
] as const;

function ignoring(ignored: Cause): Fault<Rules>['change'] {
  return (rules) => ({ heeds: (cause, condition) => cause !== ignored && rules.heeds(cause, condition) });
}

/** The deletion of all of them is not noticed; or that of some is enough. */
const lossFaults = lossRows.flatMap(({ cause, clause, things }): readonly Fault<Rules>[] => [
  {
    id: `gov-condition-ignores-${cause}`,
    clause,
    difficulty: 'sequence',
    about: `a request condition stays as it is when all ${things} have been deleted`,
    change: ignoring(cause),
  },
  {
    id: `gov-condition-some-${cause}`,
    clause: `${clause}.all`,
    difficulty: 'sequence',
    about: `a request condition becomes INVALID when only some ${things} have been deleted`,
    change: (rules) => ({
      allGone: (ids, isThere, which) => (which === cause ? ids.some((id) => !isThere(id)) : rules.allGone(ids, isThere, which)),
    }),
  },
]);

/** Defects of request conditions. */
export const requestConditionFaults: readonly Fault<Rules>[] = [
  ...lossFaults,
  {
    id: 'gov-condition-ignores-resource-deleted',
    clause: `${invalid}.resource-deleted`,
    difficulty: 'sequence',
    about: 'a request condition stays as it is when its resource has been deleted',
    change: ignoring('resource-deleted'),
  },
  {
    id: 'gov-condition-ignores-opt-out-of-bundles',
    clause: `${invalid}.opted-out`,
    difficulty: 'sequence',
    about: 'a request condition over bundles stays as it is when its resource has left entitlement management',
    change: (rules) => ({ needsManagement: (scopeType) => scopeType !== 'ENTITLEMENT_BUNDLES' && rules.needsManagement(scopeType) }),
  },
  {
    id: 'gov-condition-ignores-opt-out-of-entitlements',
    clause: `${invalid}.opted-out.entitlement`,
    difficulty: 'sequence',
    about: 'a request condition over entitlements stays as it is when its resource has left entitlement management',
    change: (rules) => ({ needsManagement: (scopeType) => scopeType !== 'ENTITLEMENTS' && rules.needsManagement(scopeType) }),
  },
  {
    id: 'gov-condition-any-opt-out',
    clause: `${invalid}.opted-out.referenced`,
    difficulty: 'sequence',
    about: 'a request condition becomes INVALID when its resource leaves entitlement management, whatever its access scope refers to',
    change: () => ({ needsManagement: () => true }),
  },
  {
    id: 'gov-condition-inactive-unchecked',
    clause: `${invalid}.resource-deleted`,
    alsoBreaks: [...lossRows.map(({ clause }) => clause), `${invalid}.opted-out`, `${invalid}.opted-out.entitlement`],
    difficulty: 'sequence',
    about: 'only active request conditions are looked at; an inactive one never becomes INVALID',
    change: (rules) => ({ heeds: (cause, condition) => condition.status === 'ACTIVE' && rules.heeds(cause, condition) }),
  },
  {
    id: 'gov-condition-starts-as-draft',
    clause: 'gov.request-condition.enters-at-creation',
    alsoBreaks: ['gov.request-condition.states', 'gov.request-condition.pairings'],
    difficulty: 'response',
    about: 'a request condition that is not active shows the status DRAFT',
    change: (rules) => ({
      viewCondition(condition, choices) {
        const view = rules.viewCondition(condition, choices);
        return condition.status === 'INACTIVE' ? { ...view, status: 'DRAFT' } : view;
      },
    }),
  },
  {
    id: 'gov-condition-of-another-entry',
    clause: 'gov.resources.request-condition.generated',
    difficulty: 'exchange',
    about: 'a request condition names another catalog entry than the one that it came from',
    change: (rules) => ({
      viewCondition: (condition, choices) => ({ ...rules.viewCondition(condition, choices), catalogEntryId: condition.id }),
    }),
  },
  {
    id: 'gov-active-condition-not-deleted',
    clause: 'gov.request-condition.deleted-not-found',
    alsoBreaks: ['gov.errors.request-condition-deleted', 'gov.request-condition.pairings'],
    difficulty: 'sequence',
    about: 'DELETE of an active request condition answers as if done, and the condition stays',
    change: kept(({ kind, item }) => kind === 'requestCondition' && 'status' in item && item.status === 'ACTIVE'),
  },
  {
    id: 'gov-condition-never-deleted',
    clause: 'gov.request-condition.deleted-not-found',
    alsoBreaks: ['gov.errors.request-condition-deleted', 'gov.request-condition.pairings'],
    difficulty: 'sequence',
    about: 'DELETE of a request condition answers as if done, and the condition stays',
    change: kept(({ kind }) => kind === 'requestCondition'),
  },
  {
    id: 'gov-deleted-condition-operated',
    clause: 'gov.errors.request-condition-deleted',
    alsoBreaks: ['gov.request-condition.deleted-not-found'],
    difficulty: 'sequence',
    about: 'a deleted request condition cannot be read, but can be operated on',
    change: kept(({ kind, operation }) => kind === 'requestCondition' && operation !== 'readRequestCondition'),
  },
  {
    id: 'gov-deleted-condition-400',
    clause: 'gov.errors.request-condition-deleted',
    alsoBreaks: ['gov.request-condition.deleted-not-found', 'gov.request-condition.pairings'],
    difficulty: 'exchange',
    about: 'a deleted request condition answers 400',
    change: notFoundAs(400, 'requestCondition'),
  },
  {
    id: 'gov-condition-revived-by-late-write',
    clause: 'gov.request-condition.deleted-not-found',
    alsoBreaks: ['gov.errors.request-condition-deleted'],
    difficulty: 'concurrency',
    about: 'a change that was under way while the request condition was deleted brings it back',
    change: staleRead('requestCondition'),
  },
];
