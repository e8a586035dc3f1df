import type { Judgement } from '../judge/judgement.ts';
import { startPhase } from '../report/progress.ts';
import type { Progress } from '../report/progress.ts';
import { weightOnRecord } from '../drive/weight.ts';
import type { TraceEvent } from '../trace/events.ts';
import { failingFindings, followUp } from './follow-up.ts';
import { withReusableAccounts } from './reusable-accounts.ts';
import { openDrive } from './open-drive.ts';
import { drivenBy } from './planned-run.ts';
import type { PlannedRun, RunWatch } from './planned-run.ts';
import type { RunTrace } from './run-trace.ts';

/** Follows the failures of a run up over HTTP, in the run's own trace. Answers false where there was nothing to follow up. */
export async function driveAgain(
  run: PlannedRun,
  trace: RunTrace,
  judgement: Judgement,
  { signal, onProgress }: Pick<RunWatch, 'signal' | 'onProgress'>,
): Promise<boolean> {
  const { specs, plans } = run;
  const { events } = trace;
  const findings = failingFindings(judgement);
  if (signal.aborted || findings.length === 0) return false;
  const { drive, close } = openDrive({
    ...drivenBy(run),
    profile: withReusableAccounts(specs, run.profile),
    trace,
    sent: lastSeq(events),
    stored: weightOnRecord(events),
    scope: 'again-',
    signal,
  });
  let progress: Progress | undefined;
  try {
    await followUp({
      drive,
      plans: [...plans.values()],
      events,
      findings,
      onProgress: (done, total) => {
        const now = { ...startPhase('again', total), done };
        onProgress(now, progress);
        progress = now;
      },
    });
  } finally {
    await close();
  }
  return true;
}

/** Number of the last exchange on record. */
export function lastSeq(events: readonly TraceEvent[]): number {
  return events.reduce((last, event) => (event.type === 'exchange' ? Math.max(last, event.seq) : last), 0);
}
