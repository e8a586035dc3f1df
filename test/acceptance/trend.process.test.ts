import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../src/model/types.ts';
import { sampleClause, sampleReport } from '../../src/report/report-fixtures.ts';
import { assay, emptyFolder } from '../support/assay-process.ts';

/** A folder with three runs in `reports`, of which the last was narrowed. */
function nights(): string {
  const folder = emptyFolder();
  const runs: readonly Partial<Report>[] = [{}, {}, { selection: { features: ['authn.a'] } }];
  for (const [index, about] of runs.entries()) {
    const run = join(folder, 'reports', `night-${index + 1}`);
    mkdirSync(run, { recursive: true });
    const report = sampleReport([sampleClause('authn.a')], { startedAt: `2030-01-0${index + 1}T03:00:00.000Z`, ...about });
    writeFileSync(join(run, 'report.json'), JSON.stringify(report));
  }
  return folder;
}

test('a history is kept and drawn; adding the same runs again changes nothing', async () => {
  const folder = nights();
  const read = (file: string): string => readFileSync(join(folder, 'trend', file), 'utf8');
  const first = await assay(folder, 'trend', 'reports', '--history', 'trend', '--json');
  expect([first.code, JSON.parse(first.stdout).runs.map(({ startedAt }: { readonly startedAt: string }) => startedAt)]).toEqual([
    0,
    ['2030-01-01T03:00:00.000Z', '2030-01-02T03:00:00.000Z'],
  ]);
  expect(first.stderr).toMatch(
    /^left out: <folder>\/reports\/night-3\/report\.json: it was narrowed to features authn\.a\nmock {2}2 runs, [^]*page {2}<folder>\/trend\/trend\.html\n$/,
  );
  const kept = [read('history.ndjson'), read('trend.html')];
  const again = await assay(folder, 'trend', 'reports/night-2', 'reports/night-1/report.json', '--history', 'trend');
  expect([again.code, again.stderr, [read('history.ndjson'), read('trend.html')]]).toEqual([0, '', kept]);
  const alone = await assay(folder, 'trend', '--history', 'trend');
  expect([alone.code, alone.stdout]).toEqual([0, again.stdout]);
});

test('what cannot be drawn is told, and nothing is overwritten', async () => {
  const folder = nights();
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  const keep = (name: string, text: string): void => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'history.ndjson'), text);
  };
  const line = `${JSON.stringify({ schemaVersion: 7 })}\n`;
  keep('later', line);
  keep('cut', '{"schemaVersion":1,"target":"mo');
  keep('strange', '{"schemaVersion":1}\n');
  mkdirSync(join(folder, 'bare'));
  const complaint = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await assay(folder, 'trend', ...args);
    expect([code, stdout]).toEqual([2, '']);
    return stderr;
  };
  expect([
    await complaint(),
    await complaint('nowhere'),
    await complaint('bare'),
    await complaint('--history', 'fresh'),
    await complaint('reports/night-1', '--history', 'later'),
    await complaint('reports/night-1', '--history', 'cut'),
    await complaint('reports/night-1', '--history', 'strange'),
    await complaint('reports/night-1', '--history', 'notes.txt'),
    await complaint('reports/night-1', '--history', 'notes.txt/trend'),
  ]).toEqual([
    'assay: runs are missing: name their folders, or --history DIR with those of before\n',
    "assay: nowhere: expected a run's folder, or a folder with runs in it, found nothing\n",
    "assay: bare: expected a run's folder, or a folder with runs in it, found no report.json\n",
    'assay: there is no run to draw: whole runs only, not narrowed and not cut short\n',
    'assay: <folder>/later/history.ndjson:1  schemaVersion  expected 1, found 7: another version of Assay wrote it. Read it with that version\n',
    'assay: <folder>/cut/history.ndjson:1  expected JSON, found a text that is cut off or none (at character 32). Take the file as the run has left it\n',
    "assay: <folder>/strange/history.ndjson:1  (top)  expected the key 'target', found none\n",
    'assay: --history <folder>/notes.txt: expected a folder, found a file. Choose another\n',
    expect.stringMatching(/^assay: <folder>\/notes\.txt\/trend {2}cannot be read: ENOTDIR.*\n$/),
  ]);
  expect([readFileSync(join(folder, 'later', 'history.ndjson'), 'utf8'), existsSync(join(folder, 'later', 'trend.html'))]).toEqual([
    line,
    false,
  ]);
  expect([readFileSync(join(folder, 'notes.txt'), 'utf8'), existsSync(join(folder, 'fresh'))]).toEqual(['mine', false]);
});
