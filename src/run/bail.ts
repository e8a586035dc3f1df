import { judge } from '../judge/judgement.ts';
import { hasExpired } from '../profile/waivers.ts';
import type { TraceEvent } from '../trace/events.ts';
import type { PlannedRun } from './planned-run.ts';

/** Counts the clauses that a run has seen violated, case by case as it goes on, and says when they are enough. */
export interface Bail {
  /** judges what was put on record since the last call; a waived violation does not count */
  readonly look: () => void;
  readonly isOver: () => boolean;
}

export function bailAfter(
  most: number,
  { specs, profile, plan, waivers }: Pick<PlannedRun, 'specs' | 'profile' | 'plan' | 'waivers'>,
  events: readonly TraceEvent[],
): Bail {
  const valid = (waivers?.waivers ?? []).filter((waiver) => !hasExpired(waiver, new Date(plan.startedAt)));
  const isWaived = (id: string, checks: readonly string[]): boolean =>
    valid.some(({ clause, check }) => clause === id || (check !== undefined && checks.every((one) => one === check)));
  const violated = new Set<string>();
  const told = events.filter(isOfAllCases);
  let seen = events.length;
  return {
    look() {
      const since = events.slice(seen);
      const { clauses } = judge(specs, profile, [...told, ...since], plan.selection);
      seen = events.length;
      told.push(...since.filter(isOfAllCases));
      for (const { clause, verdict, findings } of clauses) {
        const failed = findings.flatMap((one) => (one.verdict === 'fail' ? [one.check] : []));
        if (verdict === 'fail' && !isWaived(clause.id, failed)) violated.add(clause.id);
      }
    },
    isOver: () => violated.size >= most,
  };
}

function isOfAllCases({ type }: TraceEvent): boolean {
  return type === 'run' || type === 'secret';
}
