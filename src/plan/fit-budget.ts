import { affordable } from '../profile/budget.ts';
import type { Limits, PublicProfile } from '../profile/profile.ts';
import type { Case } from './case.ts';
import { keepCases } from './keep-cases.ts';
import type { DocumentPlan } from './plan.ts';
import { rowClauses } from './row-clauses.ts';
import { requestsPlanned } from './steps.ts';

/** What is worth more goes first; a tour shows every documented transition, a walk only what tours and probes have missed. */
const KINDS: readonly Case['kind'][] = ['preflight', 'tour', 'probe', 'walk', 'load'];

interface Priced {
  readonly plan: DocumentPlan;
  readonly planned: Case;
  readonly rows: readonly string[];
  readonly cost: number;
  /** clauses that it judges, for each request */
  readonly worth: number;
}

/**
 * The same plans with the cases that the profile's budget affords: tours, then probes, then walks, of each kind those that judge most
 * clauses for a request. What does not fit becomes an omission that names the budget's key.
 * @param reserved requests that are sent before the first case
 */
export function fitToBudget(plans: readonly DocumentPlan[], profile: PublicProfile, limits: Limits, reserved = 0): readonly DocumentPlan[] {
  const budget = affordable(limits);
  const priced = plans.flatMap((plan) => plan.cases.map((planned) => price(plan, planned)));
  let left = budget.requests - reserved;
  const kept = new Set<Case>();
  for (const { planned, cost } of priced.toSorted(moreValuable)) {
    if (cost > left) continue;
    left -= cost;
    kept.add(planned);
  }
  if (kept.size === priced.length) return plans;
  const why = `${budget.key} (${measure(limits, budget.key)}) does not suffice for it`;
  return plans.map((plan) => keepCases(plan, profile, kept, () => ({ why, blame: 'config', key: budget.key })));
}

function price(plan: DocumentPlan, planned: Case): Priced {
  const rows = [...new Set(planned.steps.map(({ place }) => place.row))];
  const cost = requestsPlanned(planned.steps);
  const clauses = new Set(rows.flatMap((row) => rowClauses(plan.spec, row)));
  return { plan, planned, rows, cost, worth: clauses.size / Math.max(1, cost) };
}

function moreValuable(one: Priced, other: Priced): number {
  return KINDS.indexOf(one.planned.kind) - KINDS.indexOf(other.planned.kind) || other.worth - one.worth;
}

function measure({ requests, perSecond, durationMs }: Limits, key: string): string {
  return key === 'budget.requests' ? String(requests) : `${durationMs / 1000} s at ${perSecond} a second`;
}
