import type { Failure, Report } from '../model/types.ts';

/** The steps of a failure with their numbers, columns kept; the one that shows it is marked, where a single one does. */
export function numberedSteps({ sequence, exchanges }: Pick<Failure, 'sequence' | 'exchanges'>): readonly string[] {
  const digits = String(sequence.length).length;
  return sequence.map((step, index) => {
    const shows = exchanges.length > 0 && index === sequence.length - 1;
    return `${shows ? '✗' : ' '} ${String(index + 1).padStart(digits)}. ${step}`;
  });
}

/** The first two and the last of more steps than can be shown; what is left out is counted. */
export function fewSteps(steps: readonly string[], most: number): readonly string[] {
  if (steps.length <= most) return steps;
  const left = steps.length - most + 1;
  return [...steps.slice(0, 2), `  … ${left} more steps …`, ...steps.slice(2 + left)];
}

/** What a person types to drive a failure again: with the target and the faults of the run, where it needs them. */
export function replayCommand({ replayFlags }: Pick<Report, 'replayFlags'>, token: string): string {
  return `assay run ${replayFlags === undefined ? '' : `${replayFlags} `}--replay ${token}`;
}
