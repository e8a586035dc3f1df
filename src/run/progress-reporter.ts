import type { Reporter } from 'vitest/node';
import { advance, startPhase } from '../report/progress.ts';
import type { Phase, Progress } from '../report/progress.ts';

/** A vitest reporter that tells how far a phase is, 'n of m', and nothing else. */
export function progressReporter(phase: Phase, total: number, tell: (now: Progress, before: Progress | undefined) => void): Reporter {
  let progress = startPhase(phase, total);
  tell(progress, undefined);
  return {
    onTestCaseResult: (test) => {
      const before = progress;
      progress = advance(progress, { current: test.name, failed: test.result().state === 'failed' });
      tell(progress, before);
    },
  };
}
