import { expect, test } from 'vitest';
import { sampleClause, sampleReport } from '../../src/report/report-fixtures.ts';
import type { Qualification } from '../../src/qualify/qualification.ts';
import { MEASUREMENTS } from './measurements.ts';

const figuresOf = (name: string, output: string, tookMs?: number): readonly string[] =>
  MEASUREMENTS.find((one) => one.name === name)?.rows.map(({ figure }) => figure(output, tookMs)) ?? [];

test('a run is told by what it judged, sent and took', () => {
  const report = sampleReport([sampleClause('pam.one'), sampleClause('pam.two')]);
  const { tour, lowerBound, readBack, probes, pagination, walks, sent } = report.requests;
  expect(figuresOf('run', JSON.stringify(report), 5432)).toEqual([
    `2 of 2; ${report.summary.transitions.passed} of ${report.summary.transitions.documented} documented transitions`,
    `${sent}: tour ${tour} (fewest possible ${lowerBound}), read-back ${readBack}, probes ${probes}, pagination ${pagination}, walks ${walks}`,
    '5.4 s',
  ]);
  expect(() => figuresOf('run', JSON.stringify(report))).toThrow('measured, not read from a file');
});

test('a matrix is told by what was caught, what never failed, and how soon', () => {
  const row = { fault: 'pam-one', clause: 'pam.one', difficulty: 'time', caughtBy: ['a'], requests: 3, collateral: [] };
  const matrix: Qualification = {
    faults: { wire: { total: 8, caught: 7 }, behavioural: { total: 2, caught: 1 }, survived: [] },
    checks: { total: 9, neverFailed: ['b'] },
    clauses: { judged: 5, withoutKillingFault: [] },
    controls: { mustDie: true, mustLive: true },
    requestsToKill: { median: 3, max: 70 },
    durationMs: 61_000,
    matrix: [row, { ...row, fault: 'pam-two', caughtBy: [] }],
  };
  expect(figuresOf('qualify', JSON.stringify(matrix))).toEqual([
    '7 of 8',
    '1 of 2: time 1/2',
    '1 of 9',
    '0 of 5',
    'median 3, most 70',
    '61.0 s for 2 faults',
  ]);
});

test('other scripts say their figure in the last line; the specs, line by line', () => {
  expect(figuresOf('seeds', 'seed 1\nmock: 3 seeds, none open\n')).toEqual(['mock: 3 seeds, none open']);
  expect(figuresOf('specs', 'governance: 211 clauses: 166 testable\n288 of 288 content lines claimed\nThe specs hold.\n')).toEqual([
    'governance: 211 clauses, 288 of 288 content lines claimed',
  ]);
});
