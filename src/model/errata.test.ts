import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { errataDigest, readErrata } from './errata.ts';
import { loadSpecs } from './load.ts';
import type { Erratum } from './types.ts';

const { clauses } = loadSpecs();

/** The errata of a folder that holds this text. */
function errata(text?: string): readonly Erratum[] {
  const folder = mkdtempSync(join(tmpdir(), 'assay-errata-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  if (text !== undefined) writeFileSync(join(folder, 'errata.yaml'), text);
  return readErrata(folder, clauses);
}

function mistakes(text: string): readonly string[] {
  try {
    errata(text);
    return [];
  } catch (error) {
    return String(error)
      .split('\n')
      .map((line) => line.replace(/^.*errata\.yaml/, 'errata.yaml'));
  }
}

test('errata name a clause or a check', () => {
  const text = `errata:
  - { clause: authn.errors.e0000004.summary, since: 0.1.0, reason: read wrongly, link: https://errata.example.test/1 }
  - { check: shape/door, since: 0.1.0, reason: too narrow }
`;
  expect([errata(), errata('errata: []'), errata(text)]).toEqual([
    [],
    [],
    [
      { clause: 'authn.errors.e0000004.summary', since: '0.1.0', reason: 'read wrongly', link: 'https://errata.example.test/1' },
      { check: 'shape/door', since: '0.1.0', reason: 'too narrow' },
    ],
  ]);
});

test('an erratum about nothing, about two things, or about a clause that is not there, is told with its place', () => {
  expect([
    mistakes('errata: [{ since: 0.1.0, reason: x, link: y }]'),
    mistakes('errata: [{ clause: authn.nope, check: x, since: 0.1.0, reason: x }]'),
    mistakes('errata:\n  - { clause: authn.nope, since: 0.1.0, reason: x }'),
    mistakes('errata: [{ clause: authn.nope, since: 0.1.0 }]'),
  ]).toEqual([
    ["errata.yaml:1:10  errata.0  expected either 'clause' or 'check', found neither"],
    ["errata.yaml:1:10  errata.0  expected either 'clause' or 'check', found both"],
    ["errata.yaml:2:5  errata.0.clause  expected the id of a clause, found 'authn.nope'"],
    [expect.stringMatching(/^errata\.yaml:1:10 {2}errata\.0 {2}/), expect.stringMatching(/expected the key 'reason', found none$/)],
  ]);
});

test('other errata have another digest', () => {
  const one: Erratum = { check: 'shape/door', since: '0.1.0', reason: 'too narrow' };
  expect(new Set([errataDigest([]), errataDigest([one]), errataDigest([{ ...one, reason: 'too wide' }])]).size).toBe(3);
});
