import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTrace } from '../../src/trace/reader.ts';
import { emptyFolder, startAssay } from '../support/assay-process.ts';
import { readReport } from '../support/run-folder.ts';

const COMMANDS: readonly (readonly string[])[] = [
  ['run', '--against', 'mock', '--clause', 'gov.collection.**', '--out', 'out'],
  ['load', 'saturate', '--duration', '1s', '--out', 'out'],
  ['export', 'k6', '--out', 'out'],
];

test.each(COMMANDS)('%s %s: of many that choose one folder at the same time one has it, the others end with 2', async (...command) => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'out'));
  const ended = await Promise.all(Array.from({ length: 3 }, () => startAssay(folder, ...command).ended));
  const refused = ended.filter(({ code }) => code === 2);
  expect([ended.filter(({ code }) => code === 0).length, refused.length]).toEqual([1, 2]);
  for (const { stdout, stderr } of refused) {
    expect(stdout).toBe('');
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
      /^assay: --out <folder>\/out(\/target)?: (expected a new or empty folder, found files in it\. Choose another|another command started to write to it at the same time\. Choose another folder)$/,
    );
  }
  expect(readdirSync(join(folder, 'out'))).not.toContain('.claim');
});

test('the one that has the folder has a whole run in it', async () => {
  const folder = emptyFolder();
  const command = ['run', '--clause', 'gov.collection.**', '--out', 'out'];
  const ended = await Promise.all(['1', '2', '3', '4'].map((seed) => startAssay(folder, ...command, '--seed', seed).ended));
  expect(ended.map(({ code }) => code).toSorted()).toEqual([0, 2, 2, 2]);
  const { events } = readTrace(join(folder, 'out', 'trace.ndjson'));
  expect(events.filter(({ type }) => type === 'run' || type === 'end').map(({ type }) => type)).toEqual(['run', 'end']);
  expect(readReport(join(folder, 'out')).findings).toEqual([]);
});
