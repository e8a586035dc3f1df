import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Comparison } from '../../src/model/types.ts';
import { assay, emptyFolder } from '../support/assay-process.ts';

const narrowed = ['--clause', 'authn.errors.e0000004.*', '--walks', '0'];

test('runs are compared: by assay diff, and by a run with a baseline', async () => {
  const folder = emptyFolder();
  const json = (stdout: string): Comparison => JSON.parse(stdout);
  await assay(folder, 'run', ...narrowed, '--out', 'before');
  const fault = ['--fault', 'authn-refused-with-other-summary'];
  const after = await assay(folder, 'run', ...narrowed, ...fault, '--out', 'after', '--baseline', 'before/report.json');
  const written = json(readFileSync(join(folder, 'after', 'diff.json'), 'utf8'));
  expect([after.code, written.clauses.newlyFailing.map(({ clause }) => clause), written.exitCode]).toEqual([
    1,
    ['authn.errors.e0000004.summary'],
    1,
  ]);
  // What the earlier run knew already is no news.
  const again = await assay(folder, 'run', ...narrowed, ...fault, '--out', 'again', '--baseline', 'after', '--json');
  expect([again.code, JSON.parse(again.stdout).outcome]).toEqual([0, 'violations']);
  const calmly = json(readFileSync(join(folder, 'again', 'diff.json'), 'utf8'));
  expect([...Object.values(calmly.clauses), ...Object.values(calmly.suite), calmly.observations].flat()).toEqual([]);

  const diff = await assay(folder, 'diff', 'before', 'after', '--json');
  expect([diff.code, { ...json(diff.stdout), latency: [] }]).toEqual([1, { ...written, latency: [] }]);
  const calm = await assay(folder, 'diff', 'before', 'after/report.json', '--fail-on', 'none');
  expect([calm.code, calm.stderr]).toEqual([0, '']);
  expect(calm.stdout).toMatch(/^NO REGRESSION {2}mock: 1 newly failing.*; exit code 0\n/);
  const back = await assay(folder, 'diff', 'after', 'before', '--fail-on', 'newly-passing');
  expect(back.code).toBe(1);

  // What cannot be compared with is refused before anything is sent.
  const report = readFileSync(join(folder, 'before', 'report.json'), 'utf8');
  const stored = (name: string, text: string): void => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'report.json'), text);
  };
  stored('later', report.replace('"schemaVersion": 1', '"schemaVersion": 9'));
  stored('cut', report.slice(0, 2000));
  stored('strange', '{ "schemaVersion": 1 }');
  stored('others', report.replace('"name": "mock"', '"name": "acme"'));
  stored('empty', JSON.stringify({ ...JSON.parse(report), clauses: [] }));
  mkdirSync(join(folder, 'bare'));
  const complaints = await Promise.all(
    ['later', 'cut', 'strange', 'others', 'empty', 'bare', 'nowhere'].map(async (name) => {
      const refused = await assay(folder, 'run', ...narrowed, '--out', 'never', '--baseline', name);
      expect([refused.code, refused.stdout]).toEqual([2, '']);
      return refused.stderr;
    }),
  );
  expect(complaints).toEqual([
    'assay: later/report.json:2:20  schemaVersion  expected 1, found 9: another version of Assay wrote it. Read it with that version\n',
    expect.stringMatching(/^assay: <folder>\/cut\/report\.json {2}expected JSON, found a text that is cut off or none.*\n$/),
    "assay: strange/report.json:1:1  (top)  expected the key 'tool', found none\n",
    "assay: others: it is a run of the target 'acme', not of 'mock'. 'assay run --target A --against B' tells how two deployments differ\n",
    'assay: empty: the run has judged nothing, there is nothing to compare with\n',
    'assay: <folder>/bare: expected a run with its report, found no report.json in it\n',
    "assay: nowhere: expected a run's folder or its report.json, found nothing\n",
  ]);
  const mixed = await assay(folder, 'diff', 'before', 'others');
  expect([mixed.code, mixed.stderr]).toEqual([
    2,
    "assay: before: it is a run of the target 'mock', not of 'acme'. 'assay run --target A --against B' tells how two deployments differ\n",
  ]);
});

test('a wrong rule is refused', async () => {
  const { code, stderr } = await assay(emptyFolder(), 'diff', 'a', 'b', '--fail-on', 'newly-failing,latencies');
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^assay: option '--fail-on <what>' argument 'newly-failing,latencies' is invalid\. Expected some of newly-failing,/,
  );
});
