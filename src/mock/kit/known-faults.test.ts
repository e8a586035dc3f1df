import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { faults as authentication } from '../authentication/faults.ts';
import { faults as governance } from '../governance/faults.ts';
import { faults as privilegedAccess } from '../privileged-access/faults.ts';
import { documentNames } from './documents.ts';
import { faultRows } from './faults.ts';
import { behaviouralFaults } from './known-faults.ts';

interface Clause {
  readonly id: string;
  readonly status?: string;
  readonly filledBy?: string | readonly string[];
}

const clauses = documentNames.flatMap((document): readonly Clause[] => {
  const file = new URL(`../../../specs/${document}/clauses.yaml`, import.meta.url);
  const { passages }: { readonly passages: readonly { readonly clauses: readonly Clause[] }[] } = parse(readFileSync(file, 'utf8'));
  return passages.flatMap(({ clauses }) => clauses);
});
const faults = behaviouralFaults();

test.each([
  ['authentication', authentication],
  ['governance', governance],
  ['privileged-access', privilegedAccess],
] as const)('specs/faults.yaml lists the faults of %s in order', (document, changes) => {
  expect(faultRows(document).map(({ id }) => id)).toEqual(Object.keys(changes));
});

test('every fault breaks clauses that can be judged, or are declared where the document is silent', () => {
  const judgeable = clauses.filter(
    ({ status = 'testable', filledBy }) => status === 'testable' || status === 'reference-only' || String(filledBy).includes('declares/'),
  );
  const ids = new Set(judgeable.map(({ id }) => id));
  expect(faults.flatMap(({ clause, alsoBreaks }) => [clause, ...alsoBreaks]).filter((id) => !ids.has(id))).toEqual([]);
});

test('no fault names a clause twice', () => {
  expect(faults.filter(({ clause, alsoBreaks }) => new Set([clause, ...alsoBreaks]).size <= alsoBreaks.length)).toEqual([]);
});

test('every fault has an id of its own', () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
});
