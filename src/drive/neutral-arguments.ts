import fc from 'fast-check';
import type { OperationRow } from '../model/types.ts';
import { hash } from './generated-values.ts';

/** Optional parameters with values that change nothing: the key decides which are sent, so that seeds differ in them too. */
export function neutralArguments(operation: OperationRow, key: string): Readonly<Record<string, unknown>> {
  const rows = (operation.parameters ?? []).filter(({ neutral }) => neutral !== undefined);
  const chosen = rows.map(
    ({ name, neutral = [] }) =>
      [name, fc.sample(fc.constantFrom(undefined, ...neutral), { seed: hash(`${key}/${name}`), numRuns: 1 })[0]] as const,
  );
  return Object.fromEntries(chosen.filter(([, value]) => value !== undefined));
}
