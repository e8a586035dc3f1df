import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { targetOf } from './common-flags.ts';

test('what is named counts, then the file beside, then the one in .config, then the mock', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-target-'));
  const found = [targetOf(undefined, folder)];
  mkdirSync(join(folder, '.config'));
  for (const file of ['.config/assay.yaml', 'assay.yaml']) {
    writeFileSync(join(folder, file), '');
    found.push(targetOf(undefined, folder));
  }
  expect([...found, targetOf('acme.yaml', folder)]).toEqual(['mock', '.config/assay.yaml', 'assay.yaml', 'acme.yaml']);
  rmSync(folder, { recursive: true });
});
