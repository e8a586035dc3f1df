import type { DocumentName, Given, Step } from '../model/types.ts';
import type { Case, PlannedStep } from './case.ts';
import { givenFor, transitionSteps } from './cases.ts';
import { drawStep, improperCase, type Improper } from './negative-data.ts';
import { sendsRequest } from './steps.ts';
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
  /** what is tried at its end, though no table says that it leads anywhere from there */
  readonly stray?: Transition;
}

export interface ProbeSequence {
  readonly kind: 'probe';
  readonly name: string;
  readonly probe: Case;
}

/** What an operation does not foresee, sent to it: some of its variations, by the seeds that draw their values, or as they are. */
export interface ImproperSequence {
  readonly kind: 'improper';
  readonly name: string;
  readonly improper: Improper;
  readonly picks: readonly Picked[];
}

export interface Picked {
  /** place of the variation */
  readonly at: string;
  readonly seed: number;
  /** in place of what the seed draws */
  readonly step?: Step;
}

/** What is done from fresh provider states, one step after the other. */
export type Sequence = PathSequence | ProbeSequence | ImproperSequence;

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
    const planned = plannedBy(walk.document, sequence);
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

function plannedBy(document: DocumentName, sequence: Sequence): Pick<Case, 'title' | 'given' | 'steps'> {
  if (sequence.kind === 'path') return pathOf(sequence);
  if (sequence.kind === 'probe') return sequence.probe;
  const { improper, picks } = sequence;
  return improperCase(
    document,
    improper,
    picks.map((pick) => ({ at: pick.at, step: stepOf(improper, pick) })),
  );
}

function stepOf({ variations }: Improper, { at, seed, step }: Picked): Step {
  const variation = variations.find((one) => one.at === at);
  return step ?? (variation === undefined ? {} : drawStep(variation, seed));
}

function pathOf({ name, given, moves, stray }: PathSequence): Pick<Case, 'title' | 'given' | 'steps'> {
  const [first] = moves;
  if (first === undefined) throw new TypeError('a path has at least one transition');
  const { machine, from } = first.transition;
  return {
    title: `${machine.id}: ${[from, ...moves.map(({ transition }) => transition.target)].join(' → ')}${stray === undefined ? '' : `, then ${stray.id}`}`,
    given: givenFor(first.transition, given),
    steps: [
      ...moves.flatMap(({ transition, vary }, round) =>
        transitionSteps(transition, vary === undefined ? undefined : `${name}/${vary}`).map((step): PlannedStep => ({ ...step, round })),
      ),
      ...(stray === undefined ? [] : straySteps(stray, endOf(moves), moves.length)),
    ],
  };
}

/** Where something that was deleted stays. */
export const GONE = 'gone';

/** The state in which a path ends; undefined where nobody says it, as after a refusal. */
export function endOf(moves: readonly Move[]): string | undefined {
  const last = moves.at(-1)?.transition;
  return last?.continues ?? (last?.target.startsWith('gone: ') === true ? GONE : undefined);
}

/** The requests of a trigger where no table allows it: each may be refused, and is judged by what its machine says of strays. */
function straySteps({ row }: Transition, state: string | undefined, round: number): readonly PlannedStep[] {
  return row.trigger.filter(sendsRequest).map(({ expect: _expect, observe: _observe, ...step }, index) => ({
    place: { row: `stray:${row.id}`, at: `${state ?? ''}/${index}` },
    step,
    purpose: 'walk',
    optional: true,
    round,
  }));
}
