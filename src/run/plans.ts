import type { DocumentName, DocumentSpec, RunLock, Selection, Specs } from '../spec/types.ts';
import { fitToSources } from '../plan/fit-sources.ts';
import { fitToBudget } from '../plan/fit-budget.ts';
import { plannedRequests, planDocument } from '../plan/plan.ts';
import type { DocumentPlan } from '../plan/plan.ts';
import { transitionsOf } from '../plan/transition-system.ts';
import type { Transition } from '../plan/transition-system.ts';
import type { Profile, PublicProfile } from '../profile/profile.ts';
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
  const wanted = documentsOf(specs, profile, selection);
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

/** What a report says of the plan. */
export interface Planned {
  readonly requests: number;
  /** fewest requests that can take the transitions that were set out for */
  readonly lowerBound: number;
  /** the documented ones, taken or not */
  readonly transitions: readonly Transition[];
}

export function plannedBy(plans: readonly DocumentPlan[]): Planned {
  return {
    requests: plannedRequests(plans),
    lowerBound: plans.reduce((sum, { requests }) => sum + requests.lowerBound, 0),
    transitions: plans.flatMap(({ transitions }) => transitions),
  };
}

/** The same from what a run has put on record. */
export function plannedThen(specs: Specs, profile: PublicProfile, { planned, selection }: RunLock): Planned {
  const transitions = documentsOf(specs, profile, selection).flatMap((spec) => transitionsOf(spec, profile));
  return { ...planned, transitions: transitions.filter(({ documented }) => documented) };
}

/** The documents that the target has and the run asks for. */
function documentsOf(specs: Specs, profile: PublicProfile, selection: Selection): readonly DocumentSpec[] {
  const ofTarget = Object.values(specs.documents).filter(({ name }) => profile.services[name] !== undefined);
  return ofTarget.filter(({ name }) => selection.documents?.includes(name) ?? true);
}
