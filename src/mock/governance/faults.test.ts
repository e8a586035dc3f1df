import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { isObject } from '../kit/json.ts';
import { faults } from './faults.ts';

/** Ids of the ledger's clauses that can be judged: by themselves, or by what a profile declares where the document is silent. */
function judgeableClauses(): ReadonlySet<unknown> {
  const ledger: unknown = parse(readFileSync(new URL('../../../specs/governance/clauses.yaml', import.meta.url), 'utf8'));
  const clauses: readonly unknown[] = isObject(ledger) && Array.isArray(ledger['clauses']) ? ledger['clauses'] : [];
  const judgeable = clauses
    .filter(isObject)
    .filter(({ status, filledBy }) => status === 'testable' || status === 'reference-only' || String(filledBy).includes('declares/'));
  return new Set(judgeable.map(({ id }) => id));
}

test('every fault breaks clauses that can be judged, or are declared where the document is silent', () => {
  const judgeable = judgeableClauses();
  expect(faults.flatMap(({ clause, alsoBreaks = [] }) => [clause, ...alsoBreaks]).filter((id) => !judgeable.has(id))).toEqual([]);
});

test('ids are unique', () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
});
