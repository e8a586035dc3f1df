import { defined } from '../defined.ts';
import { oncePer } from '../once-per.ts';
import type { DocumentSpec, UseRow } from '../types.ts';

/** Every valid request that the specs show how to send, by id: examples of operations as OPERATION/EXAMPLE, and those of families.yaml. */
export const usesOf = oncePer(({ endpoints, families }: DocumentSpec): ReadonlyMap<string, UseRow> => {
  const examples = endpoints.operations.flatMap(({ id: operation, examples = [] }) =>
    examples.map(({ id, given, prepare, permissions, caller, with: args }): UseRow => ({
      id: `${operation}/${id}`,
      ...defined({ given, prepare, permissions }),
      step: { call: operation, with: args, ...defined({ caller }) },
    })),
  );
  return new Map([...examples, ...(families.uses ?? [])].map((use) => [use.id, use]));
});

/** The use of this name; the specs are checked before any family reads them. */
export function useNamed(spec: DocumentSpec, id: string): UseRow {
  const use = usesOf(spec).get(id);
  if (use === undefined) throw new TypeError(`${spec.name} has no use '${id}'`);
  return use;
}
