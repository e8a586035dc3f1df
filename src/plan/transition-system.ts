import type { DocumentName, DocumentSpec, Given, MachineRow, TransitionRow } from '../model/types.ts';
import { declaration, type Promises } from '../profile/profile.ts';
import { requestsIn } from './steps.ts';

/** One (machine, from, trigger, condition, to) of a state table: what a tour takes and a report counts. */
export interface Transition {
  readonly id: string;
  readonly document: DocumentName;
  readonly machine: MachineRow;
  readonly row: TransitionRow;
  readonly from: string;
  /** where it leads: a state, 'refused: NAME', 'gone: 404', or 'not shown' */
  readonly target: string;
  /** the state in which a sequence may go on; undefined where the document does not say how it goes on */
  readonly continues: string | undefined;
  /** false where the document does not show the target */
  readonly documented: boolean;
  /** requests that the trigger costs */
  readonly weight: number;
}

/** All transitions of a document's machines; a row with several 'from' states counts once for each. */
export function transitionsOf(spec: DocumentSpec, profile: Promises | undefined): readonly Transition[] {
  return spec.states.machines.flatMap((machine) =>
    machine.transitions.flatMap((row) => {
      const froms = typeof row.from === 'string' ? [row.from] : row.from;
      return froms.map((from) => ({
        id: froms.length === 1 ? row.id : `${row.id}@${from}`,
        document: spec.name,
        machine,
        row,
        from,
        ...targetOf(spec.name, row, profile),
        weight: Math.max(1, requestsIn(row.trigger)),
      }));
    }),
  );
}

function targetOf(
  document: DocumentName,
  row: TransitionRow,
  profile: Promises | undefined,
): Pick<Transition, 'target' | 'continues' | 'documented'> {
  const { to } = row;
  if (typeof to === 'string') return { target: to, continues: to, documented: true };
  if ('refused' in to) return { target: `refused: ${to.refused}`, continues: undefined, documented: true };
  if ('gone' in to) return { target: `gone: ${to.gone}`, continues: undefined, documented: true };
  const promised = profile === undefined ? undefined : declaration(profile, document, to.declared);
  const state = typeof promised?.to === 'string' ? promised.to : undefined;
  return { target: state ?? 'not shown', continues: state, documented: false };
}

/** Identity of a provider state as a context of transitions; the alias does not count. */
export function contextKey(given: Given | undefined): string {
  return given === undefined ? '' : JSON.stringify([given.state, given.params ?? {}]);
}

/** True where the transition leaves this state of its machine, under what the sequence began with. */
export function isOpen({ from, row }: Transition, state: string | undefined, given: Given | undefined): boolean {
  if (from !== state) return false;
  const { given: givens = [] } = row;
  if (givens.length === 0) return true;
  const context = contextKey(given);
  return givens.some((one) => contextKey(one) === context);
}

/** The transitions that begin a sequence, each with every provider state that it may begin under. */
export function startsOf(transitions: readonly Transition[]): readonly { readonly given: Given | undefined; readonly first: Transition }[] {
  return transitions
    .filter(({ from, machine }) => from === machine.initial)
    .flatMap((first) => {
      const givens: readonly (Given | undefined)[] = first.row.given ?? [];
      return (givens.length === 0 ? [undefined] : givens).map((given) => ({ given, first }));
    });
}
