import type { DocumentSpec } from './types.ts';
import { oncePer } from './once-per.ts';

/** Clauses that leave the status of an operation's success open, with the operations: what a profile binds there is a promise. */
export const successClauses = oncePer(({ clauses, endpoints }: DocumentSpec): ReadonlyMap<string, readonly string[]> => {
  const open = endpoints.operations.filter((operation) => operation.open?.includes('success') === true).map(({ id }) => id);
  const rows = clauses.map(
    ({ id, filledBy = [] }) => [id, open.filter((operation) => filledBy.includes(`bindings/${operation}`))] as const,
  );
  return new Map(rows.filter(([, operations]) => operations.length > 0));
});

/** Names that a profile may declare: targets that are not shown, topics that probes observe, what clauses are filled by. */
export const declarable = oncePer(({ states, probes, clauses }: DocumentSpec): ReadonlySet<string> => {
  const transitions = states.machines.flatMap((machine) =>
    machine.transitions.flatMap(({ to }) => (typeof to === 'object' && 'declared' in to ? [to.declared] : [])),
  );
  const observed = probes.probes.flatMap(({ steps }) => steps.flatMap(({ observe }) => (observe === undefined ? [] : [observe])));
  const filled = clauses.flatMap(({ filledBy = [] }) =>
    filledBy.filter((fill) => fill.startsWith('declares/')).map((fill) => fill.slice('declares/'.length)),
  );
  return new Set([...transitions, ...observed, ...filled]);
});
