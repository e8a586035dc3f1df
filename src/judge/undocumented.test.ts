import { describe, expect, test } from 'vitest';
import type { Declaration, MachineRow } from '../model/types.ts';
import { doorSpec, KNOCK_BINDING, sampleProfile } from '../profile/profile-fixtures.ts';
import type { TraceEvent } from '../trace/events.ts';
import { sampleCase, sampleExchange, sampleIntent } from '../trace/trace-fixtures.ts';
import { benchOf, SHUT_DOOR } from './judge-fixtures.ts';
import { stepJudge } from './step-judge.ts';

const [door] = doorSpec().states.machines;
if (door === undefined) throw new Error('no machine');

/** The document does not say what comes of knocking; the door is asked for its state right after. */
const machine: MachineRow = {
  ...door,
  transitions: [
    {
      id: 'knock',
      clauses: ['doors.transitions.knock'],
      from: 'OPEN',
      trigger: [{ call: 'knock' }, { call: 'getDoor' }],
      to: { declared: 'knocking' },
    },
    { id: 'open', clauses: ['doors.transitions.open'], from: 'start', trigger: [{ call: 'openDoor' }], to: 'OPEN' },
  ],
};

interface Setup {
  readonly promise?: Omit<Declaration, 'name'>;
  readonly knocked?: object;
  readonly read?: object;
  readonly own?: MachineRow;
  readonly before?: readonly TraceEvent[];
}

/** Verdicts on a knock that was answered so, and after which the door was read so. */
function verdicts({ promise, knocked = {}, read = { body: SHUT_DOOR }, own = machine, before = [] }: Setup): readonly string[] {
  const events = sampleCase(
    { kind: 'tour' },
    ...before,
    sampleExchange({ row: 'transition:knock', at: 'trigger/0', operation: 'knock', response: knocked }),
    sampleIntent('door', 'knock', 'OPEN'),
    sampleExchange({ row: 'transition:knock', at: 'trigger/1', operation: 'getDoor', response: read }),
  );
  const profile = sampleProfile({
    bindings: { knock: KNOCK_BINDING },
    declares: promise === undefined ? [] : [{ name: 'knocking', ...promise }],
  });
  return stepJudge
    .judge(benchOf(doorSpec({ machines: [own] }), events, profile))
    .findings.filter(({ clauses }) => clauses.includes('doors.transitions.knock'))
    .map(({ verdict }) => verdict);
}

describe('a declared outcome', () => {
  test.each<[string, Setup, readonly string[]]>([
    ['a state is what is read afterwards', { promise: { to: 'SHUT' } }, ['pass']],
    ['a state is not what the call itself was answered with', { promise: { to: 'OPEN' }, knocked: { body: { state: 'OPEN' } } }, ['fail']],
    ['a status is that of the call itself', { promise: { status: [202] }, knocked: { status: 202 } }, ['pass']],
    ['a status is not that of the reading', { promise: { status: [200] }, knocked: { status: 202 } }, ['fail']],
    [
      'a refusal is not that of the reading',
      { promise: { refused: 'wrong_key' }, read: { status: 403, body: { code: 'wrong_key' } } },
      ['fail'],
    ],
    ['a state and a status are both asked for', { promise: { to: 'SHUT', status: [202] }, knocked: { status: 200 } }, ['fail']],
    ['what is gone is not found', { promise: { to: 'gone' }, read: { status: 404 } }, ['pass']],
    ['what is gone and found is not gone', { promise: { to: 'gone' } }, ['fail']],
    ['what may be gone may be there', { promise: { to: ['gone', 'SHUT'] } }, ['pass']],
    ['what may be gone may not be there otherwise', { promise: { to: ['gone', 'OPEN'] } }, ['fail']],
    ['where states are no field none is compared', { promise: { to: 'OPEN' }, own: withoutPointer() }, ['pass']],
  ])('%s', (_what, verdictsOf, wanted) => {
    expect(verdicts(verdictsOf)).toEqual(wanted);
  });

  // The refused call counts as a preparation of its own row that did not work.
  test('a refusal is that of the call itself', () => {
    expect(verdicts({ promise: { refused: 'wrong_key' }, knocked: { status: 403, body: { code: 'wrong_key' } } })).toEqual(['pass']);
  });

  // Documented transitions ask no more where states are no field.
  test('where states are no field a refusal is at least none of them', () => {
    expect(verdicts({ promise: { to: 'OPEN' }, own: withoutPointer(), read: { status: 500 } })).toEqual(['fail']);
  });

  test('the call of another row is not the cause', () => {
    const before = [
      sampleExchange({
        row: 'transition:open',
        at: 'trigger/0',
        operation: 'openDoor',
        response: { status: 201, body: { state: 'OPEN' } },
      }),
    ];
    const only: MachineRow = {
      ...machine,
      transitions: machine.transitions.map((row) =>
        row.id === 'knock' ? { ...row, trigger: [{ call: 'getDoor' }, { call: 'getDoor' }] } : row,
      ),
    };
    const events = sampleCase(
      { kind: 'tour' },
      ...before,
      sampleIntent('door', 'knock', 'OPEN'),
      sampleExchange({ row: 'transition:knock', at: 'trigger/1', operation: 'getDoor', response: { body: SHUT_DOOR } }),
    );
    const profile = sampleProfile({ bindings: { knock: KNOCK_BINDING }, declares: [{ name: 'knocking', status: [200] }] });
    const { findings } = stepJudge.judge(benchOf(doorSpec({ machines: [only] }), events, profile));
    expect(findings.filter(({ basis }) => basis === 'declared').map(({ verdict }) => verdict)).toEqual(['pass']);
  });
});

describe('a read-back after what the profile declares', () => {
  const own: MachineRow = {
    ...machine,
    states: [...machine.states, { name: 'gone', pseudo: true, clauses: [] }],
    transitions: machine.transitions.map((row) =>
      row.id === 'knock' ? { ...row, trigger: [{ call: 'knock' }], readBack: [{ call: 'getDoor' }] } : row,
    ),
  };
  const readBack = (to: string | string[], read: object): readonly string[] => {
    const events = sampleCase(
      { kind: 'probe' },
      sampleIntent('door', 'knock', 'OPEN'),
      sampleExchange({ row: 'transition:knock', at: 'trigger/0', operation: 'knock', response: { status: 202, body: SHUT_DOOR } }),
      sampleExchange({ row: 'transition:knock', at: 'readBack/0', purpose: 'read-back', operation: 'getDoor', response: read }),
    );
    const profile = sampleProfile({ bindings: { knock: KNOCK_BINDING }, declares: [{ name: 'knocking', to }] });
    return stepJudge
      .judge(benchOf(doorSpec({ machines: [own] }), events, profile))
      .findings.flatMap(({ check, verdict }) => (check === 'read-back/knock' ? [verdict] : []));
  };

  test.each<[string, string | string[], object, readonly string[]]>([
    ['the declared state passes', 'SHUT', { body: SHUT_DOOR }, ['pass']],
    ['another state fails', 'OPEN', { body: SHUT_DOOR }, ['fail']],
    ['what is gone is not found', 'gone', { status: 404 }, ['pass']],
    ['what is gone and found fails', 'gone', { body: SHUT_DOOR }, ['fail']],
    ['of several states none is asked for again', ['OPEN', 'SHUT'], { body: SHUT_DOOR }, []],
  ])('%s', (_what, to, read, wanted) => {
    expect(readBack(to, read)).toEqual(wanted);
  });
});

function withoutPointer(): MachineRow {
  const { statePointer: _pointer, ...rest } = machine;
  return rest;
}
