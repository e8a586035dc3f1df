import { expect, test } from 'vitest';
import { sampleSpec } from '../profile/profile-fixtures.ts';
import { successClauses } from './declarable.ts';
import { wireFaults } from './wire-faults/catalogue.ts';

const spec = sampleSpec({
  operations: [
    { id: 'knock', clauses: [], open: ['success'], responses: [] },
    { id: 'shut', clauses: [], open: ['method', 'success'], responses: [] },
    { id: 'look', clauses: [], open: ['method'], responses: [] },
  ],
  clauses: [
    { id: 'doors.all', status: 'unspecified', filledBy: ['bindings/knock', 'bindings/shut', 'bindings/look'] },
    { id: 'doors.noise', status: 'unspecified', filledBy: ['observed/noise', 'bindings/knock'] },
    { id: 'doors.shutting', status: 'unspecified', filledBy: ['bindings/shut'] },
    { id: 'doors.looking', status: 'unspecified', filledBy: ['bindings/look'] },
  ],
});

test('clauses that leave the status of a success open, with the operations', () => {
  expect([...successClauses(spec)]).toEqual([
    ['doors.all', ['knock', 'shut']],
    ['doors.noise', ['knock']],
    ['doors.shutting', ['shut']],
  ]);
});

test('each of them has a fault', () => {
  expect(wireFaults(spec).map(({ id, clause, alsoBreaks }) => [id, clause, alsoBreaks])).toEqual([
    ['wire-authn.knock-2xx.208-instead', 'doors.all', ['doors.noise']],
    ['wire-authn.shut-2xx.208-instead', 'doors.all', ['doors.shutting']],
  ]);
});
