import type { DocumentName, Selection, Specs } from '../spec/types.ts';
import { fitToSources } from '../plan/fit-sources.ts';
import { fitToBudget } from '../plan/fit-budget.ts';
import { planDocument } from '../plan/plan.ts';
import type { DocumentPlan } from '../plan/plan.ts';
import type { Profile } from '../profile/profile.ts';
import { shuffled } from './shuffle.ts';

/** What is asked of a run; the same order sends the same requests. */
export interface Order {
  readonly seed: number;
  readonly selection: Selection;
  /** random walks, over all documents together */
  readonly walks: number;
  /** drive this case alone, as a replay does */
  readonly only?: string;
}

export const DEFAULT_WALKS = 50;

/** The plan of every document that the profile has, as far as its budget goes; the seed decides the order of the cases. */
export function plansFor(specs: Specs, profile: Profile, { seed, selection, walks, only }: Order): ReadonlyMap<DocumentName, DocumentPlan> {
  const specsOfTarget = Object.values(specs.documents).filter(({ name }) => profile.services[name] !== undefined);
  const wanted = specsOfTarget.filter(({ name }) => selection.documents?.includes(name) ?? true);
  // Who asks for a clause or a feature is answered by what shows it; walks show everything a little.
  const walking = only === undefined && selection.clauses === undefined && selection.features === undefined;
  const share = (index: number): number => (walking ? Math.floor((walks + wanted.length - 1 - index) / wanted.length) : 0);
  const plans = wanted.map((spec, index) => {
    const plan = fitToSources(planDocument(specs, spec, profile, selection, seed, share(index)), profile);
    return { ...plan, cases: plan.cases.filter(({ id }) => only === undefined || id === only) };
  });
  const affordable = fitToBudget(plans, profile, profile.limits);
  return new Map(affordable.map((plan) => [plan.spec.name, { ...plan, cases: shuffled(plan.cases, seed) }]));
}
