import type { Case } from './case.ts';
import type { DocumentPlan } from './plan.ts';
import { statesAsked } from './provision.ts';

/**
 * The same plan, in which the first case that asks for a provider state is the one that reads back whether it goes: once is enough for
 * each kind of state. What a case looks at follows from the plan alone, so that it does not matter what has been driven before it.
 */
export function withReadBacks(plan: DocumentPlan): DocumentPlan {
  const known = new Set<string>();
  const looking = (planned: Case): Case => {
    const looks = [...new Set(statesAsked(planned).map(({ state }) => state))].filter((state) => !known.has(state));
    for (const state of looks) known.add(state);
    return { ...planned, looks };
  };
  const cases = plan.cases.map(looking);
  return { ...plan, cases, walks: plan.walks.map((walk) => ({ ...walk, cases: walk.cases.map(looking) })) };
}
