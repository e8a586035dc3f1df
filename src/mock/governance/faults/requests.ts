import { parseDuration } from '../../kit/duration.ts';
import type { Data, Fault } from '../../kit/service.ts';
import type { AccessRequest } from '../model.ts';
import type { Rules } from '../rules.ts';

/** A changed rendering of requests: `change` gets the request and its view. */
function viewed(change: (request: AccessRequest, view: Data) => Data): Fault<Rules>['change'] {
  return (rules) => ({ viewRequest: (request, choices, now) => change(request, rules.viewRequest(request, choices, now)) });
}

/** The end of the access duration, moved by so many times the duration. */
function movedEnd({ accessDuration, revocationScheduled }: AccessRequest, share: number): number {
  return (revocationScheduled ?? Infinity) + share * (parseDuration(accessDuration ?? '') ?? 0);
}

/** Defects of requests of the current model, their granting and their revocation. */
export const requestFaults: readonly Fault<Rules>[] = [
  {
    id: 'gov-request-not-kept',
    clause: 'gov.request-status.created-by-post',
    alsoBreaks: ['gov.request-status.pairings'],
    difficulty: 'sequence',
    about: 'POST answers with a request that is not there afterwards',
    change: () => ({ storesRequest: () => false }),
  },
  {
    id: 'gov-request-in-review',
    clause: 'gov.request-status.states',
    alsoBreaks: ['gov.request-status.pairings'],
    difficulty: 'sequence',
    about: 'a request that waits for its approvals shows the status IN_REVIEW',
    change: viewed((request, view) => (request.status === 'PENDING' ? { ...view, status: 'IN_REVIEW' } : view)),
  },
  {
    id: 'gov-grant-status-from-the-start',
    clause: 'gov.grant-status.only-approved',
    difficulty: 'response',
    about: 'a request shows the grantStatus PENDING before anybody has approved it',
    change: viewed((_request, view) => ({ ...view, grantStatus: view['grantStatus'] ?? 'PENDING' })),
  },
  {
    id: 'gov-grant-status-of-denied',
    clause: 'gov.grant-status.only-approved',
    difficulty: 'sequence',
    about: 'a denied request shows the grantStatus FAILED',
    change: () => ({ denied: (request) => ({ ...request, grantStatus: 'FAILED' }) }),
  },
  {
    id: 'gov-approval-in-two-writes',
    clause: 'gov.grant-status.only-approved',
    difficulty: 'concurrency',
    about: 'an approval writes grantStatus before status: whoever reads between sees the one without the other',
    change: (rules) => ({ approvalStages: (request) => [{ ...request, grantStatus: 'PENDING' }, ...rules.approvalStages(request)] }),
  },
  {
    id: 'gov-grant-status-manual-required',
    clause: 'gov.grant-status.states',
    alsoBreaks: ['gov.grant-status.pairings'],
    difficulty: 'sequence',
    about: 'a group of an app shows the grantStatus MANUAL_REQUIRED',
    change: viewed((request, view) =>
      request.grantStatus === 'MANUAL_GRANT_REQUIRED' ? { ...view, grantStatus: 'MANUAL_REQUIRED' } : view,
    ),
  },
  {
    id: 'gov-granted-without-grant',
    clause: 'gov.service.grants-after-approvals',
    alsoBreaks: ['gov.resources.request.grant-status'],
    difficulty: 'sequence',
    about: 'a request is said to be granted, and there is no grant',
    change: () => ({ givesAccess: () => false }),
  },
  {
    id: 'gov-grant-before-approval',
    clause: 'gov.service.grants-after-approvals',
    difficulty: 'sequence',
    about: 'the grant is there as soon as the request is made',
    change: () => ({ grantsAtOnce: () => true }),
  },
  {
    id: 'gov-access-duration-forgotten',
    clause: 'gov.resources.request.access-duration',
    alsoBreaks: ['gov.revocation-status.only-with-access-duration'],
    difficulty: 'exchange',
    about: 'a request that was made with an access duration does not show it',
    change: viewed((_request, { accessDuration: _duration, ...view }) => view),
  },
  {
    id: 'gov-revocation-without-duration',
    clause: 'gov.revocation-status.only-with-access-duration',
    difficulty: 'sequence',
    about: 'a granted request without an access duration shows the revocationStatus PENDING',
    change: (rules) => ({ granted: (request, now) => ({ revocationStatus: 'PENDING', ...rules.granted(request, now) }) }),
  },
  {
    id: 'gov-revocation-not-scheduled',
    clause: 'gov.revocation-status.scheduled',
    alsoBreaks: [
      'gov.revocation-status.scheduled-timestamp',
      'gov.revocation-status.not-before',
      'gov.revocation-status.revoked',
      'gov.revocation-status.failed',
    ],
    difficulty: 'sequence',
    about: 'nothing is scheduled for a granted request with an access duration',
    change: () => ({ granted: (request) => ({ ...request, grantStatus: 'GRANTED' }) }),
  },
  {
    id: 'gov-revocation-without-timestamp',
    clause: 'gov.revocation-status.scheduled-timestamp',
    difficulty: 'sequence',
    about: 'the revocationStatus is PENDING, and revocationScheduled is null',
    change: viewed((_request, view) => ({ ...view, revocationScheduled: null })),
  },
  {
    id: 'gov-revocation-scheduled-in-milliseconds',
    clause: 'gov.resources.request.revocation-scheduled-notation',
    difficulty: 'sequence',
    about: 'revocationScheduled counts milliseconds, which the profile does not declare',
    change: viewed((request, view) =>
      request.revocationScheduled === undefined ? view : { ...view, revocationScheduled: request.revocationScheduled },
    ),
  },
  {
    id: 'gov-revocation-scheduled-in-words',
    clause: 'gov.resources.request.revocation-scheduled',
    alsoBreaks: ['gov.revocation-status.scheduled-timestamp'],
    difficulty: 'sequence',
    about: 'revocationScheduled holds a duration in words',
    change: viewed((request, view) =>
      request.revocationScheduled === undefined ? view : { ...view, revocationScheduled: `in ${request.accessDuration ?? ''}` },
    ),
  },
  {
    id: 'gov-revocation-early',
    clause: 'gov.revocation-status.not-before',
    difficulty: 'time',
    about: 'the access is revoked half-way through its duration',
    change: () => ({ revocationIsDue: (request, now) => now >= movedEnd(request, -0.5) }),
  },
  {
    id: 'gov-revocation-late',
    clause: 'gov.revocation-status.revoked',
    alsoBreaks: ['gov.revocation-status.failed'],
    difficulty: 'time',
    about: 'the access is revoked only after twice its duration and a day',
    change: () => ({ revocationIsDue: (request, now) => now >= movedEnd(request, 1) + 86_400_000 }),
  },
  {
    id: 'gov-revocation-never',
    clause: 'gov.revocation-status.revoked',
    alsoBreaks: ['gov.revocation-status.failed'],
    difficulty: 'time',
    about: 'the access is never revoked, whatever its duration',
    change: () => ({ revocationIsDue: () => false }),
  },
  {
    id: 'gov-revocation-failure-hidden',
    clause: 'gov.revocation-status.failed',
    difficulty: 'time',
    about: 'a revocation that failed shows REVOKED',
    change: () => ({ revocationOutcome: () => 'REVOKED' }),
  },
  {
    id: 'gov-revocation-success-hidden',
    clause: 'gov.revocation-status.revoked',
    difficulty: 'time',
    about: 'a revocation that succeeded shows FAILED',
    change: () => ({ revocationOutcome: () => 'FAILED' }),
  },
  {
    id: 'gov-revoked-access-stays',
    clause: 'gov.revocation-status.revoked',
    difficulty: 'time',
    about: 'a request shows REVOKED, and the grant is still there',
    change: () => ({ takesAccess: () => false }),
  },
];
