import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { faults } from './faults.ts';

const ledger: { readonly clauses: readonly { readonly id: string; readonly status: string }[] } = parse(
  readFileSync(new URL('../../../specs/privileged-access/ledger.yaml', import.meta.url), 'utf8'),
);

test('every fault has an id of its own', () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
});

test('every clause that a fault names can be judged', () => {
  const judged = new Set(ledger.clauses.filter(({ status }) => status === 'testable' || status === 'reference-only').map(({ id }) => id));
  expect(faults.flatMap(({ clause, alsoBreaks = [] }) => [clause, ...alsoBreaks]).filter((id) => !judged.has(id))).toEqual([]);
});
