import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { runFolder } from './run-folder.ts';

test('a folder that is named is that one', () => {
  expect(runFolder('acme', '1')).toBe(resolve('acme'));
});

test('runs that begin in the same moment have a folder each', () => {
  const folders = Array.from({ length: 100 }, () => runFolder(undefined, '1-shard-1-of-2'));
  expect(new Set(folders).size).toBe(100);
  expect(folders.filter((folder) => !/[\\/]reports[\\/]\d{8}T\d{9}Z-1-shard-1-of-2-[0-9a-f]{6}$/.test(folder))).toEqual([]);
});
