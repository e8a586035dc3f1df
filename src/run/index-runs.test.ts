import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { reportText } from '../report/json.ts';
import { sampleClause, sampleReport } from '../report/report-fixtures.ts';
import { indexRuns } from './index-runs.ts';

test('a folder of runs: the latest first, each leads to its page, and what cannot be read hides no other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-index-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const add = (name: string, text: string): void => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'report.json'), text);
  };
  const clauses = [sampleClause('authn.a.b')];
  add('first run', reportText(sampleReport(clauses)));
  add('second', reportText(sampleReport(clauses, { startedAt: '2030-02-01T00:00:00.000Z' })));
  add('third', '{');
  writeFileSync(join(folder, 'notes.txt'), 'no run');
  const html = readFileSync(indexRuns(folder), 'utf8');
  expect([...html.matchAll(/<a href="([^"#]+)">/g)].map(([, href]) => href)).toEqual(['second/report.html', 'first%20run/report.html']);
  expect(html).toContain('third');
  expect(html).toContain('unreadable');
});
