import { defined } from '../model/defined.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OperationRow } from '../model/types.ts';
import { doorSpec } from '../profile/profile-fixtures.ts';
import type { Case } from '../plan/case.ts';
import { driveCase, probeOf, tourOf } from './fixtures.ts';
import { neutralArguments } from './plan-step.ts';

const parameter = (name: string, neutral?: readonly unknown[]) => ({
  name,
  in: 'body' as const,
  schema: {},
  clauses: [],
  ...(neutral === undefined ? {} : { neutral: [...neutral] }),
});
const operation: OperationRow = {
  id: 'paint',
  clauses: [],
  parameters: [parameter('colour', ['red', 'blue']), parameter('coats', [1]), parameter('key')],
  responses: [],
};

const CHOICES = [undefined, 'red', 'blue'].flatMap((colour) => [undefined, 1].map((coats) => ({ ...defined({ colour, coats }) })));

test('a parameter that changes nothing is left out or has one of its values; others are never made up', () => {
  fc.assert(
    fc.property(fc.string(), (key) => {
      const made = neutralArguments(operation, key);
      expect(CHOICES).toContainEqual(made);
      expect(neutralArguments(operation, key)).toEqual(made);
    }),
  );
});

test('over several keys every choice is made', () => {
  const made = Array.from({ length: 60 }, (_, key) => JSON.stringify(neutralArguments(operation, String(key))));
  expect(new Set(made)).toEqual(new Set(CHOICES.map((choice) => JSON.stringify(choice))));
});

const varied = (planned: Case, vary: string): Case => ({ ...planned, steps: planned.steps.map((step) => ({ ...step, vary })) });

test('they go with the requests of a tour, never in place of what a step says, and not with probes', async () => {
  const [machine] = doorSpec().states.machines;
  const operations = doorSpec().endpoints.operations.map((one) =>
    one.id === 'openDoor'
      ? { ...one, parameters: [...(one.parameters ?? []), parameter('slowly', [true]), parameter('loudly', [true])] }
      : one,
  );
  const spec = doorSpec({ operations, machines: machine === undefined ? [] : [machine] });
  const sent = async (planned: Case): Promise<readonly string[]> => {
    const { requests } = await driveCase(planned, { spec, answer: () => ({ body: { id: 'd1', state: 'OPEN' } }) });
    return Object.keys(JSON.parse(requests[0]?.body ?? '{}'));
  };
  const tours = await Promise.all(Array.from({ length: 12 }, (_, index) => sent(varied(tourOf(spec, 'open'), `tour/door/${index}`))));
  const probes = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      sent({ ...probeOf(spec, { call: 'openDoor', with: { id: 'd1', key: 'k' } }), id: `probe/${index}` }),
    ),
  );
  expect([new Set(tours.flat()), new Set(probes.flat())]).toEqual([new Set(['key', 'slowly', 'loudly']), new Set(['key'])]);
});
