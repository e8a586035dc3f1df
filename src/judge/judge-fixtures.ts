import type { DocumentSpec } from '../model/types.ts';
import { sampleProfile, sampleSpecs } from '../profile/profile-fixtures.ts';
import type { PublicProfile } from '../profile/profile.ts';
import type { StateEvent, TraceEvent } from '../trace/events.ts';
import { sampleCase, sampleExchange, sampleIntent } from '../trace/trace-fixtures.ts';
import { indexTrace } from './evidence.ts';
import type { JudgeInput, Finding, Judged } from './finding.ts';

/** All that a judge may look at, of one document's trace. */
export function benchOf(
  spec: DocumentSpec,
  events: readonly TraceEvent[],
  profile: PublicProfile = sampleProfile({}, {}, spec.name),
): JudgeInput {
  return { specs: sampleSpecs(spec), spec, profile, evidence: indexTrace(events) };
}

/** Each check and what it said, in the order of the findings. */
export function verdictsOf({ findings }: Judged): readonly (readonly [string, Finding['verdict']])[] {
  return findings.map(({ check, verdict }) => [check, verdict]);
}

/** The clauses that some finding of this verdict names, each once. */
export function clausesWith({ findings }: Judged, verdict: Finding['verdict']): readonly string[] {
  return [...new Set(findings.filter((finding) => finding.verdict === verdict).flatMap(({ clauses }) => clauses))];
}

export const OPEN_DOOR = {
  id: 'd1',
  state: 'OPEN',
  openedAt: '2030-01-02T03:04:05.678Z',
  token: '~doorToken-1~',
  _links: { shut: { name: 'shut', href: 'https://doors.example.test/api/doors/d1/shut', hints: { allow: ['POST'] } } },
} as const;
export const SHUT_DOOR = { id: 'd1', state: 'SHUT' } as const;

/** A provider state as the trace has it: a shut door, called `door`. */
export const SHUT_STATE: StateEvent = {
  type: 'state',
  case: '',
  state: 'a shut door',
  alias: 'door',
  params: {},
  provided: true,
  data: { id: 'd1', key: '~doorKey-1~' },
};

/** A tour that opens a door (1), asks for it (2), shuts it (3) and asks again (4), all as documented. */
export const DOOR_TOUR: readonly TraceEvent[] = sampleCase(
  { case: 'tour/door/1', kind: 'tour' },
  SHUT_STATE,
  sampleIntent('door', 'open', 'start'),
  sampleExchange({ row: 'transition:open', at: 'trigger/0', purpose: 'tour', operation: 'openDoor', response: { body: OPEN_DOOR } }),
  sampleExchange({ row: 'transition:open', at: 'readBack/0', purpose: 'read-back', operation: 'getDoor', response: { body: OPEN_DOOR } }),
  sampleIntent('door', 'shut', 'OPEN'),
  sampleExchange({ row: 'transition:shut', at: 'trigger/0', purpose: 'tour', operation: 'shutDoor', response: { body: SHUT_DOOR } }),
  sampleExchange({ row: 'transition:shut', at: 'readBack/0', purpose: 'read-back', operation: 'getDoor', response: { body: SHUT_DOOR } }),
);

/** A failure that the target is blamed for, decided by the first exchange of a case. */
export function heldAgainstTarget(check: string, about: Partial<Finding> = {}): Finding {
  return {
    check,
    clauses: ['doors.open'],
    verdict: 'fail',
    basis: 'documented',
    exchanges: [1],
    case: 'probe/look',
    blame: 'target',
    ...about,
  };
}
