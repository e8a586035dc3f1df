import { affordable } from '../profile/budget.ts';
import type { Limits, PublicProfile } from '../profile/profile.ts';
import type { Case } from './case.ts';
import { keepWalks, requestsOf, type DocumentPlan, type Omission } from './plan.ts';
import { rowClauses } from './row-clauses.ts';
import { requestsPlanned } from './steps.ts';
import type { PlannedWalk } from './walk.ts';
import { openWithout } from '../model/only-adds.ts';
import { transitionsOf } from './transition-system.ts';
import type { Blocker } from './why.ts';

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
 * The same plans with what the profile's budget affords: tours, then probes, of each kind those that judge most clauses for a
 * request, then walks. A case that does not fit becomes an omission that names the budget's key.
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
  const walking = fitWalks(plans, left);
  if (kept.size === priced.length) return walking;
  const why = `${budget.key} (${measure(limits, budget.key)}) does not suffice for it`;
  return walking.map((plan) => keepCases(plan, profile, kept, () => ({ why, blame: 'config', key: budget.key })));
}

/** What tours and probes leave over goes to walks, in turns from document to document; they are what a run can best do without. */
function fitWalks(plans: readonly DocumentPlan[], requests: number): readonly DocumentPlan[] {
  const rounds = Math.max(0, ...plans.map(({ walks }) => walks.length));
  const inTurns = Array.from({ length: rounds }).flatMap((_none, round) => plans.flatMap(({ walks }) => walks.slice(round, round + 1)));
  let left = requests;
  const kept = new Set<PlannedWalk>();
  for (const walk of inTurns) {
    left -= requestsPlanned(walk.cases.flatMap(({ steps }) => steps));
    if (left < 0) break;
    kept.add(walk);
  }
  return kept.size === inTurns.length ? plans : plans.map((plan) => keepWalks(plan, (walk) => kept.has(walk)));
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

/** The plan with these of its cases only; each row that none of them takes becomes an omission. */
export function keepCases(
  plan: DocumentPlan,
  profile: PublicProfile,
  kept: ReadonlySet<Case>,
  why: (leftOut: Case) => Blocker | undefined,
): DocumentPlan {
  const leftOut = plan.cases.filter((planned) => !kept.has(planned));
  if (leftOut.length === 0) return plan;
  const cases = plan.cases.filter((planned) => kept.has(planned));
  const shown = new Set(cases.flatMap(rowsOf));
  const judged = new Set([...shown].flatMap((row) => rowClauses(plan.spec, row)));
  const missed = [...new Set(leftOut.flatMap(rowsOf))].filter((row) => !shown.has(row));
  const omissions = missed.flatMap((row): readonly Omission[] => {
    const reason = leftOut
      .filter((planned) => rowsOf(planned).includes(row))
      .map(why)
      .find((one) => one !== undefined);
    if (reason === undefined) return [];
    const clauses = rowClauses(plan.spec, row);
    const own = openWithout(plan.spec, row, clauses);
    const open = clauses.filter((clause) => own.includes(clause) || !judged.has(clause));
    return [{ row, clauses: open, ...reason }];
  });
  const goals = plan.goals.filter((goal) => shown.has(`transition:${goal.id}`));
  return {
    ...plan,
    cases,
    goals,
    omissions: [...plan.omissions, ...omissions],
    requests: requestsOf(cases, plan.walks, goals, transitionsOf(plan.spec, profile)),
  };
}

function rowsOf({ steps }: Case): readonly string[] {
  return [...new Set(steps.map(({ place }) => place.row))];
}
