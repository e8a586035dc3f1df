import { includedIn } from '../model/families/family.ts';
import { onlyAdds } from '../model/only-adds.ts';
import type { RunPlan } from '../model/types.ts';
import type { PublicProfile } from '../profile/profile.ts';
import type { Case } from './case.ts';
import { keepCases } from './fit-budget.ts';
import type { DocumentPlan } from './plan.ts';

export type Depth = NonNullable<RunPlan['depth']>;

export const DEPTHS: readonly Depth[] = ['quick', 'standard', 'thorough'];

/** The random walks of a run that names no number of them. */
export const WALKS: Readonly<Record<Depth, number>> = { quick: 0, standard: 50, thorough: 500 };
/** So many are planned in a minute, more for hours before the first is driven. */
export const MOST_WALKS = 10_000;

/**
 * quick: the tours, the probes that no other check stands in for, and the first place of each family; otherwise all. A probe all of whose
 * steps another one of the plan takes as well is left out.
 */
export function fitToDepth(plan: DocumentPlan, profile: PublicProfile, depth: Depth | undefined): DocumentPlan {
  const wanted = depth === 'quick' ? [...plan.cases.filter((planned) => isNeeded(plan, planned)), ...firstPlaces(plan.cases)] : plan.cases;
  const isIncluded = includedIn(wanted);
  const kept = new Set(wanted.filter((planned) => !isIncluded(planned)));
  // What is left out only adds to others, or is taken by another: no clause stays open, and nothing lacks.
  return keepCases(plan, profile, kept, () => undefined);
}

function isNeeded({ spec }: DocumentPlan, { kind, steps }: Case): boolean {
  return kind === 'tour' || steps.some(({ place }) => !onlyAdds(spec, place.row));
}

function firstPlaces(cases: readonly Case[]): readonly Case[] {
  const named = cases.flatMap((planned) => (planned.family === undefined ? [] : [[planned.family.name, planned] as const]));
  return [...new Map(named.toReversed()).values()];
}
