import fc from 'fast-check';
import type { Given, MachineRow, Step, TransitionRow } from '../model/types.ts';
import { sampleSpec } from '../profile/profile-fixtures.ts';
import { transitionsOf, type Transition } from './transition-system.ts';

const STATES = ['start', 'A', 'B', 'C', 'D'];
const CONTEXTS: readonly Given[] = [{ state: 'one' }, { state: 'one', params: { of: 'two' } }, { state: 'other', as: 'x' }];

const target: fc.Arbitrary<TransitionRow['to']> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...STATES.slice(1)) },
  { weight: 1, arbitrary: fc.constantFrom({ refused: 'no' }, { gone: 404 }, { declared: 'who knows' }) },
);

const row: fc.Arbitrary<Omit<TransitionRow, 'id'>> = fc.record({
  clauses: fc.constant(['doors.any']),
  from: fc.constantFrom(...STATES),
  to: target,
  given: fc.subarray([...CONTEXTS], { maxLength: 2 }),
  trigger: fc.array(fc.constant<Step>({ call: 'go' }), { minLength: 1, maxLength: 3 }),
});

/** Any transition system over five states, with up to three provider states as contexts. */
export const transitionSystem: fc.Arbitrary<readonly Transition[]> = fc
  .array(row, { minLength: 1, maxLength: 14 })
  .map((rows) => systemOf(rows.map((one, index) => ({ ...one, id: `t${index}` }))));

/** The transitions of one machine without state pointer that begins in 'start'. */
export function systemOf(transitions: readonly TransitionRow[]): readonly Transition[] {
  const machine: MachineRow = {
    id: 'any',
    resource: 'Any',
    initial: 'start',
    states: STATES.map((name) => ({ name, clauses: [] })),
    transitions: [...transitions],
  };
  return transitionsOf(sampleSpec({ machines: [machine] }), undefined);
}
