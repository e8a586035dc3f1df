import type { DocumentSpec, Step } from '../spec/types.ts';
import type { PlannedStep } from './case.ts';

/** The clause that a step is sent for: the one that its own answer is judged by, else the first of its row; undefined where the row has none. */
export function clauseServed(spec: DocumentSpec, { place, step, takes }: PlannedStep): string | undefined {
  return takes?.row.clauses[0] ?? firstClause([step]) ?? rowClause(spec, place.row);
}

function rowClause({ states, probes, endpoints }: DocumentSpec, row: string): string | undefined {
  const [kind = '', id = ''] = row.replace(/@.*$/, '').split(':');
  if (kind === 'transition') {
    const transitions = states.machines.flatMap((machine) => machine.transitions);
    return transitions.find((transition) => transition.id === id)?.clauses[0];
  }
  if (kind === 'negative') return endpoints.operations.find((operation) => operation.id === id)?.clauses[0];
  const probe = probes.probes.find((candidate) => candidate.id === id);
  return probe === undefined ? undefined : (firstClause(probe.steps) ?? probe.serves?.[0]);
}

function firstClause(steps: readonly Step[]): string | undefined {
  return steps.flatMap(({ expect = [] }) => expect.flatMap(({ clauses }) => clauses))[0];
}
