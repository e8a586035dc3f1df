import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { TraceEvent } from '../../src/trace/events.ts';
import { sampleCase, sampleExchange } from '../../src/trace/trace-fixtures.ts';
import { DOOR_TOUR } from '../../src/judge/judge-fixtures.ts';
import type { Finding } from '../../src/judge/finding.ts';
import { failuresOf } from '../../src/run/failures.ts';
import { writeReports } from '../../src/run/write-reports.ts';
import { renderAnnotations } from '../../src/report/annotations.ts';
import { sampleClause, sampleFailure, sampleReport } from '../../src/report/report-fixtures.ts';
import { reportText } from '../../src/report/json.ts';
import { renderJUnit } from '../../src/report/junit.ts';
import { renderMarkdown } from '../../src/report/markdown.ts';
import { renderPage } from '../../src/report/page/page.ts';
import { renderSummary } from '../../src/report/summary.ts';

const context = {
  seed: 1,
  specsDigest: '0123456789abcdef',
  target: { name: 'doors', digest: 'fedcba9876543210' },
  selection: {},
  answer: () => '200',
  embedded: false,
  counts: () => true,
};

const DEEP: Readonly<Record<string, never>> = JSON.parse(
  `${'{"a":'.repeat(500)}${JSON.stringify(Array.from({ length: 500_000 }, () => 1_234_567))}${'}'.repeat(500)}`,
);

/** All that is written of findings, and how much it is. */
function sizes(events: readonly TraceEvent[], findings: readonly Finding[]): Readonly<Record<string, number>> {
  const failures = failuresOf({ ...context, events }, findings);
  const clauses = [...new Set(failures.map(({ clause }) => clause))].map((clause) => sampleClause(clause, { verdict: 'fail' }));
  const report = sampleReport(clauses, { failures, outcome: 'violations', exitCode: 1 });
  return {
    failures: failures.length,
    json: reportText(report).length,
    page: renderPage(report, events).length,
    markdown: renderMarkdown(report).length,
    junit: renderJUnit(report).length,
    annotations: renderAnnotations(report).length,
    terminal: renderSummary(report, { color: false, width: 100 }).length,
  };
}

function failed(seq: number, about: Partial<Finding> = {}): Finding {
  return {
    check: `transition/${seq}`,
    clauses: [`authn.transitions.n${seq}`],
    verdict: 'fail',
    basis: 'documented',
    exchanges: [seq],
    expected: 'status 200',
    received: 'status 500',
    blame: 'target',
    ...about,
  };
}

test('a body of 4 MB nested 500 deep costs every report a few lines', () => {
  const events = DOOR_TOUR.map((event) =>
    event.type === 'exchange' && event.seq === 3
      ? { ...event, request: { ...event.request, body: DEEP }, response: { status: 200, headers: {}, body: DEEP } }
      : event,
  );
  const seqs = events.flatMap((event) => (event.type === 'exchange' ? [event.seq] : []));
  const text = JSON.stringify(DEEP);
  const all = sizes(
    events,
    seqs.map((seq) => failed(seq, { received: text, expected: text })),
  );
  expect(Object.entries(all).filter(([, size]) => size > 400_000)).toEqual([]);
});

test('10,000 failures of cases with 3 exchanges each: every report stays within its room, and each failure is in report.json', () => {
  const cases = 10_000;
  const url = `http://127.0.0.1/${'x'.repeat(1_000)}`;
  const events = Array.from({ length: cases }, (_none, one) => [
    sampleCase({ case: `tour/${one}` })[0],
    ...Array.from({ length: 3 }, (_nothing, step) => sampleExchange({ case: `tour/${one}`, seq: one * 3 + step + 1, request: { url } })),
  ])
    .flat()
    .filter((event) => event !== undefined);
  const findings = Array.from({ length: cases }, (_none, one) => failed(one * 3 + 3, { received: `${'y'.repeat(20_000)}${one}` }));
  const { failures, ...all } = sizes(events, findings);
  expect(failures).toBe(cases);
  const most = { json: 60e6, page: 20e6, markdown: 60_001, junit: 50e6, annotations: 50e6, terminal: 30_000 };
  expect(Object.entries(all).filter(([name, size]) => size > Number(Reflect.get(most, name)))).toEqual([]);
});

test('a sequence of 5,000 exchanges is told by its ends, and its script names the token', () => {
  const events = Array.from({ length: 5_000 }, (_none, index) => sampleExchange({ case: 'tour/long', seq: index + 1 }));
  const [failure] = failuresOf({ ...context, events }, [failed(5_000, { exchanges: events.map(({ seq }) => seq), case: 'tour/long' })]);
  expect([failure?.sequence.length, failure?.sequence[3], failure?.exchanges.length, failure?.curl]).toEqual([
    201,
    '… 4800 more steps, in trace.ndjson …',
    1_000,
    "#!/bin/sh\necho '5000 recorded requests are too much for a script: use the replay token' >&2\nexit 1\n",
  ]);
});

test('a report that cannot be made is left out and named; the others are there, and none is of an earlier time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-reports-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'report.html'), 'of an earlier time');
  const report = sampleReport([sampleClause('authn.transitions.refused', { verdict: 'fail' })], {
    failures: [sampleFailure('authn.transitions.refused', 'refused')],
    outcome: 'violations',
    exitCode: 1,
  });
  // Page and times of JUnit are made of the trace.
  const events: readonly TraceEvent[] = new Proxy([], {
    get() {
      throw new RangeError('Invalid string length');
    },
  });
  const files = writeReports(folder, { report, events });
  expect([readdirSync(folder).toSorted(), files.filter(({ broken }) => broken !== undefined)]).toEqual([
    ['allure-results', 'annotations.txt', 'report.json', 'summary.md'],
    [
      { about: 'report', path: join(folder, 'report.html'), broken: 'RangeError: Invalid string length' },
      { about: 'JUnit', path: join(folder, 'junit.xml'), broken: 'RangeError: Invalid string length' },
    ],
  ]);
  expect(renderSummary(report, { color: false, width: 100, files })).toContain(
    `report.html could not be made: RangeError: Invalid string length`,
  );
});
