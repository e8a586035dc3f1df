import type { Specs } from '../spec/types.ts';
import { isJudgeable } from '../spec/selection.ts';
import { checksOf } from '../judge/judges.ts';
import { plannedRequests } from '../plan/plan.ts';
import type { DocumentPlan } from '../plan/plan.ts';
import { claims } from '../profile/profile.ts';
import type { Profile } from '../profile/profile.ts';

/** What `assay plan --json` prints (DESIGN, section 7). */
export interface Forecast {
  readonly clauses: readonly { readonly id: string; readonly will: boolean; readonly why?: string }[];
  readonly requests: number;
  /** milliseconds, as far as the profile's pace decides it */
  readonly durationMs: number;
}

/** Time that one request takes on a near target, where no pace is set. */
const REQUEST_MS = 3;

/** What a run would judge and what not, and why, before anything is sent. */
export function forecast(specs: Specs, profile: Profile, plans: readonly DocumentPlan[]): Forecast {
  const why = new Map<string, string>();
  for (const { omissions } of plans) for (const omission of omissions) for (const clause of omission.clauses) why.set(clause, omission.why);
  const checked = new Set(plans.flatMap(({ spec }) => checksOf(spec).flatMap((check) => check.clauses)));
  const clauses = [...specs.clauses.values()].filter(isJudgeable).map((clause) => {
    const reason = !claims(profile, clause)
      ? `feature ${clause.feature} is not claimed`
      : (why.get(clause.id) ?? (checked.has(clause.id) ? undefined : 'no check judges it'));
    return { id: clause.id, will: reason === undefined, ...(reason === undefined ? {} : { why: reason }) };
  });
  const requests = plannedRequests(plans);
  return { clauses, requests, durationMs: Math.round(requests * Math.max(REQUEST_MS, 1000 / profile.limits.perSecond)) };
}
