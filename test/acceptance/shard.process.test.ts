import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../src/model/types.ts';
import { assay, emptyFolder } from '../support/assay-process.ts';
import { readReport } from '../support/run-folder.ts';

const NARROW = ['--clause', 'gov.collection.**', '--walks', '4'];

/** A report without times, the numbers of exchanges, and the ports of the embedded deployments. */
function butForTimes(run: string): unknown {
  const { startedAt: _startedAt, durationMs: _durationMs, latency = [], clauses, ...rest }: Report = readReport(run).report;
  return {
    ...rest,
    clauses: clauses.map(({ exchanges: _exchanges, ...clause }) => clause),
    latency: latency.map(({ p50: _p50, p90: _p90, ...operation }) => operation),
  };
}

test('shards of a run, joined, have the report of the run that is whole; joined again they are refused', async () => {
  const folder = emptyFolder();
  const whole = await assay(folder, 'run', ...NARROW, '--out', 'whole');
  const one = await assay(folder, 'run', ...NARROW, '--shard', '1/2', '--out', 'shard-1', '--json');
  const two = await assay(folder, 'run', ...NARROW, '--shard', '2/2', '--out', 'shard-2');
  const printed: Report = JSON.parse(one.stdout);
  expect([whole.code, one.code, two.code, printed.outcome, printed.shard]).toEqual([0, 0, 0, 'shard', { number: 1, of: 2 }]);
  expect(two.stdout).toMatch(/^SHARD 2 OF 2 {2}mock: \d+ clauses judged, 0 violated \(only clauses gov\.collection\.\*\*\); no statement/m);
  const merged = await assay(folder, 'merge', 'shard-2', 'shard-1', '--out', 'joined', '--json');
  const { findings } = readReport(join(folder, 'joined'));
  expect([merged.code, JSON.parse(merged.stdout), findings]).toEqual([0, readReport(join(folder, 'joined')).report, []]);
  expect(merged.stderr).toMatch(/^CONFORMANT {2}mock: \d+ clauses judged, none contradicted/m);
  expect(butForTimes(join(folder, 'joined'))).toEqual(butForTimes(join(folder, 'whole')));
  expect(readdirSync(join(folder, 'joined'))).toEqual(readdirSync(join(folder, 'whole')));
  const before = readFileSync(join(folder, 'joined', 'trace.ndjson'), 'utf8');
  const again = await assay(folder, 'merge', 'shard-1', 'shard-2', '--out', 'joined');
  expect([again.code, again.stderr, readFileSync(join(folder, 'joined', 'trace.ndjson'), 'utf8') === before]).toEqual([
    2,
    'assay: --out <folder>/joined: expected a new or empty folder, found files in it. Choose another\n',
    true,
  ]);
  rmSync(join(folder, 'shard-2', 'run.lock.json'));
  const refused = [
    await assay(folder, 'merge', 'shard-1', '--out', 'none'),
    await assay(folder, 'merge', 'shard-1', 'shard-2', '--out', 'none'),
    await assay(folder, 'merge', 'shard-1', 'whole', '--out', 'none'),
    await assay(folder, 'diff', 'whole', 'shard-1'),
  ];
  expect(refused.map(({ code, stdout, stderr }) => [code, stdout, stderr])).toEqual([
    [2, '', 'assay: shard-1: it is shard 1 of 2; missing beside it: shard 2. Name their folders too, or drive them first (--shard 2/2)\n'],
    [2, '', "assay: <folder>/shard-2: expected the folder of a run, found no run.lock.json in it. 'assay run --out DIR' makes one\n"],
    [2, '', "assay: whole: expected a shard, found a run that is whole. Leave it out: 'assay run --shard i/n' makes shards\n"],
    [2, '', "assay: shard-1: it is shard 1 of 2, a part of a run. 'assay merge' joins the shards to one that can be compared\n"],
  ]);
  expect(existsSync(join(folder, 'none'))).toBe(false);
});

test.each(['3/2', '0/2', 'two', '1/', '1/0'])('--shard %s is no part of a run', async (shard) => {
  const { code, stderr } = await assay(emptyFolder(), 'run', '--shard', shard);
  expect([code, stderr]).toEqual([2, expect.stringContaining('Expected i/n, such as 2/4: i from 1 to n.')]);
});

test('a shard is no replay, and not held against another run', async () => {
  const { code, stderr } = await assay(emptyFolder(), 'run', '--shard', '1/2', '--baseline', 'x');
  expect([code, stderr]).toEqual([2, 'assay: --shard and --baseline: expected one of them. Leave the others out\n']);
});
