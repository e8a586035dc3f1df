import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SMALL_SPECS, writeSmallSpecs } from '../../src/model/small-specs.ts';
import { digestOf } from '../../src/model/text-digest.ts';
import { checkSpecs } from './specs-check.ts';

const DOCUMENT = `# Sign-in

## S

Order: not shown.

- One. Two.

| told |
|---|
| yes |
`;

const NAMES = ['privileged-access', 'authentication', 'governance'];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-specs-'));
  writeSmallSpecs(folder);
});

afterEach(() => rmSync(folder, { recursive: true }));

test('without the documents the rest is checked, and those that are missing are named', () => {
  expect(checkSpecs({ specsFolder: folder, documentsFolder: join(folder, 'nowhere'), names: NAMES, writeDigests: true })).toEqual({
    summary: [
      'privileged-access: 0 clauses: 0 testable, 0 reference-only, 0 informative, 0 unspecified',
      'authentication: 4 clauses: 2 testable, 0 reference-only, 1 informative, 1 unspecified',
      'governance: 0 clauses: 0 testable, 0 reference-only, 0 informative, 0 unspecified',
      'testable clauses that no row refers to, so that code must judge them: authn.law',
    ],
    findings: [],
    missing: NAMES,
  });
});

test('with a document its digests are written into clauses.yaml, and what is unclaimed is told', () => {
  const clausesFile = join(folder, 'authentication', 'clauses.yaml');
  writeFileSync(join(folder, 'document-2-authentication.md'), DOCUMENT);
  const { summary, findings, missing } = checkSpecs({
    specsFolder: folder,
    documentsFolder: folder,
    names: ['authentication'],
    writeDigests: true,
  });
  expect({ summary: summary.slice(1, 3), findings, missing }).toEqual({
    summary: ['2 of 3 content lines claimed', "1 of 1 'not shown' lines recorded"],
    findings: [
      "document authentication, line 7  no clause claims 'One.'. Remedy: add one, with source { section: 'S', item: 1, sentence: 1 }",
    ],
    missing: [],
  });
  const digests = [...readFileSync(clausesFile, 'utf8').matchAll(/digest: '(\w+)'/g)].map(([, digest]) => digest);
  expect(digests).toEqual(['Order: not shown.', 'yes', 'S', 'Two.'].map(digestOf));
});

test('a clauses.yaml that breaks its schema is told once, with its place', () => {
  const text = (SMALL_SPECS['clauses'] ?? '').replace('status: testable', 'status: testabel');
  writeFileSync(join(folder, 'authentication', 'clauses.yaml'), text);
  const { findings } = checkSpecs({
    specsFolder: folder,
    documentsFolder: join(folder, 'nowhere'),
    names: ['authentication'],
    writeDigests: false,
  });
  const line = text.split('\n').findIndex((one) => one.includes('testabel')) + 1;
  expect(findings).toEqual([
    expect.stringMatching(
      new RegExp(
        `authentication/clauses\\.yaml:${line}:\\d+  passages\\.1\\.clauses\\.0\\.status  expected one of testable, .*found "testabel"\\. Did you mean 'testable'\\?$`,
      ),
    ),
  ]);
});
