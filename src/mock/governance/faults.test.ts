import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { isObject } from '../core/json.ts';
import { faults } from './faults.ts';

/** Ids of the ledger's clauses with one of these statuses. */
function clausesThatAre(...statuses: readonly string[]): ReadonlySet<unknown> {
  const ledger: unknown = parse(readFileSync(new URL('../../../specs/governance/ledger.yaml', import.meta.url), 'utf8'));
  const clauses: readonly unknown[] = isObject(ledger) && Array.isArray(ledger['clauses']) ? ledger['clauses'] : [];
  return new Set(clauses.filter(isObject).flatMap(({ id, status }) => (statuses.some((one) => one === status) ? [id] : [])));
}

test('every fault breaks a clause that can be judged', () => {
  const judgeable = clausesThatAre('testable', 'reference-only');
  expect(faults.map(({ clause }) => clause).filter((id) => !judgeable.has(id))).toEqual([]);
});

test('what a fault breaks beside can be judged, or is declared where the document is silent', () => {
  const known = clausesThatAre('testable', 'reference-only', 'unspecified');
  expect(faults.flatMap(({ alsoBreaks = [] }) => alsoBreaks).filter((id) => !known.has(id))).toEqual([]);
});

test('ids are unique', () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
});
