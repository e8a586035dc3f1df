import type { DocumentSpec, Step } from '../model/types.ts';
import type { PlannedStep } from './case.ts';
import { before } from '../model/text-end.ts';
import { oncePer } from '../model/once-per.ts';

/** The clause that a step is sent for: the one that its own answer is judged by, else the first of its row; undefined where the row has none. */
export function clauseServed(spec: DocumentSpec, { place, step, takes }: PlannedStep): string | undefined {
  return takes?.row.clauses[0] ?? clausesOf([step])[0] ?? rowClauses(spec, place.row)[0];
}

/** Everything that a row of the specs judges: 'transition:ID', with or without '@STATE', 'probe:ID', 'negative:OPERATION'. */
export function rowClauses(spec: DocumentSpec, row: string): readonly string[] {
  const known = rowsOf(spec);
  const clauses = known.get(row) ?? clausesOfRow(spec, row);
  known.set(row, clauses);
  return clauses;
}

/** Each request is sent for one of a row, and there are thousands. */
const rowsOf = oncePer((_spec: DocumentSpec) => new Map<string, readonly string[]>());

function clausesOfRow({ states, probes, endpoints }: DocumentSpec, row: string): readonly string[] {
  const [kind = '', id = ''] = before(row, '@').split(':');
  if (kind === 'negative') {
    const operation = endpoints.operations.find((candidate) => candidate.id === id);
    return operation === undefined ? [] : [...(operation.improper ?? []).flatMap(({ expect }) => expect.clauses), ...operation.clauses];
  }
  if (kind === 'transition' || kind === 'stray') {
    const transition = states.machines.flatMap(({ transitions }) => transitions).find((candidate) => candidate.id === id);
    if (transition === undefined) return [];
    const { clauses, also = [], trigger } = transition;
    return [...clauses, ...also.flatMap((one) => one.clauses), ...clausesOf(trigger)];
  }
  const probe = probes.probes.find((candidate) => candidate.id === id);
  return probe === undefined ? [] : [...clausesOf(probe.steps), ...(probe.serves ?? [])];
}

/** The clauses by which the steps' own answers are judged. */
export function clausesOf(steps: readonly Step[]): readonly string[] {
  return steps.flatMap(({ expect = [] }) => expect.flatMap(({ clauses }) => clauses));
}
