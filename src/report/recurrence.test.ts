import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Report } from '../model/types.ts';
import { writeAllureResults } from './allure-results.ts';
import { renderAnnotations } from './annotations.ts';
import { renderJUnit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import { renderPage } from './page/page.ts';
import { recurrenceOf, recurrenceText } from './recurrence.ts';
import { sampleClause, sampleFailure, sampleReport } from './report-fixtures.ts';
import { renderSummary } from './summary.ts';

test.each<[number, number, string]>([
  [1, 1, 'not repeated: 1 of 1 run failed, a rate of 21 to 100 % (95 % confidence)'],
  [3, 3, 'deterministic: 3 of 3 runs failed, a rate of 44 to 100 % (95 % confidence)'],
  [1, 3, 'intermittent: 1 of 3 runs failed, a rate of 6 to 79 % (95 % confidence)'],
  [1, 41, 'intermittent: 1 of 41 runs failed, a rate of 0 to 13 % (95 % confidence)'],
  [50, 100, 'intermittent: 50 of 100 runs failed, a rate of 40 to 60 % (95 % confidence)'],
])('%i of %i runs', (failed, runs, text) => {
  expect(recurrenceText(recurrenceOf({ failed, runs }))).toBe(text);
});

test.each<[string, (report: Report) => string]>([
  ['the terminal', (report) => renderSummary(report, { color: false, width: 120 })],
  ['report.html', (report) => renderPage(report, [])],
  ['summary.md', renderMarkdown],
  ['junit.xml', renderJUnit],
  ['annotations', renderAnnotations],
])('%s tells how often a failure shows, and what can explain a flaky one', (name, render) => {
  const recurrence = recurrenceOf({ failed: 1, runs: 3 });
  const failures = [sampleFailure('authn.a', 'cause', { recurrence })];
  const flaky = [{ ...sampleFailure('authn.b', 'noise'), failed: 1, runs: 3, because: 'transport' as const }];
  const text = render(sampleReport([sampleClause('authn.a', { verdict: 'fail' })], { outcome: 'violations', failures, flaky }));
  expect(text.replaceAll('%25', '%')).toContain(recurrenceText(recurrence));
  const hasFlaky = name === 'the terminal' || name === 'report.html';
  expect(text.includes('transport')).toBe(hasFlaky);
});

test('a result of Allure tells how often the failure shows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-results-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const recurrence = recurrenceOf({ failed: 3, runs: 3 });
  const clauses = [sampleClause('authn.a', { verdict: 'fail' })];
  writeAllureResults(folder, sampleReport(clauses, { failures: [sampleFailure('authn.a', 'cause', { recurrence })] }));
  const results = readdirSync(folder).filter((name) => name.endsWith('-result.json'));
  expect(results.map((name) => readFileSync(join(folder, name), 'utf8').includes(recurrenceText(recurrence)))).toEqual([true]);
});
