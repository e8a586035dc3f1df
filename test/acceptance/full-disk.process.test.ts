import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTrace } from '../../src/trace/reader.ts';
import { assay, assayOnFullDisk, emptyFolder } from '../support/assay-process.ts';
import { readReport } from '../support/run-folder.ts';
import { draw } from '../support/draw.ts';

const COMMANDS: readonly (readonly string[])[] = [
  ['run', '--document', 'governance', '--walks', '0'],
  // What contradicts a clause is put on record; without that a load of ten minutes would have room.
  ['load', 'saturate', '--duration', '10m', '--fault', 'pam-limit-as-policy'],
  ['load', 'ratelimit', '--limiter', 'fixed-first:limit=100,period=600'],
];

/** The last line of what was said. */
function lastOf(stderr: string): string | undefined {
  return stderr.trimEnd().split('\n').at(-1);
}

test.each(draw(1, COMMANDS))('%s %s: a trace that cannot grow ends it, and what it holds can be reported', async (...command) => {
  const folder = emptyFolder();
  const { code, stderr } = await assayOnFullDisk(60, folder, ...command, '--out', 'out');
  expect([code, lastOf(stderr)]).toEqual([
    4,
    "assay: <folder>/out/trace.ndjson: cannot be written: EFBIG: file too large, write. What it holds is kept: 'assay report' makes a report of it. Make room, and run again",
  ]);
  const { events, truncated } = readTrace(join(folder, 'out', 'trace.ndjson'));
  expect([truncated, events.some(({ type }) => type === 'exchange'), events.some(({ type }) => type === 'end')]).toEqual([
    false,
    true,
    false,
  ]);
  await assay(folder, 'report', 'out');
  const { report, findings } = readReport(join(folder, 'out'));
  expect([report.partial, findings]).toEqual(['it was killed: its trace ends before the run did', []]);
});

test.each(draw(1, COMMANDS))(
  '%s %s: where there is no room to begin with nothing is sent, and nothing is left behind',
  async (...command) => {
    const folder = emptyFolder();
    const { code, stderr } = await assayOnFullDisk(1, folder, ...command, '--out', 'out');
    expect([code, lastOf(stderr), existsSync(join(folder, 'out', 'run.lock.json'))]).toEqual([
      4,
      'assay: <folder>/out: cannot be written: EFBIG: file too large, write. Nothing was sent, and nothing was left behind. Make room, or choose another folder: --out DIR',
      false,
    ]);
  },
);

test('report and merge: where a report has no room, what was there stays and nothing is left behind', async () => {
  const folder = emptyFolder();
  const small = ['run', '--clause', 'pam.resources.token.**', '--walks', '0'];
  await assay(folder, ...small, '--out', 'whole');
  for (const shard of ['1', '2']) await assay(folder, ...small, '--shard', `${shard}/2`, '--out', `shard-${shard}`);
  const before = readFileSync(join(folder, 'whole', 'report.json'), 'utf8');
  const reported = await assayOnFullDisk(1, folder, 'report', 'whole');
  const merged = await assayOnFullDisk(1, folder, 'merge', 'shard-1', 'shard-2', '--out', 'joined');
  expect([reported.code, lastOf(reported.stderr), merged.code, lastOf(merged.stderr)]).toEqual([
    4,
    expect.stringContaining('cannot be written: EFBIG: file too large, write. The reports that were there are as they were'),
    4,
    expect.stringContaining('joined: cannot be written: EFBIG: file too large, write. Nothing was left behind'),
  ]);
  expect([readFileSync(join(folder, 'whole', 'report.json'), 'utf8') === before, existsSync(join(folder, 'joined'))]).toEqual([
    true,
    false,
  ]);
});
