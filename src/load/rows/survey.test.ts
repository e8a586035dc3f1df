import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { LoadRow } from '../../model/types.ts';
import { answerRow, beginRow, endRow, limitedAnswers, LIST, NOON, rowsOfOne, writeRows } from './row-fixtures.ts';
import { survey } from './survey.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'assay-rows-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** The message of a refusal, the folder taken off. */
function refusal(at: string, files: readonly string[]): string {
  try {
    survey(files);
  } catch (error) {
    return String(error instanceof Error ? error.message : error).replaceAll(`${at}/`, '');
  }
  return 'accepted';
}

function ofRows(...rows: readonly LoadRow[]): string {
  const at = folder();
  return refusal(at, [writeRows(at, 'rows.ndjson', rows)]);
}

test('who wrote rows, how many, and what the target’s clock is ahead', () => {
  const at = folder();
  const answers = limitedAnswers(25);
  const files = [
    writeRows(at, 'a.ndjson', rowsOfOne('pod-1', answers)),
    writeRows(at, 'b.ndjson', [...rowsOfOne('pod-2', answers, {}, 3000), ...rowsOfOne('pod-3', answers)]),
  ];
  const found = survey(files).map(({ name, answers: count, ahead, firstMs, lastMs, part }) => [
    name,
    count,
    Math.round(((ahead?.low ?? 0) + (ahead?.high ?? 0)) / 2000),
    firstMs - NOON,
    lastMs - NOON,
    part.line,
  ]);
  expect(found).toEqual([
    ['pod-1', 25, 0, 0, 2402, 2],
    ['pod-2', 25, 3, -3000, -598, 2],
    ['pod-3', 25, 0, 0, 2402, 29],
  ]);
});

test.each<[string, readonly LoadRow[], string]>([
  [
    'a row without headers',
    [beginRow(), answerRow({ status: 0 }), { ...answerRow(), headers: {} }],
    'rows.ndjson:4  a row without headers',
  ],
  ['no beginning', [answerRow(), endRow(1)], "rows.ndjson:2  the beginning is cut off: pod-1 has no 'begin'"],
  ['no end', [beginRow(), answerRow()], "rows.ndjson:3  the rows of pod-1 are cut off after this one: they have no 'end'"],
  ['rows missing in between', [beginRow(), answerRow(), endRow(2)], 'rows.ndjson:4  pod-1 has sent 2 requests, and only 1 rows'],
  [
    'a row that came twice',
    [beginRow(), answerRow(), answerRow(), endRow(1)],
    'rows.ndjson:5  pod-1 has sent 1 requests, and 2 rows of answers are here: some came twice',
  ],
  [
    'another unit of time',
    [beginRow(), answerRow({ headers: { date: 'now' }, sentAt: NOON * 1_000_000 }), endRow(1)],
    `rows.ndjson:3  expected sentAt in milliseconds since the epoch, within 7 days of the other rows of pod-1, found ${NOON * 1_000_000}`,
  ],
  [
    'a clock that was set by years',
    [beginRow(), answerRow({ sentAt: 0 }), answerRow(), endRow(2)],
    'rows.ndjson:4  expected sentAt in milliseconds since the epoch',
  ],
  ['nothing sent', [beginRow(), endRow(0)], 'rows.ndjson:3  pod-1 has sent nothing'],
  [
    'a request that was not named',
    [beginRow(), answerRow({ request: 'other' }), endRow(1)],
    'rows.ndjson:3  other is none of the requests',
  ],
  [
    'the same rows twice',
    [...rowsOfOne('p', [answerRow()]), ...rowsOfOne('p', [answerRow()])],
    'rows.ndjson:5  the rows of p begin a second time',
  ],
  ['rows after the end', [...rowsOfOne('p', [answerRow()]), answerRow({ generator: 'p' })], 'rows.ndjson:5  a row of p, whose rows are in'],
])('%s is refused with its place', (_what, rows, message) => {
  expect(ofRows(...rows).slice(0, message.length)).toBe(message);
});

test.each<[string, string, string]>([
  ['an empty file', '', 'rows.ndjson  expected rows, found an empty file. Run the script'],
  ["k6's own metrics", '{"type":"Metric","data":{}}\n', "rows.ndjson  expected rows, found k6's own metrics, which hold no headers"],
  ["k6's table", 'metric_name,timestamp\n', "rows.ndjson  expected rows, found k6's own metrics"],
  ['something else', 'hello\n', 'rows.ndjson  expected rows (JSON objects with "row": "assay/2"), found none'],
  ['an older form', '{"row":"assay/1","status":200}\n', 'rows.ndjson:1  expected a row of the form assay/2, found assay/1'],
  ['a broken line', '{"row":"assay/2","kind"\n\n', 'rows.ndjson:1  expected a row, found a broken one'],
  [
    'a last line that is cut',
    `${JSON.stringify(beginRow())}\n{"row":"assay/2","kind":"ans`,
    'rows.ndjson:2  the row is cut off in the middle',
  ],
  ['an answer without headers', '{"row":"assay/2","kind":"answer","status":200}', 'rows.ndjson:1  a row without headers'],
  [
    'a wrong field',
    JSON.stringify({ ...answerRow(), durationMs: -1 }),
    'rows.ndjson:1  durationMs must be >= 0, found {"row":"assay/2","kind":"answer"',
  ],
])('%s is refused with its place', (_what, text, message) => {
  const at = folder();
  writeFileSync(join(at, 'rows.ndjson'), text);
  expect(refusal(at, [join(at, 'rows.ndjson')]).slice(0, message.length)).toBe(message);
});

test.each<[string, Parameters<typeof rowsOfOne>, string]>([
  [
    'another script',
    ['q', [answerRow()], { export: 'other' }],
    'b.ndjson:2  expected export 0123456789abcdef, as in a.ndjson, found other in the rows of q',
  ],
  ['another target', ['q', [answerRow()], { target: 'acme' }], 'b.ndjson:2  expected target mock'],
  ['another address', ['q', [answerRow()], { baseUrl: 'http://127.0.0.1:2' }], 'b.ndjson:2  expected baseUrl http://127.0.0.1:1'],
  ['another key', ['q', [answerRow()], { key: 'team' }], 'b.ndjson:2  expected key not set, as in a.ndjson, found team'],
  ['a clock that is far off', ['q', [answerRow()], {}, 3_600_000], 'the clocks of p and q are 3600.0 s apart'],
  [
    'no Date',
    ['q', [answerRow({ headers: { date: 'now' } })]],
    'b.ndjson  no order of requests can be told: the Date headers in the rows of q',
  ],
  ['an answer that took too long to tell', ['q', [answerRow({ durationMs: 9000 })]], 'b.ndjson  the clock of q is known to 10.1 s only'],
  [
    'a load of another day',
    ['q', [answerRow({ sentAt: NOON + 86_400_000 })]],
    'q began 86400.0 s after p had ended: these are rows of two loads',
  ],
])('rows beside those of %s are refused', (_what, other, message) => {
  const at = folder();
  const files = [writeRows(at, 'a.ndjson', rowsOfOne('p', [answerRow()])), writeRows(at, 'b.ndjson', rowsOfOne(...other))];
  expect(refusal(at, files).slice(0, message.length)).toBe(message);
});

test('alone, a generator needs no clock', () => {
  expect(ofRows(beginRow(), answerRow({ headers: { date: 'now' } }), answerRow({ status: 0, request: LIST }), endRow(2))).toBe('accepted');
});
