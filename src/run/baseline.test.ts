import { expect, test } from 'vitest';
import { sampleReport } from '../report/report-fixtures.ts';
import { demandSameKind, isLoadRun } from './baseline.ts';

const run = sampleReport([]);
const probe = { ...run, requests: { ...run.requests, load: 87 } };

test('a load is not compared with a conformance run', () => {
  expect([isLoadRun(run), isLoadRun(probe)]).toEqual([false, true]);
  expect(() => demandSameKind('night', probe, false)).toThrow(
    'night: expected a conformance run, which the other is, found a load: they do not look at the same',
  );
  expect(() => demandSameKind('night', run, true)).toThrow('night: expected a load, which the other is, found a conformance run');
  expect(() => {
    demandSameKind('night', run, false);
    demandSameKind('night', probe, true);
  }).not.toThrow();
});
