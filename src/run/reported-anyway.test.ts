import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSpecs } from '../model/load.ts';
import { sampleProfile } from '../profile/profile-fixtures.ts';
import { readTrace } from '../trace/reader.ts';
import { reportedAnyway } from './reported-anyway.ts';
import { openRunTrace } from './run-trace.ts';
import { makePlan, recordPlan } from './run-plan.ts';

const specs = loadSpecs();
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-reported-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (leftMs = 60_000): Parameters<typeof reportedAnyway>[0] => ({
  folder,
  specs,
  leftMs,
  planned: 0,
  signal: new AbortController().signal,
});

function begin(): void {
  const sources = { specs, profile: sampleProfile(), waivers: undefined };
  const asked = { seed: 1, selection: {}, walks: 0, faults: [], planned: { requests: 0, lowerBound: 0 }, node: process.version };
  recordPlan(folder, makePlan(sources, { ...asked, startedAt: new Date().toISOString() }), sources);
}

test('a run that breaks leaves reports that name the place and not the words of what was thrown', async () => {
  begin();
  const broken = reportedAnyway(run(), () => Promise.reject(new TypeError('hunter2-words')));
  await expect(broken).rejects.toThrow('hunter2-words');
  const report = readFileSync(join(folder, 'report.json'), 'utf8');
  const end = readTrace(join(folder, 'trace.ndjson')).events.at(-1);
  const { exitCode } = JSON.parse(report);
  expect([exitCode, end?.type === 'end' && end.harnessErrors, report.includes('hunter2-words')]).toEqual([
    4,
    [expect.stringMatching(/^TypeError at \S+:\d+:\d+$/)],
    false,
  ]);
});

test('what breaks before a run has begun is told as it is', async () => {
  await expect(reportedAnyway(run(), () => Promise.reject(new TypeError('early')))).rejects.toThrow(/^early$/);
});

test('a run that does not end in time leaves reports without verdicts, and nothing more is written', async () => {
  begin();
  const trace = openRunTrace(folder);
  const late = reportedAnyway(run(-2_400), () => new Promise(() => undefined));
  await expect(late).rejects.toThrow(expect.objectContaining({ code: 'not-judged-in-time' }));
  const { outcome, exitCode, partial, clauses } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  const because = 'the budget was over, and judging or reporting did not end (budget.duration)';
  expect({ outcome, exitCode, partial, clauses }).toEqual({
    outcome: 'partial',
    exitCode: 3,
    partial: because,
    clauses: expect.any(Array),
  });
  expect(readTrace(join(folder, 'trace.ndjson')).events.at(-1)).toMatchObject({ type: 'end', how: 'interrupted', because });
  expect(() => trace.append({ type: 'secret', name: '~x-1~', kind: 'x', length: 1, characters: [] })).toThrow('the run is over');
});
