import type { DocumentName, DocumentSpec, RunLock, Selection, Shard, Specs, WholeRun } from '../model/types.ts';
import { fitToSources } from '../plan/fit-sources.ts';
import { fitToBudget } from '../plan/fit-budget.ts';
import { withReadBacks } from '../plan/read-back-once.ts';
import { plannedRequests, planDocument, readable, requestsOf } from '../plan/plan.ts';
import type { DocumentPlan } from '../plan/plan.ts';
import { partOf, placeUnits } from '../plan/shards.ts';
import { transitionsOf } from '../plan/transition-system.ts';
import type { Transition } from '../plan/transition-system.ts';
import type { Profile, PublicProfile } from '../profile/profile.ts';
import { planWalk } from '../plan/walk.ts';
import { readWalkCode } from '../plan/walk-code.ts';
import { RunError } from './run-error.ts';
import { shuffled } from './shuffle.ts';

/** What is asked of a run; the same order sends the same requests. */
export interface Order {
  readonly seed: number;
  readonly selection: Selection;
  /** random walks, over all documents together */
  readonly walks: number;
  /** drive this case or walk alone, as a replay does */
  readonly only?: Only;
  /** drive this part of it alone */
  readonly shard?: Shard;
}

/** The plans of all documents, by name. */
export type Plans = ReadonlyMap<DocumentName, DocumentPlan>;

export interface Only {
  readonly case: string;
  /** what the walk can be planned from again, where it was one */
  readonly walk?: string;
}

export const DEFAULT_WALKS = 50;

/** Requests of a service's preflight, about: its address, a sign-in, its credentials. */
const PREFLIGHT_SHARE = 4;

/**
 * The plan of every document that the profile has, as far as its budget goes; the seed decides the order of the cases. A shard's is its
 * part of the whole.
 */
export function plansFor(specs: Specs, profile: Profile, order: Order): Plans {
  const whole = wholePlans(specs, profile, order);
  const { shard } = order;
  if (shard === undefined) return whole;
  const { units } = wholeRun(whole, profile, shard);
  return new Map([...whole].map(([name, plan]) => [name, partOf(plan, profile, units, shard)]));
}

/** What a shard is a part of: documents one after the other by name, as they are driven. */
export function wholeRun(plans: Plans, profile: PublicProfile, { of }: Shard): WholeRun {
  const inOrder = byName([...plans.values()]);
  const { requests, lowerBound } = plannedBy(inOrder);
  return { planned: { requests, lowerBound }, units: [...placeUnits(inOrder, profile, of)] };
}

/** The order in which documents are driven. */
export function byName(plans: readonly DocumentPlan[]): readonly DocumentPlan[] {
  return plans.toSorted((one, other) => (one.spec.name < other.spec.name ? -1 : 1));
}

/** The same, whatever part of it is driven. */
export function wholePlans(specs: Specs, profile: Profile, { seed, selection, walks, only }: Order): Plans {
  const wanted = documentsOf(specs, profile, selection);
  // Who asks for a clause or a feature is answered by what shows it; walks show everything a little.
  const walking = only === undefined && selection.clauses === undefined && selection.features === undefined;
  const share = (index: number): number => (walking ? Math.floor((walks + wanted.length - 1 - index) / wanted.length) : 0);
  const plans = wanted.map((spec, index) => {
    const plan = fitToSources(planDocument(specs, spec, profile, selection, seed, share(index)), profile);
    return only === undefined ? plan : alone(plan, only, profile);
  });
  if (only !== undefined && plans.every(({ cases, walks: own }) => cases.length + own.length === 0))
    throw new RunError(
      'usage',
      `--replay: ${only.case} is not in the plan for this target any more: its profile does not allow it, or has changed`,
    );
  const affordable = fitToBudget(plans, profile, profile.limits, wanted.length * PREFLIGHT_SHARE);
  return new Map(affordable.map((plan) => [plan.spec.name, withReadBacks({ ...plan, cases: shuffled(plan.cases, seed) })]));
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

/** The plan with one case only, or with one walk, where what it was made of is still there. */
function alone(plan: DocumentPlan, only: Only, profile: Profile): DocumentPlan {
  if (only.walk === undefined) {
    const cases = plan.cases.filter(({ id }) => id === only.case);
    return { ...plan, cases, walks: [], requests: requestsOf(cases, [], [], []) };
  }
  const walk = readWalkCode(only.walk, plan.parts);
  const planned = walk === undefined ? undefined : planWalk('replay', walk, only.walk);
  const cases = planned?.cases.map((one) => readable(plan.spec, profile, one)) ?? [];
  const walks = planned === undefined ? [] : [{ ...planned, cases }];
  return { ...plan, cases: [], walks, requests: requestsOf([], walks, [], []) };
}
