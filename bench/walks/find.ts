import type { Failure } from '../../src/model/types.ts';
import { judgeEvents } from '../../src/judge/judgement.ts';
import type { Finding } from '../../src/judge/finding.ts';
import type { FaultSummary } from '../../src/mock/kit/control.ts';
import { DEFAULT_REPEATS, followUp } from '../../src/run/rerun-failures.ts';
import type { TraceEvent } from '../../src/trace/events.ts';
import { openInProcessTarget } from '../../src/qualify/in-process.ts';
import { reportOf } from '../../test/support/report-of.ts';
import type { Suite } from '../../src/qualify/suite.ts';
import { ownClauses } from '../../src/qualify/trial.ts';

/** What a suite has made of one fault. */
export interface Found {
  /** a failure of the fault's own clause, made as short as it gets; undefined where nothing shows the fault each time */
  readonly failure: Failure | undefined;
  /** the first thing that showed it; undefined where nothing did */
  readonly by: 'walk' | 'case' | undefined;
  /** requests that went into making a failure shorter, for each that was */
  readonly spent: readonly number[];
}

/** A list that a fault makes endless is not walked on and on. */
const MOST_REQUESTS = 5_000;

/** Drives a suite, its walks first, until the fault shows in a clause that it names; follows that up as a run does. */
export async function find(suite: Suite, fault: FaultSummary): Promise<Found> {
  let sent = 0;
  const bench = openInProcessTarget(suite, {
    faults: [fault.id],
    note: () => {
      sent += 1;
      if (sent > MOST_REQUESTS) bench.abort();
    },
  });
  const { drive, events } = bench;
  const isWalk = (id: string): boolean => id.startsWith('walk/');
  for (const unit of suite.units.toSorted((one, other) => Number(isWalk(other.id)) - Number(isWalk(one.id)))) {
    const before = events.length;
    await unit.execute(drive);
    const findings = failuresIn(suite, fault, events.slice(before));
    if (findings.length === 0) continue;
    await followUp({ drive, plans: suite.plans, events, findings, repeats: DEFAULT_REPEATS, onProgress: () => undefined });
    const { failures } = reportOf(suite, events);
    const failure = ownClauses(fault).flatMap((clause) => failures.find((one) => one.clause === clause) ?? [])[0];
    return { failure, by: isWalk(unit.id) ? 'walk' : 'case', spent: spentIn(events) };
  }
  return { failure: undefined, by: undefined, spent: [] };
}

/** Failures of clauses that the fault names. */
export function failuresIn({ specs, profile }: Suite, fault: FaultSummary, events: readonly TraceEvent[]): readonly Finding[] {
  const own = ownClauses(fault);
  const { findings } = judgeEvents(specs, profile, events, [fault.document]);
  return findings.filter(({ verdict, clauses }) => verdict === 'fail' && clauses.some((clause) => own.includes(clause)));
}

function spentIn(events: readonly TraceEvent[]): readonly number[] {
  const shortened = new Map<string, string>();
  for (const event of events) if (event.type === 'case' && event.again?.to === 'shorten') shortened.set(event.case, event.again.of);
  const counts = new Map<string, number>();
  for (const event of events) {
    const shortenedCase = event.type === 'exchange' ? shortened.get(event.case) : undefined;
    if (shortenedCase !== undefined) counts.set(shortenedCase, (counts.get(shortenedCase) ?? 0) + 1);
  }
  return [...counts.values()];
}
