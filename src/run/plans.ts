import type { DocumentName, DocumentSpec, RunPlan, Selection, Shard, ShardLock, Specs } from '../model/types.ts';
import type { Case } from '../plan/case.ts';
import { defined } from '../model/defined.ts';
import { fitToSources } from '../plan/fit-sources.ts';
import { fitToBudget, keepCases } from '../plan/fit-budget.ts';
import { fitToDepth, WALKS } from '../plan/fit-depth.ts';
import { rowClauses } from '../plan/row-clauses.ts';
import { withReadBacks } from '../plan/read-back-once.ts';
import { familyPlans } from '../plan/family-plans.ts';
import { plannedRequests, planDocument, readable, requestsOf, type DocumentPlan } from '../plan/plan.ts';
import { partOf, placeUnits } from '../plan/shards.ts';
import { transitionsOf, type Transition } from '../plan/transition-system.ts';
import type { Profile, PublicProfile } from '../profile/profile.ts';
import { planWalk } from '../plan/walk.ts';
import { readWalkCode } from '../plan/walk-code.ts';
import { isJudgeable, isSelected } from '../model/selection.ts';
import { RunError } from './run-error.ts';
import { placeName, shownAt, type ShownAt } from './shown-at.ts';
import fc from 'fast-check';

/** What decides which requests are sent, beside specs and profile: the same sends the same. */
export type Planning = Pick<RunPlan, 'seed' | 'selection' | 'walks' | 'depth' | 'only'>;

/** The plans of all documents, by name. */
export type Plans = ReadonlyMap<DocumentName, DocumentPlan>;

export const DEFAULT_WALKS = WALKS.standard;

/** Requests of a service's preflight, about: its address, a sign-in, its credentials. */
const PREFLIGHT_SHARE = 4;

/** A part of a run: its plans, and what it puts on record of the whole, documents one after the other by name, as they are driven. */
export function shardOf(whole: Plans, profile: PublicProfile, shard: Shard): { readonly plans: Plans; readonly shard: ShardLock } {
  const inOrder = byName(whole);
  const units = [...placeUnits(inOrder, profile, shard.of)];
  return {
    plans: new Map([...whole].map(([name, plan]) => [name, partOf(plan, profile, units, shard)])),
    shard: { ...shard, whole: { planned: plannedBy(inOrder), units } },
  };
}

/** The order in which documents are driven. */
export function byName(plans: Plans): readonly DocumentPlan[] {
  return [...plans.values()].toSorted((one, other) => (one.spec.name < other.spec.name ? -1 : 1));
}

/** The plan of every document that the profile has, as far as its budget goes; the seed decides the order of the cases. */
export function plansFor(specs: Specs, profile: Profile, { seed, selection, walks, depth, only }: Planning): Plans {
  const wanted = documentsOf(specs, profile, selection);
  // Who asks for a clause or a feature is answered by what shows it; walks show everything a little.
  const isNarrowed = selection.clauses !== undefined || selection.features !== undefined;
  const walking = only === undefined && !isNarrowed;
  // Each sends a request at least: more would be planned for nothing.
  const affordableWalks = Math.min(walks, profile.limits.requests);
  const share = (index: number): number => (walking ? Math.floor((affordableWalks + wanted.length - 1 - index) / wanted.length) : 0);
  const shown = depth === 'quick' && isNarrowed ? shownAt(specs.digest) : undefined;
  const plans = wanted.map((spec, index) => {
    const whole = planDocument(specs, spec, profile, selection, seed, share(index));
    const fitted = fitToDepth(whole, profile, depth);
    const plan = fitToSources(shown === undefined ? fitted : showingEnough(specs, fitted, profile, selection, shown), profile);
    return only === undefined ? plan : alone(plan, only, profile);
  });
  if (only !== undefined && plans.every(({ cases, walks: own }) => cases.length + own.length === 0))
    throw new RunError(
      'replay-not-planned',
      `--replay: ${only.case} is not in the plan for this target any more: its profile does not allow it, or has changed`,
    );
  const affordable = fitToBudget(plans, profile, profile.limits, wanted.length * PREFLIGHT_SHARE);
  return new Map(affordable.map((plan) => [plan.spec.name, withReadBacks({ ...plan, cases: shuffled(plan.cases, seed) })]));
}

/** Of cases that only show in passing what is asked for, a quick run drives so many for each clause. */
const ENOUGH = 5;

/** A clause that no step names may show anywhere: what the build saw tells where. */
function showingEnough(specs: Specs, plan: DocumentPlan, profile: Profile, selection: Selection, shown: ShownAt): DocumentPlan {
  const asked = [...specs.clauses.values()].filter(
    (clause) =>
      clause.document === plan.spec.name && isSelected(clause, selection) && (isJudgeable(clause) || clause.filledBy !== undefined),
  );
  const kept = asked.flatMap(({ id, filledBy }): readonly Case[] => {
    // What a profile promises shows where it is observed.
    if (filledBy !== undefined) return plan.cases;
    const naming = plan.cases.filter(({ steps }) => steps.some(({ place }) => rowClauses(plan.spec, place.row).includes(id)));
    const showing = plan.cases.filter(({ steps }) => steps.some(({ place }) => shown.get(id)?.has(placeName(place)) === true));
    if (naming.length > 0) return naming;
    return showing.length > 0 ? showing.slice(0, ENOUGH) : plan.cases;
  });
  return keepCases(plan, profile, new Set(kept), () => undefined);
}

/** Requests of these plans, and the fewest that can take the transitions that were set out for. */
export function plannedBy(plans: readonly DocumentPlan[]): RunPlan['planned'] {
  return {
    requests: plannedRequests(plans),
    lowerBound: plans.reduce((sum, { requests }) => sum + requests.lowerBound, 0),
    families: familyPlans(plans),
  };
}

/** The documented transitions that a run looks at, taken or not. */
export function documentedTransitions(specs: Specs, profile: PublicProfile, selection: Selection): readonly Transition[] {
  const transitions = documentsOf(specs, profile, selection).flatMap((spec) => transitionsOf(spec, profile));
  return transitions.filter(({ documented }) => documented);
}

/** The documents that the target has and the run asks for something of. */
function documentsOf(specs: Specs, profile: PublicProfile, selection: Selection): readonly DocumentSpec[] {
  const asked = new Set([...specs.clauses.values()].flatMap((clause) => (isSelected(clause, selection) ? [clause.document] : [])));
  return Object.values(specs.documents).filter(({ name }) => profile.services[name] !== undefined && asked.has(name));
}

/** The plan with one case only, or with one walk, where what it was made of is still there. */
function alone(plan: DocumentPlan, only: NonNullable<Planning['only']>, profile: Profile): DocumentPlan {
  const withServed = (one: Case): Case => ({ ...one, ...defined({ served: only.served }) });
  if (only.walk === undefined) {
    const cases = plan.cases.filter(({ id }) => id === only.case).map(withServed);
    return { ...plan, cases, walks: [], requests: requestsOf(cases, [], [], []) };
  }
  const walk = readWalkCode(only.walk, plan.parts);
  const planned = walk === undefined ? undefined : planWalk('replay', walk, only.walk);
  const cases = planned?.cases.map((one) => withServed(readable(plan.spec, profile, one))) ?? [];
  const walks = planned === undefined ? [] : [{ ...planned, cases }];
  return { ...plan, cases: [], walks, requests: requestsOf([], walks, [], []) };
}

/** The same entries in an order that the seed decides. */
export function shuffled<Entry>(entries: readonly Entry[], seed: number): readonly Entry[] {
  const subset = fc.shuffledSubarray([...entries], { minLength: entries.length, maxLength: entries.length });
  return fc.sample(subset, { seed, numRuns: 1 })[0] ?? [];
}
