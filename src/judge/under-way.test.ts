import { expect, test } from 'vitest';
import type { ProbeRow } from '../model/types.ts';
import { doorSpec } from '../profile/profile-fixtures.ts';
import type { TraceEvent } from '../trace/events.ts';
import { sampleCase, sampleExchange } from '../trace/trace-fixtures.ts';
import { benchOf, SHUT_DOOR } from './judge-fixtures.ts';
import { stepJudge } from './step-judge.ts';

const removed: ProbeRow = {
  id: 'removed',
  about: 'a door that was removed',
  steps: [
    { call: 'removeDoor' },
    { call: 'getDoor', expect: [{ clauses: ['doors.removed'], status: [404], expected: 'a removed door is not found' }] },
  ],
};
const clock: TraceEvent = { type: 'clock', case: '', advance: 'PT60S', now: '2030-01-01T00:01:00.000Z' };

/** What is said of a door that is found after its removal was answered with a status. */
function verdictAfter(status: number, between: readonly TraceEvent[] = [], deferrable = true): string {
  const spec = doorSpec({ probes: [removed] });
  const undo = { call: 'removeDoor', readBack: { call: 'getDoor', with: {} } };
  const operations = spec.endpoints.operations.map((one) => {
    if (one.id === 'knock') return { ...one, undo };
    return one.id === 'removeDoor' ? { ...one, deferrable } : one;
  });
  const at = (index: number): { readonly row: string; readonly at: string } => ({ row: 'probe:removed', at: `steps/${index}` });
  const events = sampleCase(
    { kind: 'probe' },
    sampleExchange({ ...at(0), operation: 'removeDoor', response: { status } }),
    ...between,
    sampleExchange({ ...at(1), operation: 'getDoor', response: { body: SHUT_DOOR } }),
  );
  const { findings } = stepJudge.judge(benchOf({ ...spec, endpoints: { ...spec.endpoints, operations } }, events));
  return findings.map(({ verdict, reason = '' }) => `${verdict} ${reason}`.trim()).join();
}

test('what was accepted, and a background job may carry out, need not be done until the background has had its time', () => {
  const open =
    'inconclusive expected a removed door is not found; received status 200, SHUT, while removeDoor was accepted (202) and may not have been carried out';
  expect([verdictAfter(202), verdictAfter(204), verdictAfter(202, [clock]), verdictAfter(202, [], false)]).toEqual([
    open,
    'fail',
    'fail',
    'fail',
  ]);
});

test('a deletion is carried out once what it deletes is not found', () => {
  const looked = (status: number): TraceEvent => sampleExchange({ operation: 'getDoor', response: { status } });
  expect([verdictAfter(202, [looked(404)]), verdictAfter(202, [looked(403)]).split(' ')[0]]).toEqual(['fail', 'inconclusive']);
});
