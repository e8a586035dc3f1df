import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pastRun } from '../report/trend/past-run.ts';
import { sampleReport } from '../report/report-fixtures.ts';
import { keepHistory } from './history.ts';

const run = pastRun(sampleReport([]));

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'assay-history-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test('a run is kept once, with a page and nothing else beside it', () => {
  const kept = folder();
  keepHistory(kept, [run]);
  expect(keepHistory(kept, [run]).history).toEqual([run]);
  expect(readdirSync(kept).toSorted()).toEqual(['history.ndjson', 'trend.html']);
});

test('of two that write one history at the same time the second is refused, and nothing is lost', () => {
  const kept = folder();
  keepHistory(kept, [run]);
  const before = readFileSync(join(kept, 'history.ndjson'), 'utf8');
  writeFileSync(join(kept, 'history.ndjson.part'), '');
  expect(() => keepHistory(kept, [{ ...run, startedAt: '2026-02-02T00:00:00.000Z' }])).toThrow('another is writing this history');
  expect(readFileSync(join(kept, 'history.ndjson'), 'utf8')).toBe(before);
  expect(readdirSync(kept)).toContain('history.ndjson.part');
});
