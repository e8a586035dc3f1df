import type { Clause, DocumentSpec, OperationRow } from '../types.ts';
import type { Mistake } from './mistake.ts';

/** What a clause must have beside what its schema demands. */
export function clauseRules({ clauses, endpoints }: DocumentSpec): readonly Mistake[] {
  const operations = new Map(endpoints.operations.map((operation) => [operation.id, operation]));
  return clauses.flatMap((clause, index) => {
    const mistake = (key: string, expected: string, found: string): Mistake => ({
      file: 'clauses',
      pointer: `/clauses/${index}${key}`,
      expected,
      found,
    });
    return [...statusRules(clause, mistake), ...needsRules(clause, operations, mistake), ...sourceRules(clause, mistake)];
  });
}

type Complain = (key: string, expected: string, found: string) => Mistake;

function statusRules({ status, reason, filledBy, id }: Clause, mistake: Complain): readonly Mistake[] {
  if (status === 'unspecified') return filledBy === undefined ? [mistake('', `'filledBy', because ${id} is unspecified`, 'none')] : [];
  const unreasoned = (status === 'informative' || status === 'reference-only') && reason === undefined;
  return [
    ...(unreasoned ? [mistake('', `'reason', because ${id} is ${status}`, 'none')] : []),
    ...(filledBy === undefined ? [] : [mistake('/filledBy', `no 'filledBy', because ${id} is ${status}`, filledBy.join(', '))]),
  ];
}

/** A binding is needed for what the document leaves open, and for nothing else. */
function needsRules({ needs = [] }: Clause, operations: ReadonlyMap<string, OperationRow>, mistake: Complain): readonly Mistake[] {
  return needs.flatMap((name, at) => {
    const operation = operations.get(name);
    return operation === undefined || isOpen(operation)
      ? []
      : [mistake(`/needs/${at}`, 'an operation that the document leaves open', `'${name}', which it shows whole`)];
  });
}

function isOpen({ method, path, open = [] }: OperationRow): boolean {
  return method === undefined || path === undefined || open.length > 0;
}

function sourceRules({ source: { heading, line, item, row, table, sentence } }: Clause, mistake: Complain): readonly Mistake[] {
  const kinds = Object.entries({ heading, line, item, row }).flatMap(([kind, value]) => (value === undefined ? [] : [kind]));
  return [
    ...(kinds.length === 1
      ? []
      : [mistake('/source', 'exactly one of heading, line, item and row', kinds.length === 0 ? 'none' : kinds.join(' and '))]),
    ...(table !== undefined && row === undefined
      ? [mistake('/source/table', "'table' with 'row' only", `it with ${kinds.join(' and ')}`)]
      : []),
    ...(sentence !== undefined && line === undefined && item === undefined
      ? [mistake('/source/sentence', "'sentence' with 'line' or 'item' only", `it with ${kinds.join(' and ')}`)]
      : []),
  ];
}
