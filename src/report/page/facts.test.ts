import { expect, test } from 'vitest';
import type { Report } from '../../model/types.ts';
import { filledSchema, sampleLoad } from '../../../test/support/filled-schema.ts';
import { renderAnnotations } from '../annotations.ts';
import { renderJUnit } from '../junit.ts';
import { renderMarkdown } from '../markdown.ts';
import { sampleClause, sampleFailure, sampleReport } from '../report-fixtures.ts';
import { renderSummary } from '../summary.ts';
import { unpacked } from './fragments.ts';
import { renderPage } from './page.ts';

/** Figures of a load are gated on every surface by load-surfaces.test.ts, shares among them. */
const SHARES = /\/recurrence\/(?:low|high)$/;

test('each fact of report.json is reachable in the page', () => {
  const filled: Report = JSON.parse(JSON.stringify(filledSchema('report.schema.json')));
  const report = { ...filled, load: sampleLoad() };
  const html = unpacked(renderPage(report, []));
  const text = html.slice(html.indexOf('<body>'), html.lastIndexOf('<script>'));
  const numbers = new Set((text.match(/[\d.,]*\d/g) ?? []).map((digits) => Number(digits.replaceAll(',', ''))));
  const names = new Set(text.match(/name-\d+/g));
  const isShown = (path: string, value: number | string): boolean =>
    typeof value === 'string' ? names.has(value) : numbers.has(SHARES.test(path) ? Math.round(value * 100) : value);
  const facts = leaves(filled).filter(([path]) => !path.startsWith('/load/'));
  expect([facts.length > 100, facts.flatMap(([path, value]) => (isShown(path, value) ? [] : [path]))]).toEqual([true, []]);
});

const DEFECT = ['authn.first.one', 'expected-of-it', 'received-of-it'];
const HEADLINE = ['violations', 'target-of-it', '2 clauses judged, 1 violated', 'exit code 1', ...DEFECT];

test.each([
  ['report.html', (of: Report) => renderPage(of, []), HEADLINE],
  ['summary.md', renderMarkdown, HEADLINE],
  ['junit.xml', renderJUnit, HEADLINE],
  // An annotation is of a defect; the job summary beside it has the rest.
  ['annotations.txt', renderAnnotations, DEFECT],
  ['the terminal', (of: Report) => renderSummary(of, { color: false, width: 200 }), HEADLINE],
])('each headline fact of report.json is in %s', (_name, render, facts) => {
  const [, expected = '', received = ''] = DEFECT;
  const report = sampleReport([sampleClause('authn.first.one', { verdict: 'fail' }), sampleClause('authn.second.one')], {
    outcome: 'violations',
    exitCode: 1,
    target: { name: 'target-of-it', claims: [] },
    failures: [sampleFailure('authn.first.one', 'cause', { expected, received })],
  });
  const text = render(report).toLowerCase();
  expect(facts.filter((fact) => !text.includes(fact))).toEqual([]);
});

/** Numbers and names by path, the filled ones: no other stands twice. */
function leaves(value: unknown, path = ''): readonly (readonly [string, number | string])[] {
  if (typeof value === 'number') return [[path, value]];
  if (typeof value === 'string') return value.startsWith('name-') ? [[path, value]] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => leaves(one, `${path}/${name}`));
}
