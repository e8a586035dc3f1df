import { mark } from '../marks.ts';
import { inBody, textInBody, within } from '../http/call.ts';
import { on, type Route } from '../http/routes.ts';
import { found, one, refuse } from './answers.ts';
import { examineConditions } from './conditions.ts';
import { addGrant, DAY, PRINCIPAL_TYPE, type Job, type Request, type GovernanceService } from './model.ts';

/** Requests of the current model. */
export function requestRoutes(governance: GovernanceService): readonly Route[] {
  const { entries, requests, users, defects, clock } = governance;
  return [
    on('POST /desk/wishes', (call) => {
      const entry = found(entries, textInBody(call, 'wish', 'entry'));
      const requester = textInBody(call, 'wish', 'from') ?? '';
      if (!users.has(requester)) throw refuse(422, 'who');
      examineConditions(governance, (condition) => condition.entry === entry);
      const isOpen = ({ status }: Request): boolean => status === 'SUBMITTED' || status === 'PENDING';
      const former = [...requests.values()].find((other) => other.entry === entry && other.requester === requester && isOpen(other));
      if (former !== undefined && defects.has('gov.second-request-same-id')) return respond(governance, former, 200);
      const seconds = within(inBody(call, 'wish', 'for'), 'seconds');
      const made: Request = {
        id: mark('wish'),
        at: clock.now(),
        entry,
        requester,
        status: 'SUBMITTED',
        grantStatus: defects.has('gov.grant-pending-from-start') ? 'PENDING' : null,
        revocationStatus: null,
        revocationScheduled: null,
        durationMs: typeof seconds === 'number' ? seconds * 1000 : undefined,
      };
      if (!(call.overlapping && defects.has('gov.requests-at-once-lost'))) requests.set(made.id, made);
      return respond(governance, made, 200);
    }),
    on('GET /desk/wishes/{wish}', (call) => respond(governance, found(requests, call.args['wish']), 200)),
  ];
}

function respond(
  { defects }: GovernanceService,
  { id, status, grantStatus, revocationStatus, revocationScheduled, durationMs }: Request,
  code: number,
): ReturnType<typeof one> {
  const isHidden = revocationStatus === 'PENDING' && defects.has('gov.revocation-never-pending');
  const due = isHidden || (revocationStatus === 'PENDING' && defects.has('gov.revocation-unscheduled')) ? null : revocationScheduled;
  const isOpen = status === 'SUBMITTED' && defects.has('gov.submitted-as-open');
  const isForgotten = revocationStatus !== null && defects.has('gov.duration-lost-when-granted');
  const isDenied = status === 'DENIED' && defects.has('gov.denied-request-has-grant-status');
  return one(code, 'wish', id, {
    ...(durationMs === undefined || isForgotten ? {} : { term: { seconds: durationMs / 1000 } }),
    taking: { status: isHidden ? null : revocationStatus, due },
    giving: isDenied ? 'FAILED' : grantStatus,
    status: isOpen ? 'OPEN' : status === 'CANCELED' && defects.has('gov.canceled-spelling') ? 'CANCELLED' : status,
  });
}

/** What the system does about one request: examines it, grants it, takes it back. */
export function attend(governance: GovernanceService, request: Request, fails: (job: Job) => boolean): void {
  const { clock, defects } = governance;
  const isUnending = request.durationMs === undefined;
  const whole = request.durationMs ?? 30 * DAY;
  const duration = whole > DAY && defects.has('gov.duration-modulo-day') ? whole % DAY : whole;
  const half = defects.has('gov.revoked-at-half-time') ? duration / 2 : 0;
  const early = defects.has('gov.revoked-at-once') ? duration : defects.has('gov.revoked-early') ? duration / 10 : half;
  const late = defects.has('gov.revoked-late') ? duration / 10 : 0;
  const isFailed = request.grantStatus === 'FAILED' && defects.has('gov.revocation-of-failed-grant');
  const isManual = request.grantStatus === 'MANUAL_GRANT_REQUIRED' && defects.has('gov.revocation-of-manual-grant');
  if (request.status === 'SUBMITTED') examine(request, !request.entry.resource.deleted);
  const isGiven = [...governance.grants.values()].some(({ from }) => from === request.id);
  if (request.status === 'REJECTED' && !isGiven && defects.has('gov.rejected-request-grants')) {
    give(governance, request, false);
    request.grantStatus = null;
  }
  if (request.status === 'APPROVED' && request.grantStatus === 'PENDING') give(governance, request, fails('grant'));
  else if ((request.grantStatus === 'GRANTED' || isFailed || isManual) && (!isUnending || defects.has('gov.revocation-without-duration'))) {
    const isAgain = request.revocationStatus === 'REVOKED' && defects.has('gov.revoked-scheduled-again');
    if (request.revocationStatus === null || isAgain) {
      request.revocationStatus = 'PENDING';
      request.revocationScheduled = `${(defects.has('gov.duration-from-creation') ? request.at : clock.now()) + duration}`;
    } else if (request.revocationStatus === 'PENDING' && Number(request.revocationScheduled) - early + late <= clock.now()) {
      if (defects.has('gov.never-revoked')) return;
      const isUndone = fails('revocation');
      request.revocationStatus = isUndone && !defects.has('gov.failed-revocation-revoked') ? 'FAILED' : 'REVOKED';
      if (!isUndone && !defects.has('gov.revoked-grant-stays'))
        for (const { id, from, principal, resource } of governance.grants.values())
          if (
            from === request.id ||
            (principal.id === request.requester && resource === request.entry.resource && defects.has('gov.revocation-takes-permanent'))
          )
            governance.grants.delete(id);
    } else if (request.revocationStatus === 'PENDING' && defects.has('gov.revocation-rescheduled'))
      request.revocationScheduled = `${clock.now() + duration}`;
  }
}

/** An invalid request is denied; approvers reject. */
export function examine(request: Request, available: boolean): void {
  if (request.status === 'SUBMITTED') request.status = available ? 'PENDING' : 'DENIED';
}

export function decide(governance: GovernanceService, request: Request, approved: boolean): void {
  const { defects, requests } = governance;
  examine(request, true);
  if (request.status !== 'PENDING') return;
  request.status = approved ? 'APPROVED' : 'REJECTED';
  if (approved || defects.has('gov.rejected-grant-pending')) request.grantStatus = 'PENDING';
  if (approved && defects.has('gov.approval-for-all'))
    for (const other of requests.values()) if (other.requester === request.requester) decide(governance, other, true);
}

/** Assigning to an app that fails is left to people; a group or a grant that fails has failed. */
export function give(governance: GovernanceService, request: Request, fails: boolean): void {
  const { resource, byHand, part } = request.entry;
  if (byHand) request.grantStatus = 'MANUAL_GRANT_REQUIRED';
  else if (fails) request.grantStatus = resource.type === 'APP' && part['entitlement'] === undefined ? 'MANUAL_GRANT_REQUIRED' : 'FAILED';
  else {
    request.grantStatus = 'GRANTED';
    if (resource.type === 'GROUP' && governance.defects.has('gov.group-request-without-grant')) return;
    const entitlement = governance.entitlements.get(part['entitlement'] ?? '');
    const first = [...governance.requests.values()].find(({ entry }) => entry === request.entry) ?? request;
    const { requester } = governance.defects.has('gov.grant-to-first-requester') ? first : request;
    addGrant(governance, {
      how: 'by request',
      principal: { type: PRINCIPAL_TYPE, id: requester },
      resource,
      picks: entitlement === undefined ? [] : [{ entitlement: entitlement.id, values: entitlement.values }],
      from: request.id,
    });
  }
}
