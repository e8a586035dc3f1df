import type { DocumentName, Given } from '../spec/types.ts';
import type { Case, PlannedStep } from './case.ts';
import { givenFor, transitionSteps } from './cases.ts';
import type { Transition } from './transition-system.ts';

/** One transition of a path, and the number by which the seed picks its optional parameters; none are sent without. */
export interface Move {
  readonly transition: Transition;
  readonly vary: number | undefined;
}

/** A way through a machine from its initial state, under one provider state. `name` is the one by which the seed picks data. */
export interface PathSequence {
  readonly kind: 'path';
  readonly name: string;
  readonly given: Given | undefined;
  readonly moves: readonly Move[];
}

export interface ProbeSequence {
  readonly kind: 'probe';
  readonly name: string;
  readonly probe: Case;
}

/** What is done from fresh provider states, one step after the other. */
export type Sequence = PathSequence | ProbeSequence;

/** Sequences that know nothing of one another, driven at the same time. */
export interface Walk {
  readonly document: DocumentName;
  readonly sequences: readonly Sequence[];
  /** whose next step comes, by index, turn by turn; those of one turn are sent at once. What is left at the end comes in order */
  readonly turns: readonly (readonly number[])[];
}

/** A walk as it is driven: a case for each of its sequences. */
export interface PlannedWalk extends Walk {
  readonly id: string;
  readonly cases: readonly Case[];
}

/** Plans a walk under a name of its own; `code` is what it can be planned from again. */
export function planWalk(id: string, walk: Walk, code: string): PlannedWalk {
  const cases = walk.sequences.map((sequence, index): Case => {
    const planned = sequence.kind === 'path' ? pathOf(sequence) : sequence.probe;
    return {
      ...planned,
      id: `${id}/${index + 1}`,
      document: walk.document,
      kind: 'walk',
      steps: planned.steps.map((step) => ({ ...step, purpose: 'walk' })),
      data: sequence.name,
      walk: { id, code },
    };
  });
  return { ...walk, id, cases };
}

function pathOf({ name, given, moves }: PathSequence): Pick<Case, 'title' | 'given' | 'steps'> {
  const [first] = moves;
  if (first === undefined) throw new TypeError('a path has at least one transition');
  const { machine, from } = first.transition;
  return {
    title: `${machine.id}: ${[from, ...moves.map(({ transition }) => transition.target)].join(' → ')}`,
    given: givenFor(first.transition, given),
    steps: moves.flatMap(({ transition, vary }, round) =>
      transitionSteps(transition, vary === undefined ? undefined : `${name}/${vary}`).map((step): PlannedStep => ({ ...step, round })),
    ),
  };
}
