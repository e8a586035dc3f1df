import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { doorSpec, sampleSpecs } from '../profile/profile-fixtures.ts';
import { outcomeText } from '../report/outcome.ts';
import { metaValidator } from '../model/meta-schemas.ts';
import type { Report } from '../model/types.ts';
import type { TraceEvent } from '../trace/events.ts';
import { withResponse } from '../trace/trace-fixtures.ts';
import { readRun } from './baseline.ts';
import { examine } from './certificate/certify.ts';
import { REPORT_FILE } from './certificate/differences.ts';
import { findRuns } from './history.ts';
import { rejudge } from './rejudge.ts';
import { DOOR_EVENTS, reportedRun } from '../../test/support/certified-run.ts';
import { DOOR_END, DOOR_RUN, storedRun } from '../../test/support/stored-run.ts';
import { DOOR_WHOLE, shardEvents, shardLockOf, storedShard } from '../../test/support/stored-shards.ts';

const SPECS = sampleSpecs(doorSpec());
const reportOf = (events: readonly TraceEvent[]): Report => rejudge(storedShard(1, {}, events), SPECS).report;

/** Why what is to be judged has not passed. */
function reasons({ clauses }: Report): readonly string[] {
  return [
    ...new Set(
      clauses
        .filter(({ verdict }) => verdict !== 'pass' && verdict !== null)
        .map(({ verdict, blame, reason }) => `${verdict} ${blame}: ${reason}`),
    ),
  ];
}

test('a replay is not blamed on the harness for what it does not show, and says nothing on conformance', () => {
  const [, ...shown] = DOOR_EVENTS;
  const replay = storedRun([{ ...DOOR_RUN, replays: 'tour/door/1' }, ...shown], { only: { case: 'tour/door/1' } });
  const { report } = rejudge(replay, SPECS);
  expect(report.outcome).toBe('inconclusive');
  expect(reasons(report).toSorted()).toEqual(['inconclusive config: nothing in this replay showed it', 'skipped target: not seen']);
});

test('a shard leaves open what it does not show, and makes no statement on conformance', () => {
  const report = reportOf(shardEvents(1));
  const passed = report.summary.clauses.passed;
  expect([report.outcome, report.exitCode, report.shard, report.notCertifiable, reasons(report)]).toEqual([
    'shard',
    0,
    { number: 1, of: 2 },
    ['shard 1 of 2'],
    ['skipped config: not in shard 1 of 2'],
  ]);
  expect(passed).toBeGreaterThan(0);
  expect(outcomeText(report)).toEqual({
    heading: 'SHARD 1 OF 2',
    why: `doors: ${passed} clauses judged, 0 violated; no statement on conformance: 'assay merge' merges all 2 shards`,
  });
  expect(metaValidator<Report>('report')(JSON.parse(JSON.stringify(report)))).toBe(true);
});

test('what it shows to be contradicted is; what it cannot judge is left to the merge; what cuts it short is told', () => {
  const cases: readonly (readonly TraceEvent[])[] = [
    withResponse(shardEvents(1), 2, () => ({ status: 500, headers: {} })),
    [
      ...shardEvents(1).slice(0, -1),
      {
        type: 'blocked',
        case: 'tour/door/1',
        place: { row: 'transition:shut', at: 'trigger/0' },
        because: 'no key',
        blame: 'provider-state',
      },
      DOOR_END,
    ],
    [...shardEvents(1).slice(0, -1), { ...DOOR_END, how: 'interrupted' }],
    [...shardEvents(1).slice(0, -1), { ...DOOR_END, harnessErrors: ['broken'] }],
  ];
  const reports = cases.map(reportOf);
  expect(reports.map(({ outcome, exitCode }) => [outcome, exitCode])).toEqual([
    ['violations', 1],
    ['shard', 0],
    ['partial', 3],
    ['error', 4],
  ]);
  expect(reports.map((report) => outcomeText(report).why.endsWith('; only shard 1 of 2'))).toEqual([true, false, true, true]);
});

test('a shard is not compared, drawn in a history or certified: the run that it is a part of is', async () => {
  const folder = storedShard(1);
  writeFileSync(join(folder, REPORT_FILE), JSON.stringify(reportOf(shardEvents(1))));
  expect(() => readRun(folder)).toThrow(
    `${folder}: it is shard 1 of 2, a part of a run. 'assay merge' joins the shards to one that can be compared`,
  );
  expect(findRuns([folder])).toEqual({
    reports: [],
    leftOut: [`${join(folder, REPORT_FILE)}: it is shard 1 of 2: 'assay merge' joins them`],
  });
  const shard = { number: 1, of: 2 };
  const events = DOOR_EVENTS.map((event) => (event.type === 'run' ? { ...event, shard } : event));
  const run = await reportedRun({ shard: { ...shard, whole: DOOR_WHOLE } }, events);
  const examined = examine(run.folder, run.specs, run.root);
  expect('refusals' in examined && examined.refusals).toEqual([
    { reason: "it is shard 1 of 2: certify the run that 'assay merge' joins them to", exitCode: 2 },
  ]);
});

test('the lock of a shard is what its schema says', () => {
  expect(metaValidator<object>('run-lock')(shardLockOf(1))).toBe(true);
});
