import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { answerRow, rowsOfOne, writeRows } from '../../src/load/rows/row-fixtures.ts';
import { assay, emptyFolder } from '../support/assay-process.ts';
import { readReport } from '../support/run-folder.ts';

const CLAUSE = 'authn.errors.e0000004.summary';
const FAULT = 'authn-refused-with-other-summary';

/** A folder with the embedded mock's profile, and these waivers in `waivers.yaml`. */
function waiving(waivers: string): string {
  const folder = emptyFolder();
  const own = join(inject('installation').folder, 'node_modules', 'assay', 'specs', 'profiles', 'mock.yaml');
  const profile = readFileSync(own, 'utf8').replace(/^# yaml-language-server.*\n/, '');
  writeFileSync(join(folder, 'mock.yaml'), `${profile}\nwaivers: ./waivers.yaml\n`);
  writeFileSync(join(folder, 'waivers.yaml'), waivers);
  return folder;
}

const row = (about: string): string => `  - { ${about}, reason: known, owner: id@acme.test, link: https://acme.test/1 }\n`;
const narrowed = ['--target', 'mock.yaml', '--clause', 'authn.errors.e0000004.*', '--walks', '0', '--out', 'out'];

test('a known deviation is waived, and shown as such everywhere', async () => {
  const folder = waiving(`waivers:\n${row(`clause: ${CLAUSE}, expires: 2999-12-31`)}`);
  const { code, stdout } = await assay(folder, 'run', ...narrowed, '--fault', FAULT);
  const { report, findings } = readReport(join(folder, 'out'));
  const { failed, waived: count } = report.summary.clauses;
  expect({ code, findings, failures: report.failures, failed, count, bad: report.badWaivers }).toEqual({
    code: 0,
    findings: [],
    failures: [],
    failed: 1,
    count: 1,
    bad: undefined,
  });
  expect(report.waived.map(({ clause, owner, expires }) => [clause, owner, expires])).toEqual([[CLAUSE, 'id@acme.test', '2999-12-31']]);
  expect(report.clauses.find(({ id }) => id === CLAUSE)).toMatchObject({ verdict: 'fail', waived: true });
  expect(stdout).toMatch(/CONFORMANT {2}mock: \d+ clauses judged, 0 violated, 1 failure waived/);
  expect(stdout).toMatch(/waived {8}1 failure: authn\.errors\.e0000004\.summary until 2999-12-31 \(id@acme\.test\)/);
  const read = (file: string): string => readFileSync(join(folder, 'out', file), 'utf8');
  expect(read('waivers.yaml')).toBe(readFileSync(join(folder, 'waivers.yaml'), 'utf8'));
  expect(read('summary.md')).toContain('## 1 failure waived');
  expect(read('junit.xml')).toMatch(/e0000004\.summary"[^>]*>(?:(?!<\/testcase>)[^])*<skipped/);
});

test('waivers that are stale, expired or can match nothing fail the run with the line to change', async () => {
  const stale = waiving(
    `waivers:\n${row(`clause: ${CLAUSE}, expires: 2999-12-31`)}${row('clause: authn.errors.e0000004.status, expires: 2020-01-01')}`,
  );
  const first = await assay(stale, 'run', ...narrowed, '--json');
  const { badWaivers, outcome } = JSON.parse(first.stdout);
  expect([first.code, outcome, badWaivers]).toEqual([
    2,
    'usage',
    [
      {
        at: 'waivers.yaml:2:5',
        problem: 'stale',
        message: `the waiver of ${CLAUSE} is stale: nothing fails any more. Take it out, or say intermittent: true where it comes and goes`,
      },
      {
        at: 'waivers.yaml:3:54',
        problem: 'expired',
        message:
          'the waiver of authn.errors.e0000004.status expired on 2020-01-01: have the target put right, or agree on a new date with id@acme.test',
      },
    ],
  ]);
  expect(first.stderr).toMatch(/BAD WAIVERS {2}2 waivers to be changed; .*\n[^]*! waivers\.yaml:2:5 {2}the waiver of/);
});

test.each<[string, string, RegExp]>([
  [
    'an unknown clause',
    row('clause: authn.errors.e0000004.sumary, expires: 2999-12-31'),
    /^assay: waivers\.yaml:2:15 {2}waivers\.0\.clause {2}expected the id of a clause, found 'authn\.errors\.e0000004\.sumary'\. Did you mean 'authn\.errors\.e0000004\.summary'\?\n$/,
  ],
  [
    'an unknown check',
    row('check: shape/nothing, expires: 2999-12-31'),
    /^assay: waivers\.yaml:2:14 {2}waivers\.0\.check {2}expected the id of a check, found 'shape\/nothing'/,
  ],
  ['no expiry', row(`clause: ${CLAUSE}`), /^assay: waivers\.yaml:2:5 {2}waivers\.0 {2}expected the key 'expires', found none\n$/],
  ['no day', row(`clause: ${CLAUSE}, expires: soon`), /^assay: waivers\.yaml:2:55 {2}waivers\.0\.expires {2}expected text like /],
])('%s stops run and plan before anything is sent', async (_what, text, complaint) => {
  const folder = waiving(`waivers:\n${text}`);
  for (const command of [
    ['run', '--target', 'mock.yaml', '--out', 'out'],
    ['plan', '--target', 'mock.yaml'],
  ]) {
    const { code, stdout, stderr } = await assay(folder, ...command);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(complaint);
  }
});

const PROBE = ['load', 'ratelimit', '--limiter', 'fixed-first:limit=12,period=5', '--fault', 'pam-retry-at-after-reset'];
const ROWS = ['load', 'analyze', 'rows.ndjson'];
const LOAD = ['load', 'saturate', '--duration', '1s', '--fault', 'pam-limit-as-policy'];

test.each([
  ['of a probe, by its check', PROBE, 'check: law/rate-limit.partial-before-full', ['pam.limits.header-retry-at']],
  ['of a load, by its clause', LOAD, 'clause: pam.limits.header-limit', ['pam.limits.header-limit']],
  ['in the rows of another generator', ROWS, 'clause: pam.limits.header-limit', ['pam.limits.header-limit']],
])('a known deviation %s is waived', async (_what, command, waived, clauses) => {
  const folder = waiving(`waivers:\n${row(`${waived}, expires: 2999-12-31`)}`);
  writeRows(folder, 'rows.ndjson', rowsOfOne('a', [answerRow({ headers: { 'x-ratelimit-limit': '10;w=60' } })]));
  const { code } = await assay(folder, ...command, '--target', 'mock.yaml', '--out', 'out');
  const { report, findings } = readReport(join(folder, 'out'));
  expect({
    code,
    findings,
    failures: report.failures,
    bad: report.badWaivers,
    waived: [...new Set(report.waived.map(({ clause }) => clause))],
  }).toEqual({
    code: 0,
    findings: [],
    failures: [],
    bad: undefined,
    waived: clauses,
  });
});
