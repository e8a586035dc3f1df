import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundledSpecs, bundleKey } from './bundle.ts';
import { writeSmallSpecs } from './small-specs.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-bundle-'));
  mkdirSync(join(folder, 'specs'));
  writeSmallSpecs(join(folder, 'specs'));
  mkdirSync(join(folder, 'dist'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('a bundle counts only while every text is the one that it was made of', () => {
  const specs = join(folder, 'specs');
  const file = join(folder, 'dist', 'specs.json');
  expect(bundledSpecs(file, specs)).toBeUndefined();
  const bundle = { key: bundleKey(specs), digest: '00', documents: {} };
  writeFileSync(file, JSON.stringify(bundle));
  expect(bundledSpecs(file, specs)).toEqual(bundle);
  writeFileSync(join(specs, 'governance', 'limits.yaml'), 'rules: []\n');
  expect(bundledSpecs(file, specs)).toBeUndefined();
});

test('a cut bundle counts for nothing', () => {
  const file = join(folder, 'dist', 'specs.json');
  writeFileSync(file, '{"key":');
  expect(bundledSpecs(file, join(folder, 'specs'))).toBeUndefined();
});
