import type { Specs } from '../model/types.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { DocumentPlan } from '../plan/plan.ts';
import type { Limits, Profile } from '../profile/profile.ts';
import { startPhase } from '../report/progress.ts';
import type { Progress } from '../report/progress.ts';
import { weightOnRecord } from '../drive/weight.ts';
import type { TraceEvent } from '../trace/events.ts';
import { failingFindings, followUp } from './follow-up.ts';
import { withLastingAccounts } from './lasting-accounts.ts';
import { openDrive } from './open-drive.ts';
import { openRunTrace } from './run-trace.ts';
import type { Order } from './plans.ts';

/** What is driven, over HTTP, by a run. */
export interface RunOrder extends Order {
  readonly folder: string;
  readonly runId: string;
  readonly profile: Profile;
  /** when the run began, on the harness's clock: milliseconds since the epoch */
  readonly begunAt: number;
  /** what may be spent: a shard has its share of the profile's budget */
  readonly limits: Limits;
}

export interface Driven {
  readonly specs: Specs;
  readonly plans: readonly DocumentPlan[];
  readonly events: readonly TraceEvent[];
  readonly judgement: Judgement;
}

export interface Surroundings {
  readonly signal: AbortSignal;
  readonly onProgress: (now: Progress, before: Progress | undefined) => void;
}

/** Follows the failures of a run up over HTTP, in the run's own trace. Answers false where there was nothing to follow up. */
export async function driveAgain(
  order: RunOrder,
  { specs, plans, events, judgement }: Driven,
  { signal, onProgress }: Surroundings,
): Promise<boolean> {
  const findings = failingFindings(judgement);
  if (signal.aborted || findings.length === 0) return false;
  const file = openRunTrace(order.folder);
  const known = [...events];
  const trace = { append: (event: TraceEvent) => (known.push(event), file.append(event)), close: () => file.close() };
  const profile = withLastingAccounts(specs, order.profile);
  const { drive, close } = openDrive({
    ...order,
    specs,
    profile,
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
      plans,
      events: known,
      findings,
      onProgress: (done, total) => {
        const now = { ...startPhase('again', total), done };
        onProgress(now, progress);
        progress = now;
      },
    });
  } finally {
    await close();
    trace.close();
  }
  return true;
}

/** Number of the last exchange on record. */
export function lastSeq(events: readonly TraceEvent[]): number {
  return events.reduce((last, event) => (event.type === 'exchange' ? Math.max(last, event.seq) : last), 0);
}
