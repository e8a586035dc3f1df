import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeAllureResults } from './allure-results.ts';
import { sampleClause, sampleFailure, sampleReport } from './report-fixtures.ts';

function written(report: Parameters<typeof writeAllureResults>[1]): Readonly<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-results-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeAllureResults(folder, report);
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

const report = sampleReport(
  [
    sampleClause('authn.a.holds'),
    sampleClause('authn.a.fails', { verdict: 'fail', blame: 'target', says: 'it holds' }),
    sampleClause('authn.a.open', { verdict: 'inconclusive', blame: 'config', reason: 'services.key: unset' }),
    sampleClause('authn.a.broken', { verdict: 'error', reason: 'a defect' }),
    sampleClause('authn.a.unclaimed', { verdict: 'skipped', reason: 'not claimed' }),
    sampleClause('authn.a.waived', { verdict: 'fail', waived: true }),
    sampleClause('authn.a.informative', { verdict: null }),
  ],
  {
    replayFlags: '--fault f',
    waived: ['authenticate /a', 'authenticate /b'].map((cluster) => ({
      ...sampleFailure('authn.a.waived', cluster),
      reason: 'known',
      owner: 'a team',
      link: 'https://tickets.example.test/1',
      expires: '2030-12-31',
    })),
    failures: [sampleFailure('authn.a.fails', 'authenticate /status'), sampleFailure('authn.a.fails', 'other', { expected: 'later' })],
  },
);

test('a result for each clause that there is to judge; the first failure of a clause shows itself', () => {
  const files = written(report);
  const results = Object.entries(files).flatMap(([name, text]) => (name.endsWith('-result.json') ? [JSON.parse(text)] : []));
  const brief = results.map(({ fullName, historyId, status, statusDetails }) => [
    fullName === historyId && fullName,
    status,
    statusDetails,
  ]);
  expect(brief.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1))).toEqual([
    ['authn.a.broken', 'broken', { message: 'a defect' }],
    [
      'authn.a.fails',
      'failed',
      {
        message: 'expected status 200\nreceived status 500\nroot cause authenticate /status\nassay run --fault f --replay r1.42.authn',
        expected: 'status 200',
        actual: 'status 500',
      },
    ],
    ['authn.a.holds', 'passed', {}],
    ['authn.a.open', 'broken', { message: 'config: services.key: unset' }],
    ['authn.a.unclaimed', 'skipped', { message: 'not claimed' }],
    ['authn.a.waived', 'skipped', { message: 'waived: known violation' }],
  ]);
  expect(results.flatMap(({ name, links }) => (links.length === 0 ? [] : [[name, links]]))).toEqual([
    ['authn.a.waived', [{ type: 'issue', url: 'https://tickets.example.test/1' }]],
  ]);
  const failed = results.find(({ name }) => name === 'authn.a.fails');
  expect([failed.steps.map(({ name, status }: Record<string, string>) => [name, status]), files[failed.attachments[0].source]]).toEqual([
    [
      ['a user whose password has expired', 'passed'],
      ['authenticate', 'passed'],
      ['changePassword', 'failed'],
    ],
    report.failures[0]?.curl,
  ]);
});

test('the same report gives the same files, and says where it is a part', () => {
  expect(written(report)).toEqual(written(report));
  expect(written({ ...report, partial: 'it was\nkilled' })['environment.properties']).toBe(
    'target=mock\nsuite=assay 0.1.0\nseed=42\noutcome=conformant\npartial=it was killed\n',
  );
});
