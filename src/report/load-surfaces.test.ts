import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { LoadEvent, Report } from '../model/types.ts';
import { writeAllureResults } from './allure-results.ts';
import { renderAnnotations } from './annotations.ts';
import { renderJUnit } from './junit.ts';
import { loadCases } from './load-tables.ts';
import { renderLoadText } from './load-text.ts';
import { renderMarkdown } from './markdown.ts';
import { renderPage } from './page/page.ts';
import { sampleFailure, sampleReport } from './report-fixtures.ts';
import { sampleLoad } from '../../test/support/filled-schema.ts';

/** The path of each number, and of each key that is one. */
function figuresOf(value: unknown, path = ''): readonly (readonly [path: string, figure: number])[] {
  if (typeof value === 'number') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [
    ...(Array.isArray(value) || !/^\d+$/.test(name) ? [] : [[`${path}/${name}`, Number(name)] as const]),
    ...figuresOf(one, `${path}/${name}`),
  ]);
}

/** The figures of `report.json` that no number of the text is; shares may stand there in percent. */
function missing(load: LoadEvent, text: string): readonly string[] {
  const plain = text.replaceAll(/[\u200B\\]|&#8203;/g, '').replaceAll(/(?<=\d),(?=\d{3})/g, '');
  const numbers = new Set((plain.match(/\d+(?:\.\d+)?/g) ?? []).map(Number));
  const isShare = (path: string): boolean => path.endsWith('/processorShare') || path.endsWith('/errors');
  return figuresOf(load).flatMap(([path, value]) => (numbers.has(isShare(path) ? value * 100 : value) ? [] : [path]));
}

/** What a page says, without its style and script. */
function visibleText(html: string): string {
  return html.slice(html.indexOf('<body>'), html.lastIndexOf('<script>')).replaceAll(/ src="[^"]*"/g, '');
}

const load = sampleLoad();
const report = sampleReport([], {
  outcome: 'inconclusive',
  exitCode: 3,
  load,
  inconclusive: { because: 'it ended early', blame: 'target' },
});

/** All files of the results. */
function allure(of: Report): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-results-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeAllureResults(folder, of);
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

test.each([
  ['report.html', (of: Report) => visibleText(renderPage(of, []))],
  ['summary.md', renderMarkdown],
])('%s has every figure that report.json has of a load', (_name, render) => {
  expect(missing(load, render(report))).toEqual([]);
});

test.each([
  ['junit.xml', renderJUnit],
  ['annotations.txt', renderAnnotations],
  ['allure-results', allure],
])('%s has every figure of a load but those of each moment', (_name, render) => {
  expect(missing({ ...load, slices: [] }, render(report))).toEqual([]);
});

/** A load whose second threshold is missed, valid unless told. */
function judged(bottleneck: readonly string[] = []): Report {
  const thresholds = [
    { expression: 'listGroups:p95<200ms', measured: 12.5, held: true },
    { expression: 'errors<0.1%', measured: 0.25, held: false },
    { expression: 'max<1s', measured: 0, held: false, unmeasured: true as const },
  ];
  const violations = [{ check: 'response', clauses: ['pam.a'], count: 7, kept: 2 }];
  const one = sampleLoad({ thresholds, violations, generator: { ...load.generator, bottleneck: [...bottleneck] } });
  const isValid = bottleneck.length === 0;
  const failures = isValid ? [] : [sampleFailure('pam.a', 'any /x', { exchanges: [4711] })];
  return sampleReport([], { outcome: 'violations', exitCode: 1, load: one, failures });
}

const SURFACES: readonly (readonly [string, (of: Report) => string])[] = [
  ['report.html', (of) => visibleText(renderPage(of, []))],
  ['summary.md', renderMarkdown],
  ['junit.xml', renderJUnit],
  ['annotations.txt', renderAnnotations],
  ['allure-results', allure],
  ['the terminal', (of) => renderLoadText(of, of.load ?? load, { color: false, width: 200, files: [] })],
];

test.each(SURFACES)('%s names the threshold that is missed with what was measured, and no conformance', (_name, render) => {
  const text = render(judged()).replaceAll(/\\|&#8203;/g, '');
  expect({
    missed: /errors(?:<|&lt;|\\u003c)0\.1%(?:25)?[^]*25 %/.test(text),
    open: text.includes('nothing was measured'),
    transitions: /transitions/.test(text),
    invalid: /invalid/i.test(text),
  }).toEqual({ missed: true, open: true, transitions: false, invalid: false });
});

test.each(SURFACES)('%s says first that the generator was the bottleneck, and shows an exchange of a violation', (name, render) => {
  const text = render(judged(['the loop was late'])).replaceAll(/\\|&#8203;/g, '');
  const first = text.search(/the generator was the bottleneck: the loop was late/);
  expect({
    first: first >= 0 && !/THRESHOLDS|VIOLATIONS/.test(name === 'junit.xml' ? '' : text.slice(0, first)),
    exchange: text.includes('4711'),
  }).toEqual({
    first: name !== 'annotations.txt' && name !== 'allure-results' ? true : first >= 0,
    exchange: true,
  });
});

test('the heading of a load is its outcome', () => {
  const heading = (of: Report): string | undefined => /<h1[^>]*>([^<]*)/.exec(renderPage(of, []))?.[1];
  const held = { load: sampleLoad({ thresholds: [], generator: { ...load.generator, bottleneck: [] } }) };
  expect([heading(judged()), heading(judged(['late'])), heading(sampleReport([], held)), heading(sampleReport([], { load }))]).toEqual([
    'THRESHOLDS MISSED',
    'VIOLATIONS',
    'LOAD HELD',
    'FIGURES INVALID',
  ]);
});

test('each threshold is a case; where the generator was the bottleneck it says nothing', () => {
  expect([loadCases(judged()).map(({ verdict }) => verdict), loadCases(judged(['late'])).map(({ verdict }) => verdict)]).toEqual([
    ['pass', 'pass', 'pass', 'fail', 'inconclusive'],
    ['pass', 'inconclusive', 'inconclusive', 'inconclusive', 'inconclusive'],
  ]);
});
