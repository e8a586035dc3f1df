import type { DocumentSpec, Expectation, MachineRow, Step, TransitionRow } from '../model/types.ts';
import { oncePer } from '../model/once-per.ts';

/** A row of the specs that says what to send and what to expect, found again from a place in the trace. */
export interface JudgedStep {
  /** 'transition:ID' or 'probe:ID' */
  readonly row: string;
  readonly at: string;
  readonly step: Step;
  readonly expect: readonly Expectation[];
  /** set where the answer shows whether the transition was taken */
  readonly transition?: TransitionRow;
  readonly machine?: MachineRow;
  /** true where a refusal is foreseen: the document does not show what its trigger leads to, or a later step is sent where it is refused */
  readonly open?: boolean;
  /** true where it is under way at the same time as another: a refusal may be how the other came first */
  readonly raced?: boolean;
}

/** Every step of a document's transitions and probes by its place. A row expanded over several states keeps one set of steps. */
export const stepsOf = oncePer((spec: DocumentSpec): ReadonlyMap<string, JudgedStep> => {
  const found: JudgedStep[] = [];
  for (const machine of spec.states.machines) {
    const { transitions, readBack = [] } = machine;
    for (const transition of transitions) {
      const row = `transition:${transition.id}`;
      const last = transition.trigger.findLastIndex(
        ({ call, follow, walk }) => call !== undefined || follow !== undefined || walk !== undefined,
      );
      transition.trigger.forEach((step, index) => {
        const takes = index === last;
        const expect = [...(step.expect ?? []), ...(takes ? (transition.also ?? []) : [])];
        found.push({
          row,
          at: `trigger/${index}`,
          step,
          expect,
          ...(takes ? { transition, machine } : {}),
          ...(typeof transition.to === 'object' && 'declared' in transition.to ? { open: true } : {}),
        });
      });
      (transition.readBack ?? readBack).forEach((step, index) =>
        found.push({ row, at: `readBack/${index}`, step, expect: step.expect ?? [] }),
      );
    }
  }
  for (const { id, steps } of spec.probes.probes) {
    steps.forEach((step, index) => {
      const raced = step.meanwhile === true || steps[index + 1]?.meanwhile === true;
      const open = step.open === true || isForeseen(step, steps);
      found.push({
        row: `probe:${id}`,
        at: `steps/${index}`,
        step,
        expect: step.expect ?? [],
        ...(raced ? { raced } : {}),
        ...(open ? { open } : {}),
      });
    });
  }
  return new Map(found.map((step) => [placeKey(step), step]));
});

/** True where some step of the case is sent if this one is refused. */
function isForeseen({ id }: Step, steps: readonly Step[]): boolean {
  return id !== undefined && steps.some(({ when = {} }) => when[`$${id}.status`]?.some((status) => Number(status) >= 400) === true);
}

/** One key for a place; transitions expanded over several states share their row's steps. */
export function placeKey({ row, at }: { readonly row: string; readonly at: string }): string {
  return `${withoutState(row)} ${at}`;
}

function withoutState(row: string): string {
  const mark = row.indexOf('@', row.lastIndexOf(':'));
  return mark === -1 ? row : row.slice(0, mark);
}

/** Values that an operation does not foresee prove nothing; what prepares them is asked as anywhere. */
export function isUnforeseen({ row, at }: { readonly row: string; readonly at: string }): boolean {
  return row.startsWith('negative:') && !at.startsWith('prepare/');
}
