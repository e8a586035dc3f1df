import { expect, test } from 'vitest';
import type { MachineRow } from '../model/types.ts';
import { doorSpec, sampleProfile } from '../profile/profile-fixtures.ts';
import type { TraceEvent } from '../trace/events.ts';
import { sampleCase, sampleExchange, sampleIntent } from '../trace/trace-fixtures.ts';
import { benchOf, OPEN_DOOR, SHUT_DOOR } from './judge-fixtures.ts';
import { stepJudge } from './step-judge.ts';

const [door] = doorSpec().states.machines;
if (door === undefined) throw new Error('no machine');

/** A door is said to be open once it was opened, and falls shut by itself: unasked too, where the catalogue says so. */
const machine: MachineRow = {
  ...door,
  transitions: [
    {
      id: 'open',
      clauses: ['doors.transitions.open'],
      from: 'start',
      trigger: [{ call: 'openDoor' }, { call: 'getDoor' }],
      to: { declared: 'opening' },
      readBack: [],
    },
    {
      id: 'fall',
      clauses: ['doors.transitions.fall'],
      from: 'OPEN',
      trigger: [{ act: 'let it fall' }, { call: 'getDoor' }],
      to: 'SHUT',
      readBack: [],
    },
  ],
};

const read = (response: object): TraceEvent => sampleExchange({ row: 'transition:open', at: 'trigger/1', operation: 'getDoor', response });
const clock: TraceEvent = { type: 'clock', case: '', advance: 'PT60S', now: '2030-01-01T00:01:00.000Z' };

/** What is said of a door that was found shut (or otherwise) after it was opened. */
function verdicts({
  by = true,
  wait = [],
  found = SHUT_DOOR,
  kind = 'tour',
  beside = [],
}: {
  by?: boolean;
  wait?: readonly TraceEvent[];
  found?: object;
  kind?: 'tour' | 'walk';
  beside?: readonly TraceEvent[];
}): readonly string[] {
  const spec = doorSpec({ machines: [machine], acts: [{ name: 'let it fall', about: 'waits until it has fallen', byItself: by }] });
  const getDoor = spec.endpoints.operations.map((one) => (one.id === 'getDoor' ? { ...one, safe: true } : one));
  const events = sampleCase(
    { kind },
    sampleExchange({ row: 'transition:open', at: 'trigger/0', operation: 'openDoor', response: { body: OPEN_DOOR } }),
    sampleIntent('door', 'open', 'start'),
    ...wait,
    read({ body: found }),
  );
  const profile = sampleProfile({ declares: [{ name: 'opening', to: 'OPEN' }] });
  const all = [...events.slice(0, -1), ...beside, ...events.slice(-1)];
  return stepJudge
    .judge(benchOf({ ...spec, endpoints: { ...spec.endpoints, operations: getDoor } }, all, profile))
    .findings.filter(({ check }) => check === 'declared/opening')
    .map(({ verdict, reason = '' }) => [verdict, reason].join(' ').trim());
}

const OPEN =
  'inconclusive expected state OPEN; received status 200, SHUT, after the rate limit made the case wait: what goes on by itself may have gone on';

test('a state that passes by itself is not missed where a limit made the case wait before it was asked for', () => {
  expect([
    verdicts({ wait: [] }),
    verdicts({ wait: [read({ status: 429 })] }),
    verdicts({ wait: [{ ...clock, waits: true }] }),
    verdicts({ wait: [clock] }),
    verdicts({ wait: [read({ status: 429 })], by: false }),
    verdicts({ wait: [read({ status: 429 })], found: OPEN_DOOR }),
  ]).toEqual([['fail'], [OPEN], [OPEN], ['fail'], ['fail'], ['pass']]);
});

test('a state that passes by itself is not asked for once another walk has let something happen', () => {
  const act: TraceEvent = { type: 'act', case: 'walk/other', act: 'let it fall', params: {}, done: true };
  expect([
    verdicts({ kind: 'walk' }),
    verdicts({ kind: 'walk', beside: [act] }),
    verdicts({ kind: 'walk', beside: [act], by: false }),
    verdicts({ kind: 'walk', beside: [act], found: OPEN_DOOR }),
    verdicts({ kind: 'tour', beside: [act] }),
  ]).toEqual([['fail'], [], ['fail'], ['pass'], ['fail']]);
});
