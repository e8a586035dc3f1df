import type { DocumentSpec, Selection, Specs } from '../model/types.ts';
import { isReadBack } from '../model/read-back.ts';
import { isSelected } from '../model/selection.ts';
import { claims, type PublicProfile } from '../profile/profile.ts';
import type { Case, Purpose } from './case.ts';
import { probeCases, tourCase } from './cases.ts';
import { blockersOf, stepBlocker } from './blocker.ts';
import { improperOf, negativeCase } from './negative-data.ts';
import { forbidden } from './permission.ts';
import { noneProvided, notAllProvided, statesAsked, whereProvided } from './provision.ts';
import { openWithout } from '../model/only-adds.ts';
import { clausesOf, rowClauses } from './row-clauses.ts';
import { requestsPlanned } from './steps.ts';
import { planTour, lowerBound } from './tour.ts';
import { transitionsOf, type Transition } from './transition-system.ts';
import type { PlannedWalk } from './walk.ts';
import type { WalkParts } from './walk-code.ts';
import { planWalks } from './walks.ts';
import type { Blocker } from './why.ts';

/** A row that will not be driven, and whose doing that is. */
export interface Omission extends Blocker {
  readonly row: string;
  readonly clauses: readonly string[];
}

/** Everything that a run will send for one document, before anything is sent. */
export interface DocumentPlan {
  readonly spec: DocumentSpec;
  readonly cases: readonly Case[];
  readonly walks: readonly PlannedWalk[];
  /** what walks can be made of */
  readonly parts: WalkParts;
  readonly omissions: readonly Omission[];
  /** the documented transitions, taken or not */
  readonly transitions: readonly Transition[];
  /** those that the tours set out to take */
  readonly goals: readonly Transition[];
  readonly requests: {
    readonly tour: number;
    readonly readBack: number;
    readonly probes: number;
    readonly pagination: number;
    readonly walks: number;
    readonly lowerBound: number;
  };
  /** provider states that tours set up, and the fewest that can do */
  readonly preparations: { readonly tour: number; readonly lowerBound: number };
}

/**
 * Plans one document, as far as the selection asks and the profile allows: a tour over its transitions, its probes, and the values
 * that its operations do not foresee, which the seed picks, and so many walks.
 */
export function planDocument(
  specs: Specs,
  spec: DocumentSpec,
  profile: PublicProfile,
  filter: Selection,
  seed = 0,
  walkCount = 0,
): DocumentPlan {
  const selection = namesAll(specs, spec, profile, filter) ? filter : {};
  const wanted = (clauses: readonly string[]): boolean => clauses.some((id) => isWanted(specs, profile, selection, id));
  const omissions: Omission[] = [];
  const omit = (row: string, clauses: readonly string[], ...given: readonly (Blocker | undefined)[]): boolean => {
    const why = given.filter((one) => one !== undefined);
    omissions.push(...why.map((one) => ({ row, clauses, ...one })));
    return why.length === 0;
  };

  const all = transitionsOf(spec, profile);
  const able = all
    .filter(({ row, id }) => {
      const why = blockersOf(spec, profile, { steps: row.trigger, needs: row.needs }, () => noneProvided(spec, profile, row.given));
      return omit(`transition:${id}`, rowClauses(spec, `transition:${id}`), ...why);
    })
    .map((transition) => whereProvided(spec, profile, transition));
  const goals = able.filter(({ row }) => wanted([...row.clauses, ...(row.also ?? []).flatMap(({ clauses }) => clauses)]));
  // The documented transitions first; what the profile declares beside them is counted with the probes.
  const tour = planTour(
    able,
    goals.filter(({ documented }) => documented),
  );
  const taken = new Set(tour.paths.flatMap(({ transitions }) => transitions));
  const beside = planTour(
    able,
    goals.filter((goal) => !goal.documented && !taken.has(goal)),
  );
  const unreachable = [...tour.unreachable, ...beside.unreachable];
  for (const goal of unreachable) {
    omit(`transition:${goal.id}`, goal.row.clauses, barrier(spec, profile, goal, all, omissions) ?? noWay(goal, able));
  }
  const tours = tour.paths.map((path, index) => readable(spec, profile, tourCase(path, index + 1)));
  const declared = beside.paths.map((path, index) => asProbe(readable(spec, profile, tourCase(path, tours.length + index + 1))));
  const probes = spec.probes.probes
    .filter(({ steps, serves = [] }) => isAskedFor([...clausesOf(steps), ...serves], selection, wanted))
    .filter(({ id, steps, needs = [], permissions = [] }) =>
      omit(
        `probe:${id}`,
        openClauses(spec, `probe:${id}`),
        ...blockersOf(spec, profile, { steps, needs }, () => forbidden(profile, permissions)),
      ),
    )
    .flatMap((probe) => probeCases(spec, probe, seed))
    .map((planned) => readable(spec, profile, planned))
    .filter((planned) => {
      const row = planned.id.replace('probe/', 'probe:');
      return omit(row, openClauses(spec, row), notAllProvided(spec, profile, statesAsked(planned)));
    });
  const improper = spec.endpoints.operations
    .filter(({ improper = [] }) =>
      isAskedFor(
        improper.flatMap(({ expect }) => expect.clauses),
        selection,
        wanted,
      ),
    )
    .flatMap(improperOf)
    .filter(({ id, operation, example: { prepare = [], permissions = [] } }) => {
      const steps = [...prepare, { call: operation.id }];
      // Other rows judge the same clauses: without these cases they are shown all the same.
      return omit(id, [], ...blockersOf(spec, profile, { steps }, () => forbidden(profile, permissions)));
    });
  const parts: WalkParts = { transitions: able, probes, improper };
  const walks = planWalks(spec, parts, walkCount, seed).map((walk) => ({
    ...walk,
    cases: walk.cases.map((planned) => readable(spec, profile, planned)),
  }));
  const negative = improper.map((one) => negativeCase(spec.name, one, seed));
  const covered = goals.filter((goal) => goal.documented && !unreachable.includes(goal));
  const cases = [...tours, ...declared, ...probes, ...negative];
  return {
    spec,
    cases,
    walks,
    parts,
    omissions: omissions.filter(({ clauses }) => clauses.length === 0 || wanted(clauses)),
    transitions: all.filter(({ documented }) => documented),
    goals: covered,
    requests: requestsOf(cases, walks, covered, all),
    preparations: { tour: tours.length, lowerBound: covered.filter(({ from, machine }) => from === machine.initial).length },
  };
}

/** What stays open where a row is not driven: nothing of what it only adds to others. */
function openClauses(spec: DocumentSpec, row: string): readonly string[] {
  return openWithout(spec, row, rowClauses(spec, row));
}

/** Names what the profile may declare to lead there: of what begins where the machine begins, else of all. */
function noWay({ from, machine }: Transition, able: readonly Transition[]): Blocker {
  const silent = able.filter((one) => one.machine === machine && !one.documented && one.continues === undefined);
  const first = silent.filter((one) => one.from === machine.initial);
  const names = [...new Set((first.length > 0 ? first : silent).flatMap(({ row }) => declaredBy(row)))];
  const remedy = names.length === 0 ? '' : `. Say under declares which of these does: ${someOf(names)}`;
  return { why: `nothing documented, bound or declared leads to ${from}${remedy}`, blame: 'config' };
}

function declaredBy({ to }: Transition['row']): readonly string[] {
  return typeof to === 'object' && 'declared' in to ? [to.declared] : [];
}

function someOf(names: readonly string[]): string {
  return names.length > 4 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} more` : names.join(', ');
}

/** What keeps the way to a transition from being taken, where there is a way. */
function barrier(
  spec: DocumentSpec,
  profile: PublicProfile,
  { id, from }: Transition,
  all: readonly Transition[],
  omissions: readonly Omission[],
): Blocker | undefined {
  const goals = all.filter((one) => one.id === id);
  const [way] = planTour(all, goals).paths;
  const left = way?.transitions.map((one) => omissions.find(({ row }) => row === `transition:${one.id}`));
  const found =
    left?.find((omission) => omission !== undefined) ?? notAllProvided(spec, profile, way?.given === undefined ? [] : [way.given]);
  if (found === undefined) return undefined;
  const { why, blame, key } = found;
  return { why: `${why}, which leads to ${from}`, blame, ...(key === undefined ? {} : { key }) };
}

/** True where steps name every clause that the filter wants; what only fields, links or errors show may show anywhere. */
function namesAll(specs: Specs, spec: DocumentSpec, profile: PublicProfile, filter: Selection): boolean {
  const transitions = spec.states.machines.flatMap((machine) => machine.transitions);
  const named = new Set([
    ...transitions.flatMap(({ clauses, also = [], trigger }) => [...clauses, ...also.flatMap((one) => one.clauses), ...clausesOf(trigger)]),
    ...spec.probes.probes.flatMap(({ steps, serves = [] }) => [...clausesOf(steps), ...serves]),
  ]);
  const judged = spec.clauses.filter(({ status }) => status === 'testable' || status === 'reference-only');
  return judged.every(({ id }) => named.has(id) || !isWanted(specs, profile, filter, id));
}

function isWanted(specs: Specs, profile: PublicProfile, selection: Selection, id: string): boolean {
  const clause = specs.clauses.get(id);
  return clause !== undefined && isSelected(clause, selection) && claims(profile, clause);
}

/** Requests that cases send, by what they are sent for, beside the fewest that can take these transitions over all ways there are. */
export function requestsOf(
  cases: readonly Case[],
  walks: readonly PlannedWalk[],
  goals: readonly Transition[],
  ways: readonly Transition[],
): DocumentPlan['requests'] {
  return {
    tour: count(cases, 'tour'),
    readBack: count(cases, 'read-back'),
    probes: count(cases, 'probe'),
    pagination: count(cases, 'pagination'),
    walks: walkRequests(walks),
    lowerBound: lowerBound(goals, ways),
  };
}

/** Requests that walks send. */
function walkRequests(walks: readonly PlannedWalk[]): number {
  return walks.reduce((sum, { cases }) => sum + count(cases, 'walk'), 0);
}

/** The same plan with these of its walks only: no clause rests on a walk, so nothing stays open. */
export function keepWalks(plan: DocumentPlan, kept: (walk: PlannedWalk) => boolean): DocumentPlan {
  const walks = plan.walks.filter(kept);
  return walks.length === plan.walks.length ? plan : { ...plan, walks, requests: { ...plan.requests, walks: walkRequests(walks) } };
}

function count(cases: readonly Case[], purpose: Purpose): number {
  return cases.reduce((sum, { steps }) => sum + requestsPlanned(steps.filter((step) => step.purpose === purpose)), 0);
}

/** What judges nothing itself and names nothing that it serves is driven in every run that is not filtered by clause or feature. */
function isAskedFor(own: readonly string[], { features, clauses }: Selection, wanted: (clauses: readonly string[]) => boolean): boolean {
  return own.length === 0 ? features === undefined && clauses === undefined : wanted(own);
}

/** Transitions that only the profile promises are asked for like probes. */
function asProbe(planned: Case): Case {
  return {
    ...planned,
    kind: 'probe',
    steps: planned.steps.map(({ vary: _none, ...step }) => (step.purpose === 'tour' ? { ...step, purpose: 'probe' } : step)),
  };
}

/** Leaves out read-backs whose operation the profile does not bind, and what a case goes on without. */
export function readable(spec: DocumentSpec, profile: PublicProfile, planned: Case): Case {
  return {
    ...planned,
    steps: planned.steps.filter(
      ({ step, place }) => (!isReadBack(place) && step.open !== true) || stepBlocker(spec, profile, step) === undefined,
    ),
  };
}

/** Requests of these plans by what they are sent for, credentials and waits aside. */
export function plannedByPurpose(
  plans: readonly DocumentPlan[],
): Readonly<Record<'tour' | 'readBack' | 'probes' | 'pagination' | 'walks', number>> {
  const sum = (purpose: keyof ReturnType<typeof plannedByPurpose>): number =>
    plans.reduce((total, { requests }) => total + requests[purpose], 0);
  return { tour: sum('tour'), readBack: sum('readBack'), probes: sum('probes'), pagination: sum('pagination'), walks: sum('walks') };
}

/** All of them. */
export function plannedRequests(plans: readonly DocumentPlan[]): number {
  return Object.values(plannedByPurpose(plans)).reduce((sum, requests) => sum + requests, 0);
}
