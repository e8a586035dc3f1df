import type { Fault } from '../../kit/service.ts';
import { Refusal } from '../errors.ts';
import type { Rules } from '../rules.ts';
import { staleRead } from './kept.ts';

/** A grant that shows these fields otherwise. */
const shownWith =
  (fields: Readonly<Record<string, string>>): Fault<Rules>['change'] =>
  (rules) => ({ viewGrant: (grant, stores) => ({ ...rules.viewGrant(grant, stores), ...fields }) });

/** Defects of collection assignments, their grants and their event. */
export const assignmentFaults: readonly Fault<Rules>[] = [
  {
    id: 'gov-assignment-without-grants',
    clause: 'gov.collection-assignment.grants-created',
    alsoBreaks: ['gov.resources.collection-assignment.generates-grants', 'gov.service.assignments-give-grants'],
    difficulty: 'sequence',
    about: 'the background job marks the assignment as done without making a grant',
    change: () => ({ draftsFor: () => [] }),
  },
  {
    id: 'gov-renewed-grants-unlisted',
    clause: 'gov.collection-assignment.other-pairings',
    difficulty: 'sequence',
    about: 'grants that a change of the collection has renewed cannot be listed',
    change(rules) {
      const renewed = new Set<string>();
      return {
        draftsFor(assignment, ...context) {
          if (assignment.status === 'UPDATED') renewed.add(assignment.id);
          return rules.draftsFor(assignment, ...context);
        },
        viewGrant(grant, stores) {
          if (renewed.has(grant.origin)) throw new Refusal('E0000007', [`grant ${grant.id} is being renewed`]);
          return rules.viewGrant(grant, stores);
        },
      };
    },
  },
  {
    id: 'gov-assignment-grants-twice',
    clause: 'gov.resources.collection-assignment.generates-grants',
    difficulty: 'sequence',
    about: 'the background job makes each grant twice',
    change: (rules) => ({
      draftsFor(...context) {
        const drafts = rules.draftsFor(...context);
        return [...drafts, ...drafts];
      },
    }),
  },
  {
    id: 'gov-assignment-jobs-race',
    clause: 'gov.resources.collection-assignment.generates-grants',
    difficulty: 'concurrency',
    about: 'two background jobs at the same time both make the grants of an assignment',
    change: staleRead('assignment'),
  },
  {
    id: 'gov-grant-for-another',
    clause: 'gov.service.assignments-give-grants',
    difficulty: 'sequence',
    about: 'a grant names somebody else as its target principal',
    change: (rules) => ({
      viewGrant: (grant, stores) => ({
        ...rules.viewGrant(grant, stores),
        targetPrincipal: { ...grant.principal, externalId: grant.id },
      }),
    }),
  },
  {
    id: 'gov-grant-of-another-resource',
    clause: 'gov.resources.grant.resource',
    alsoBreaks: ['gov.service.resources-governed'],
    difficulty: 'sequence',
    about: 'a grant names its own id as its resource',
    change: (rules) => ({
      viewGrant: (grant, stores) => ({ ...rules.viewGrant(grant, stores), resource: { resourceId: grant.id, resourceType: 'APP' } }),
    }),
  },
  {
    id: 'gov-grant-type-in-lower-case',
    clause: 'gov.resources.grant.enumerations',
    difficulty: 'response',
    about: 'a grant has a type that the profile does not declare',
    change: shownWith({ grantType: 'custom' }),
  },
  {
    id: 'gov-grant-action-in-lower-case',
    clause: 'gov.resources.grant.enumerations',
    difficulty: 'response',
    about: 'a grant has an action that the profile does not declare',
    change: shownWith({ action: 'allow' }),
  },
  {
    id: 'gov-grant-status-in-lower-case',
    clause: 'gov.resources.grant.enumerations',
    difficulty: 'response',
    about: 'a grant has a status that the profile does not declare',
    change: shownWith({ status: 'active' }),
  },
  {
    id: 'gov-grant-with-neither',
    clause: 'gov.resources.grant.entitlements-or-bundle',
    difficulty: 'response',
    about: 'a grant of entitlements names neither them nor a bundle',
    change: (rules) => ({
      viewGrant(grant, stores) {
        const { entitlements: _entitlements, ...view } = rules.viewGrant(grant, stores);
        return view;
      },
    }),
  },
  {
    id: 'gov-assignment-of-another-collection',
    clause: 'gov.resources.collection-assignment.links-collection',
    difficulty: 'exchange',
    about: 'an assignment names another collection than the one that was assigned',
    change: (rules) => ({ viewAssignment: (assignment) => ({ ...rules.viewAssignment(assignment), collectionId: assignment.id }) }),
  },
  {
    id: 'gov-assignment-to-another',
    clause: 'gov.resources.collection-assignment.links-principal',
    difficulty: 'exchange',
    about: 'an assignment names another principal than the one that it was made for',
    change: (rules) => ({
      viewAssignment: (assignment) => ({
        ...rules.viewAssignment(assignment),
        principal: { ...assignment.principal, externalId: assignment.id },
      }),
    }),
  },
  {
    id: 'gov-failed-assignment-unreported',
    clause: 'gov.events.assignment-failed',
    alsoBreaks: ['gov.collection-assignment.failed-event'],
    difficulty: 'sequence',
    about: 'a collection assignment fails without a syslog event',
    change: () => ({ reportsFailure: () => false }),
  },
  {
    id: 'gov-good-assignment-reported',
    clause: 'gov.events.only-failed',
    difficulty: 'sequence',
    about: 'a collection assignment that succeeds writes the event of a failed one',
    change: () => ({ reportsSuccess: () => true }),
  },
];
