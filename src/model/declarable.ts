import type { DocumentSpec } from './types.ts';

/** Clauses that leave the status of an operation's success open, with the operations: what a profile binds there is a promise. */
export function successClauses({ clauses, endpoints }: DocumentSpec): ReadonlyMap<string, readonly string[]> {
  const open = endpoints.operations.filter((operation) => operation.open?.includes('success') === true).map(({ id }) => id);
  const rows = clauses.map(
    ({ id, filledBy = [] }) => [id, open.filter((operation) => filledBy.includes(`bindings/${operation}`))] as const,
  );
  return new Map(rows.filter(([, operations]) => operations.length > 0));
}
