import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judge } from '../judge/judgement.ts';
import { DOOR_TOUR } from '../judge/judge-fixtures.ts';
import { planDocument } from '../plan/plan.ts';
import { doorSpec, sampleProfile, sampleSpecs } from '../profile/profile-fixtures.ts';
import { assembleReport } from './assemble-report.ts';
import type { TraceEvent } from '../trace/events.ts';
import { rejudge } from './rejudge.ts';
import { DOOR_END, DOOR_LOCK, DOOR_RUN, storedRun } from '../../test/support/stored-run.ts';

const SPEC = doorSpec();
const SPECS = sampleSpecs(SPEC);
const WHOLE = [DOOR_RUN, ...DOOR_TOUR, DOOR_END];

test('a stored run gives the report that the run itself gave', () => {
  const profile = sampleProfile();
  const { transitions } = planDocument(SPECS, SPEC, profile, {});
  const then = assembleReport({
    plan: DOOR_LOCK,
    specs: SPECS,
    profile,
    transitions,
    durationMs: 1500,
    events: WHOLE,
    judgement: judge(SPECS, profile, WHOLE),
    harnessErrors: [],
    interrupted: false,
  });
  const { report, otherwise, truncated } = rejudge(storedRun(), SPECS);
  expect({ report, otherwise, truncated }).toEqual({ report: then, otherwise: undefined, truncated: false });
});

test('a trace that does not reach the end of the run makes it partial', () => {
  const outcomes = [
    rejudge(storedRun([DOOR_RUN, ...DOOR_TOUR]), SPECS),
    rejudge(storedRun([DOOR_RUN, ...DOOR_TOUR], {}, '{"type":"excha'), SPECS),
    rejudge(storedRun([DOOR_RUN, ...DOOR_TOUR, { ...DOOR_END, how: 'interrupted' }]), SPECS),
  ].map(({ report, truncated }) => [report.outcome, truncated]);
  expect(outcomes).toEqual([
    ['partial', false],
    ['partial', true],
    ['partial', false],
  ]);
});

test('what broke in the harness, and what the preflight stopped at, is on record', () => {
  const stopped = [{ key: 'services', message: 'put it right', blame: 'config' as const }];
  const reports = [
    rejudge(storedRun([DOOR_RUN, ...DOOR_TOUR, { ...DOOR_END, harnessErrors: ['broken'] }]), SPECS),
    rejudge(storedRun([DOOR_RUN, { ...DOOR_END, how: 'stopped', stopped }]), SPECS),
  ].map(({ report }) => [report.outcome, report.environment, report.stopped, report.clauses.length]);
  expect(reports).toEqual([
    ['error', { node: 'v20.19.0', harnessErrors: ['broken'] }, undefined, SPECS.clauses.size],
    ['usage', { node: 'v20.19.0', harnessErrors: [] }, stopped, 0],
  ]);
});

test('other specs and other errata than the run had are told apart', () => {
  const other = rejudge(storedRun([{ ...DOOR_RUN, specsDigest: 'other' }, DOOR_END]), SPECS);
  const errata = [{ clause: 'doors.transitions.open', since: '1.2.3', reason: 'read wrongly' }];
  expect([other.report.specs.digest, other.otherwise, rejudge(storedRun(), { ...SPECS, errata }).otherwise]).toEqual([
    'other',
    'it was made with other specs (other) than these (0123456789abcdef): use assay 1.2.3',
    'errata have come since, or gone: use the assay 1.2.3 of that day, or run again',
  ]);
});

test('an event that was cut out of a trace, or put into it, is missed', () => {
  const end = { ...DOOR_END, events: WHOLE.length - 1 };
  const whole = [DOOR_RUN, ...DOOR_TOUR, end];
  const complaint = (events: readonly TraceEvent[]): string => {
    const folder = storedRun(events);
    try {
      return rejudge(folder, SPECS).report.outcome;
    } catch (error) {
      return String(error).replace(folder, '<run>');
    }
  };
  const complaints = [whole, whole.toSpliced(2, 1), whole.toSpliced(1, 2), whole.toSpliced(1, 0, ...DOOR_TOUR.slice(0, 1))].map(complaint);
  const remedy = 'Take the trace as the run has left it, or run again';
  const told = `RunError: <run>/trace.ndjson: it was changed: expected the ${end.events} events that its end tells of`;
  expect(complaints).toEqual([
    rejudge(storedRun(), SPECS).report.outcome,
    `${told}, found ${end.events - 1}: 1 missing. ${remedy}`,
    `${told}, found ${end.events - 2}: 2 missing. ${remedy}`,
    `${told}, found ${end.events + 1}: 1 too many. ${remedy}`,
  ]);
});

test('what is no run, or of another version, is refused by name', () => {
  const complaint = (folder: string): string => {
    try {
      rejudge(folder, SPECS);
      return 'none';
    } catch (error) {
      return String(error).replaceAll(folder, '<folder>');
    }
  };
  const future = storedRun();
  writeFileSync(join(future, 'run.lock.json'), JSON.stringify({ ...DOOR_LOCK, schemaVersion: 2 }));
  const newer = storedRun();
  writeFileSync(join(newer, 'trace.ndjson'), `${JSON.stringify({ ...DOOR_RUN, schemaVersion: 2 })}\n`);
  const broken = storedRun();
  writeFileSync(join(broken, 'trace.ndjson'), '{"type":"run"\n{"type":"end"}\n');
  expect([
    complaint('/nowhere'),
    complaint(storedRun(DOOR_TOUR)),
    complaint(newer),
    complaint(storedRun([{ ...DOOR_RUN, profile: {} }])),
    complaint(broken),
    complaint(future),
  ]).toMatchInlineSnapshot(`
    [
      "RunError: <folder>: expected the folder of a run, found no run.lock.json in it. 'assay run --out DIR' makes one",
      "RunError: <folder>/trace.ndjson:1  expected an event of type 'run', found case",
      "SpecError: <folder>/trace.ndjson:1  schemaVersion  expected 1, found 2: another version of Assay wrote it. Read it with that version",
      "SpecError: <folder>/trace.ndjson:1  profile  (top)  expected the key 'name', found none",
      "SpecError: <folder>/trace.ndjson:1  expected JSON, found a text that is cut off or none (at character 14). Take the file as the run has left it",
      "SpecError: <folder>/run.lock.json:1:18  schemaVersion  expected 1, found 2: another version of Assay wrote it. Read it with that version",
    ]
  `);
});
