import type { DocumentName, Given } from '../spec/types.ts';
import type { Case, PlannedStep } from './case.ts';
import { givenFor, transitionSteps } from './cases.ts';
import type { Transition } from './transition-system.ts';

/** One transition of a path, and the name by which the seed picks its optional parameters; none are sent without. */
export interface Move {
  readonly transition: Transition;
  readonly vary: string | undefined;
}

/** What is done from fresh provider states, one step after the other: a path through a machine, or a probe. */
export type Sequence =
  | { readonly kind: 'path'; readonly given: Given | undefined; readonly moves: readonly Move[] }
  | { readonly kind: 'probe'; readonly probe: Case };

/** Sequences that know nothing of one another, driven at the same time. */
export interface Walk {
  readonly id: string;
  readonly document: DocumentName;
  readonly sequences: readonly Sequence[];
  /** whose next step comes, by index, turn by turn; those of one turn are sent at once. What is left at the end comes in order */
  readonly turns: readonly (readonly number[])[];
}

/** A walk as it is driven: a case for each of its sequences. */
export interface PlannedWalk extends Walk {
  readonly cases: readonly Case[];
}

export function planWalk(walk: Walk): PlannedWalk {
  return { ...walk, cases: walk.sequences.map((sequence, index) => sequenceCase(walk, sequence, index)) };
}

function sequenceCase({ id: walk, document }: Walk, sequence: Sequence, index: number): Case {
  const planned = sequence.kind === 'path' ? pathOf(sequence) : sequence.probe;
  return {
    ...planned,
    id: `${walk}/${index + 1}`,
    document,
    kind: 'walk',
    steps: planned.steps.map((step) => ({ ...step, purpose: 'walk' })),
    walk,
  };
}

function pathOf({ given, moves }: Extract<Sequence, { kind: 'path' }>): Pick<Case, 'title' | 'given' | 'steps'> {
  const [first] = moves;
  if (first === undefined) throw new TypeError('a path has at least one transition');
  const { machine, from } = first.transition;
  return {
    title: `${machine.id}: ${[from, ...moves.map(({ transition }) => transition.target)].join(' → ')}`,
    given: givenFor(first.transition, given),
    steps: moves.flatMap(({ transition, vary }, round) =>
      transitionSteps(transition, vary).map((step): PlannedStep => ({ ...step, round })),
    ),
  };
}
