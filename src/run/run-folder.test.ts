import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeRun, runFolder } from './run-folder.ts';

test('a folder that is named is that one', () => {
  expect(runFolder('acme', '1')).toBe(resolve('acme'));
});

test('runs that begin in the same moment have a folder each', () => {
  const folders = Array.from({ length: 100 }, () => runFolder(undefined, '1-shard-1-of-2'));
  expect(new Set(folders).size).toBe(100);
  expect(folders.filter((folder) => !/[\\/]reports[\\/]\d{8}T\d{9}Z-1-shard-1-of-2-[0-9a-f]{6}$/.test(folder))).toEqual([]);
});

const RUN = ['run.lock.json', 'trace.ndjson', 'report.json', 'allure-results/one.json'];

test.each<[string, readonly string[], readonly string[]]>([
  ['a run that has ended', RUN, []],
  ['a run with its certificate', [...RUN, 'certificate.json'], ['allure-results', 'certificate.json', ...RUN.slice(0, 3)]],
  ['a run that is not over', RUN.slice(0, 2), RUN.slice(0, 2)],
  ['no run', ['report.json'], ['report.json']],
])('a folder with %s: what is left of it', (_, files, left) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), '{}');
  }
  removeRun(folder);
  expect(readdirSync(folder).toSorted()).toEqual(left.toSorted());
  removeRun(join(folder, 'missing'));
});
