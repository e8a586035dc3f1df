import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SPECS_FOLDER } from '../specs-folder.ts';
import { DOCUMENT_NAMES } from './find-documents.ts';
import { checkSpecs } from './specs-check.ts';

let specsFolder: string;

beforeEach(() => {
  specsFolder = mkdtempSync(join(tmpdir(), 'assay-specs-'));
  cpSync(SPECS_FOLDER, specsFolder, { recursive: true });
});

afterEach(() => rmSync(specsFolder, { recursive: true }));

test('without the documents the rest is checked, and those that are missing are named', () => {
  const { findings, missing, summary } = checkSpecs({
    specsFolder,
    documentsFolder: join(specsFolder, 'nowhere'),
    names: DOCUMENT_NAMES,
    writeDigests: true,
  });
  expect({ findings, missing }).toEqual({ findings: [], missing: DOCUMENT_NAMES });
  expect(summary).toHaveLength(3);
});

test('a ledger that breaks its schema is told once, with its place', () => {
  const file = join(specsFolder, 'governance', 'ledger.yaml');
  const text = readFileSync(file, 'utf8');
  const line = text.split('\n').findIndex((one) => one.includes('status: testable')) + 1;
  writeFileSync(file, text.replace('status: testable', 'status: testabel'));
  const { findings } = checkSpecs({
    specsFolder,
    documentsFolder: join(specsFolder, 'nowhere'),
    names: ['governance'],
    writeDigests: false,
  });
  expect(findings).toEqual([
    expect.stringMatching(
      new RegExp(
        `governance/ledger\\.yaml:${line}:\\d+  clauses\\.\\d+\\.status  expected one of testable, .*found "testabel"\\. Did you mean 'testable'\\?$`,
      ),
    ),
  ]);
});
