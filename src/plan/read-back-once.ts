import type { Case } from './case.ts';
import type { DocumentPlan } from './plan.ts';
import { statesAsked } from './provision.ts';

/**
 * The same plan, in which the first case that asks for a provider state, or calls an operation, is the one that reads back whether the state,
 * or what the operation makes, goes: once is enough for each kind. What a case looks at follows from the plan alone, so that it does not matter
 * what has been driven before it.
 */
export function withReadBacks(plan: DocumentPlan): DocumentPlan {
  const known = new Set<string>();
  const looking = (planned: Case): Case => {
    const looks = [...new Set([...statesAsked(planned).map(({ state }) => state), ...operationsOf(planned)])].filter(
      (kind) => !known.has(kind),
    );
    for (const kind of looks) known.add(kind);
    return { ...planned, looks };
  };
  const cases = plan.cases.map(looking);
  return { ...plan, cases, walks: plan.walks.map((walk) => ({ ...walk, cases: walk.cases.map(looking) })) };
}

function operationsOf({ steps }: Case): readonly string[] {
  return steps.flatMap(({ step }) => step.call ?? []);
}
