import type { PublicProfile } from '../profile/profile.ts';
import type { Case } from './case.ts';
import { requestsOf, type DocumentPlan, type Omission } from './plan.ts';
import { openWithout } from '../model/only-adds.ts';
import { rowClauses } from './row-clauses.ts';
import { transitionsOf } from './transition-system.ts';
import type { Blocker } from './why.ts';

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
