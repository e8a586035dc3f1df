import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AnswerRow } from '../../src/model/types.ts';
import { answerRow, endRow, limitedAnswers, rowsOfOne, writeRows } from '../../src/load/rows/row-fixtures.ts';
import { assay, emptyFolder } from '../support/assay-process.ts';
import { readEvents, readReport } from '../support/run-folder.ts';

/** Analyzes files of the folder into `out`. */
function analyze(folder: string, ...args: readonly string[]): ReturnType<typeof assay> {
  return assay(folder, 'load', 'analyze', ...args, '--out', 'out', '--json');
}

const ANSWERS = limitedAnswers(150);
/** Half of them by each of two generators, the clock of one 2 s behind; nobody knows that both are counted together. */
function twoGenerators(folder: string, answers: readonly AnswerRow[] = ANSWERS, key?: string): readonly string[] {
  const begin = key === undefined ? {} : { key };
  writeRows(
    folder,
    'a.ndjson',
    rowsOfOne(
      'a',
      answers.filter((_, index) => index % 2 === 0),
      begin,
    ),
  );
  writeRows(
    folder,
    'b.ndjson',
    rowsOfOne(
      'b',
      answers.filter((_, index) => index % 2 === 1),
      begin,
      2000,
    ),
  );
  return ['a.ndjson', 'b.ndjson'];
}

test('rows of two generators are judged as one load; the trace makes the same report again', async () => {
  const folder = emptyFolder();
  const { code, stdout, stderr } = await analyze(folder, ...twoGenerators(folder, ANSWERS, 'team'), '--threshold', 'p99<5ms');
  const figures = JSON.parse(stdout);
  expect({
    code,
    about: stderr.split('\n')[0],
    outcome: figures.outcome,
    violations: figures.violations,
    limiter: [figures.limiter.kind, figures.limiter.limit],
    judged: figures.judged,
    responses: figures.responses,
    generators: figures.generators.map(({ name, answers, dropped }: Record<string, unknown>) => [name, answers, dropped]),
    thresholds: figures.thresholds,
    valid: figures.valid,
  }).toEqual({
    code: 0,
    about: 'mock: 150 requests to privileged-access at http://127.0.0.1:1, recorded by 2 generators',
    outcome: 'conformant',
    violations: [],
    limiter: ['fixed-first', 30],
    judged: 150,
    responses: { byStatus: { 200: 90, 429: 60 } },
    generators: [
      ['a', 75, 0],
      ['b', 75, 0],
    ],
    thresholds: [{ expression: 'p99<5ms', measured: 2, held: true }],
    valid: true,
  });
  const { report } = readReport(join(folder, 'out'));
  await assay(folder, 'report', 'out');
  const again = readReport(join(folder, 'out'));
  expect([again.report.clauses, again.report.failures, again.report.load]).toEqual([report.clauses, report.failures, report.load]);
});

test('what contradicts a clause in one answer, and what only the order of all answers shows, is found', async () => {
  const folder = emptyFolder();
  const odd = limitedAnswers(150, 33).map((row, index) =>
    index === 20 ? { ...row, headers: { ...row.headers, 'x-ratelimit-retry-at': '30' } } : row,
  );
  const { code, stdout } = await analyze(folder, ...twoGenerators(folder, odd, 'team'), '--threshold', 'max<1ms');
  const figures = JSON.parse(stdout);
  const clauses: readonly string[] = figures.violations.map(({ clause }: { readonly clause: string }) => clause);
  expect([code, figures.thresholds[0].held]).toEqual([1, false]);
  expect(clauses).toEqual(expect.arrayContaining(['pam.limits.header-retry-at', 'pam.limits.header-limit-meaning']));
});

test('generators whose requests may be counted apart are not counted together', async () => {
  const folder = emptyFolder();
  const { code, stdout } = await analyze(folder, ...twoGenerators(folder, limitedAnswers(150, 33)));
  expect([code, JSON.parse(stdout).violations]).toEqual([0, []]);
});

test('dropped iterations make a load invalid: thresholds say nothing, and nothing is conformant', async () => {
  const folder = emptyFolder();
  writeRows(folder, 'rows.ndjson', [...rowsOfOne('a', ANSWERS).slice(0, -1), endRow(150, { generator: 'a', dropped: 7 })]);
  const { code, stdout, stderr } = await analyze(folder, 'rows.ndjson', '--threshold', 'max<1ms');
  const { valid, outcome, accounts } = JSON.parse(stdout);
  expect({ code, valid, outcome, neverSent: accounts.neverSent, due: accounts.scheduled }).toEqual({
    code: 3,
    valid: false,
    outcome: 'inconclusive',
    neverSent: 7,
    due: 157,
  });
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain('7 requests were due and dropped for want of virtual users (VUS)');
});

test('no secret that a row holds after all gets into a report', async () => {
  const folder = emptyFolder();
  const canary = 'canary-6f1c9b0d2e';
  const row = answerRow({ request: 'issueToken/key', text: JSON.stringify({ bearer_token: canary, expires_at: '2030-01-02T03:04:05Z' }) });
  const requests = {
    'issueToken/key': { operation: 'issueToken', method: 'POST', path: '/t', headers: {}, body: { key_secret: canary } },
  } as const;
  writeRows(folder, 'rows.ndjson', rowsOfOne('a', [row, row], { requests }));
  await analyze(folder, 'rows.ndjson');
  const out = join(folder, 'out');
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  expect(readEvents(out).filter(({ type }) => type === 'exchange').length).toBeGreaterThan(0);
  expect(files.filter((one) => readFileSync(join(one.parentPath, one.name), 'utf8').includes(canary)).map(({ name }) => name)).toEqual([]);
});

test('what cannot be analyzed is refused with its place and the remedy, and nothing is written', async () => {
  const folder = emptyFolder();
  const [a, b] = twoGenerators(folder);
  const whole = readFileSync(join(folder, 'a.ndjson'), 'utf8');
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return name;
  };
  writeFileSync(join(folder, 'target.yaml'), "name: other\nservices:\n  privileged-access: { baseUrl: 'http://127.0.0.1:1' }\n");
  const refused = await Promise.all(
    [
      [a ?? '', writeRows(folder, 'other.ndjson', rowsOfOne('o', ANSWERS, { export: 'other' }))],
      [a ?? '', writeRows(folder, 'late.ndjson', rowsOfOne('l', ANSWERS, {}, 3_600_000))],
      [a ?? '', a ?? ''],
      [write('empty.ndjson', '')],
      [write('cut.ndjson', whole.slice(0, Math.floor(whole.length / 2)))],
      [write('bare.ndjson', whole.replace(/"headers":\{"date[^}]*\}/, '"headers":{}'))],
      ['none.ndjson'],
      [writeRows(folder, 'strange.ndjson', rowsOfOne('s', ANSWERS, { document: 'governance' }))],
      [b ?? '', '--target', 'target.yaml'],
    ].map((args) => analyze(folder, ...args)),
  );
  const said = refused.map(({ code, stderr }) => [
    code,
    stderr
      .replaceAll('<folder>/', '')
      .replaceAll(/\d+\.\d s/g, 'N s')
      .slice(0, 74),
  ]);
  expect(said).toEqual([
    [2, 'assay: other.ndjson:2  expected export 0123456789abcdef, as in a.ndjson, f'],
    [2, 'assay: the clocks of a and l are N s apart, by the Date headers that they '],
    [2, 'assay: a.ndjson:2  the rows of a begin a second time, first at a.ndjson:2.'],
    [2, 'assay: empty.ndjson  expected rows, found an empty file. Run the script of'],
    [2, expect.stringMatching(/^assay: cut\.ndjson:\d+ {2}the row is cut off in the middle/)],
    [2, 'assay: bare.ndjson:3  a row without headers: nothing of a rate limit, and '],
    [2, 'assay: none.ndjson  cannot be read: ENOENT: no such file or directory, sta'],
    [2, 'assay: strange.ndjson:2  expected operations of governance, found listGrou'],
    [2, expect.stringContaining('name  expected mock, whose rows these are, found other')],
  ]);
  expect(existsSync(join(folder, 'out'))).toBe(false);
  mkdirSync(join(folder, 'out'));
  write('out/mine.txt', 'mine');
  const taken = await analyze(folder, a ?? '');
  expect([
    taken.code,
    taken.stderr.includes('expected a new or empty folder, found files in it'),
    readdirSync(join(folder, 'out')),
  ]).toEqual([2, true, ['mine.txt']]);
});
