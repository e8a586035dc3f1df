import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { isObject } from '../core/json.ts';
import { faults } from './faults.ts';

/** Ids of the clauses that can be judged, as the ledger has them. */
function judgeableClauses(): ReadonlySet<unknown> {
  const ledger: unknown = parse(readFileSync(new URL('../../../specs/governance/ledger.yaml', import.meta.url), 'utf8'));
  const clauses: readonly unknown[] = isObject(ledger) && Array.isArray(ledger['clauses']) ? ledger['clauses'] : [];
  return new Set(clauses.filter(isObject).flatMap(({ id, status }) => (status === 'testable' || status === 'reference-only' ? [id] : [])));
}

test('every fault breaks a clause that can be judged', () => {
  const judgeable = judgeableClauses();
  expect(faults.flatMap(({ clause, alsoBreaks = [] }) => [clause, ...alsoBreaks]).filter((id) => !judgeable.has(id))).toEqual([]);
});

test('ids are unique', () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
});
