import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { demandReplaceable, replaceRun, runFolder } from './run-folder.ts';

test('a folder that is named is that one', () => {
  expect(runFolder('acme', '1')).toBe(resolve('acme'));
});

test('runs that begin in the same moment have a folder each', () => {
  const folders = Array.from({ length: 100 }, () => runFolder(undefined, '1-shard-1-of-2'));
  expect(new Set(folders).size).toBe(100);
  expect(folders.filter((folder) => !/[\\/]reports[\\/]\d{8}T\d{9}Z-1-shard-1-of-2-[0-9a-f]{6}$/.test(folder))).toEqual([]);
});

const RUN = ['run.lock.json', 'trace.ndjson', 'report.json', 'allure-results/one.json'];

function folderWith(files: readonly string[], text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const linesOf = (folder: string): readonly string[] => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => `${name}: ${readFileSync(join(parentPath, name), 'utf8')}`).toSorted();
};

test.each<[string, readonly string[]]>([
  ['no file', []],
  ['a run that has ended', [...RUN, 'summary.md']],
])('a run that has ended takes the place of %s', (_, files) => {
  const [from, to] = [folderWith(RUN, 'new'), folderWith(files, 'old')];
  replaceRun(from, to, 'out ');
  expect(linesOf(to)).toEqual(['one.json: new', 'report.json: new', 'run.lock.json: new', 'trace.ndjson: new']);
  expect(existsSync(from)).toBe(false);
});

test('a folder that is missing is made', () => {
  const to = join(folderWith([], ''), 'a', 'b');
  replaceRun(folderWith(RUN, 'new'), to, 'out ');
  expect(linesOf(to)).toHaveLength(4);
});

test.each<[string, readonly string[]]>([
  ['a run with its certificate', [...RUN, 'certificate.json']],
  ['a run that is not over', RUN.slice(0, 2)],
  ['no run', ['report.json']],
])('%s stays as it is', (_, files) => {
  const [from, to] = [folderWith(RUN, 'new'), folderWith(files, 'old')];
  const before = linesOf(to);
  expect(() => demandReplaceable(to, 'out ')).toThrow(/^out \S+: expected a new or empty folder/);
  expect(() => replaceRun(from, to, 'out ')).toThrow(/^out \S+: expected a new or empty folder/);
  expect([linesOf(to), linesOf(from).length]).toEqual([before, 4]);
});
