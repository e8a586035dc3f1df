import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { faults } from './faults.ts';

interface Clause {
  readonly id: string;
  readonly status: string;
  readonly filledBy?: readonly string[];
}

const ledger: { readonly clauses: readonly Clause[] } = parse(
  readFileSync(new URL('../../../specs/privileged-access/clauses.yaml', import.meta.url), 'utf8'),
);

test('every fault has an id of its own', () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
});

const idsOf = (clauses: readonly Clause[]): ReadonlySet<string> => new Set(clauses.map(({ id }) => id));

test('every clause that a fault breaks can be judged, or filled by a declaration', () => {
  const judged = idsOf(ledger.clauses.filter(({ status }) => status === 'testable' || status === 'reference-only'));
  const declared = idsOf(ledger.clauses.filter(({ filledBy = [] }) => filledBy.some((name) => name.startsWith('declares/'))));
  const broken = faults.flatMap(({ clause, alsoBreaks = [] }) => [clause, ...alsoBreaks]);
  expect(broken.filter((id) => !judged.has(id) && !declared.has(id))).toEqual([]);
});

test('no fault names a clause twice', () => {
  expect(faults.filter(({ clause, alsoBreaks = [] }) => new Set([clause, ...alsoBreaks]).size <= alsoBreaks.length)).toEqual([]);
});
