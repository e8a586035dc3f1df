import type { TransitionResult, FamilyPlan, FamilyResult, PlaceLacking, Specs, Latency, BadWaiver, Report } from '../model/types.ts';
import { isReadBack } from '../model/read-back.ts';
import type { Finding } from '../judge/finding.ts';
import type { Transition } from '../plan/transition-system.ts';
import type { IntentEvent, TraceEvent, ExchangeEvent } from '../trace/events.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { LoadStanding } from './load/load-standing.ts';
import { grouped } from '../model/grouped.ts';

/** What became of each documented transition. */
export function transitionResults(
  transitions: readonly Transition[],
  events: readonly TraceEvent[],
  findings: readonly Finding[],
): TransitionResult[] {
  // 'transition/door.shut' and 'transition/door.shut/trigger/1/0' together
  const byRow = grouped(findings, ({ check }) => check.split('/', 2).join('/'));
  const intents = events.filter((event) => event.type === 'intent');
  const answered = new Set(
    events
      .filter((event) => event.type === 'exchange')
      .filter(({ response }) => response !== undefined)
      .map(({ seq }) => seq),
  );
  const readBacks = events.filter((event) => event.type === 'exchange').filter(({ place }) => isReadBack(place));
  return transitions.map((transition) => {
    const own = intents.filter((intent) => intent.transition === transition.id && answered.has(intent.exchange));
    return {
      id: transition.id,
      document: transition.document,
      machine: transition.machine.id,
      from: transition.from,
      to: transition.target,
      times: own.length,
      readBack: readBacks.filter(({ place }) => place.row === `transition:${transition.id}`).length,
      verdict: verdictOf(transition, own, byRow),
    };
  });
}

function verdictOf(
  transition: Transition,
  intents: readonly IntentEvent[],
  byRow: ReadonlyMap<string, readonly Finding[]>,
): TransitionResult['verdict'] {
  const cases = new Set(intents.map((intent) => intent.case));
  const { id, clauses } = transition.row;
  // What its steps show beside their last answer belongs to it only where it speaks of the same clause.
  const own = [`transition/${id}`, `read-back/${id}`]
    .flatMap((row) => byRow.get(row) ?? [])
    .filter(
      ({ check, verdict, clauses: of }) => check.split('/').length === 2 || (verdict === 'fail' && of.some((one) => clauses.includes(one))),
    )
    .filter((finding) => finding.case !== undefined && cases.has(finding.case));
  if (own.some(({ verdict }) => verdict === 'fail')) return 'fail';
  if (own.some(({ verdict }) => verdict === 'pass')) return 'pass';
  return intents.length > 0 ? 'inconclusive' : 'skipped';
}

/** What the probes of one place came to; nothing where none of them was asked. */
interface PlaceOutcome {
  readonly verdicts: Set<Finding['verdict']>;
  /** why a probe of the place decided nothing */
  readonly lacks?: string;
}

/** What became of the places of each oracle family. */
export function familyResults(
  plans: readonly FamilyPlan[],
  { documents }: Pick<Specs, 'documents'>,
  findings: readonly Finding[],
): FamilyResult[] {
  const families = outcomesByPlace(documents, findings);
  return plans.map((plan) => {
    const places = families.get(plan.name) ?? new Map<string, PlaceOutcome>();
    const exercised = [...places.values()].filter(({ verdicts }) => verdicts.size > 0);
    return {
      ...plan,
      exercised: exercised.length,
      passed: exercised.filter(({ verdicts }) => verdicts.has('pass') && !verdicts.has('fail')).length,
      notExercisable: [...plan.notExercisable, ...undecided(plan, places)],
    };
  });
}

/** Planned places without a decision, each with why; of those that were not asked about only where all places were planned. */
function undecided({ places, planned, notExercisable }: FamilyPlan, outcomes: ReadonlyMap<string, PlaceOutcome>): readonly PlaceLacking[] {
  const isWhole = outcomes.size === places && planned + notExercisable.length === places;
  const told = new Set(notExercisable.map(({ place }) => place));
  return [...outcomes].flatMap(([place, { verdicts, lacks }]) => {
    if (told.has(place) || verdicts.has('pass') || verdicts.has('fail')) return [];
    if (lacks !== undefined) return [{ place, lacks }];
    return isWhole ? [{ place, lacks: 'its precondition did not occur in this run' }] : [];
  });
}

/** By family and place; what a probe takes of another one's steps counts at both places. */
function outcomesByPlace(
  documents: Specs['documents'],
  findings: readonly Finding[],
): ReadonlyMap<string, ReadonlyMap<string, PlaceOutcome>> {
  const verdicts = verdictsByProbe(findings);
  const reasons = new Map(findings.flatMap(({ check, reason }) => (reason === undefined ? [] : [[check.split('/')[1], reason] as const])));
  const families = new Map<string, Map<string, PlaceOutcome>>();
  for (const { name, probes } of Object.values(documents))
    for (const { id, family } of probes.probes) {
      if (family === undefined) continue;
      const own = families.get(family.name) ?? new Map<string, PlaceOutcome>();
      families.set(family.name, own);
      for (const place of new Set([family.place, family.includes ?? family.place])) {
        const key = `${name}/${place}`;
        const outcome = own.get(key) ?? { verdicts: new Set() };
        const lacks = reasons.get(id) ?? outcome.lacks;
        own.set(key, lacks === undefined ? outcome : { ...outcome, lacks });
        for (const verdict of verdicts.get(id) ?? []) outcome.verdicts.add(verdict);
      }
    }
  return families;
}

/** Verdicts on what the target answered, or emitted, by the id of the probe that asked. */
function verdictsByProbe(findings: readonly Finding[]): ReadonlyMap<string, ReadonlySet<Finding['verdict']>> {
  const found = new Map<string, Set<Finding['verdict']>>();
  for (const { check, verdict, exchanges } of findings) {
    const [kind, id = ''] = check.split('/');
    const isShown = exchanges.length > 0 || verdict === 'pass' || verdict === 'fail';
    if (kind === 'probe' && isShown) found.set(id, (found.get(id) ?? new Set()).add(verdict));
  }
  return found;
}

/** The family of each probe that has one, by document and probe. */
export function probeFamilies({ documents }: Pick<Specs, 'documents'>): (document: string, check: string) => string | undefined {
  const families = new Map(
    Object.values(documents).flatMap(({ name, probes }) => probes.probes.map(({ id, family }) => [`${name}/${id}`, family?.name] as const)),
  );
  return (document, check) => {
    const [kind, id = ''] = check.split('/');
    return kind === 'probe' ? families.get(`${document}/${id}`) : undefined;
  };
}

/** How long answers took, in milliseconds, operation by operation in the order of their names. */
export function latencyOf(exchanges: readonly ExchangeEvent[]): Latency[] {
  const times = new Map<string, { readonly document: Latency['document']; readonly operation: string; readonly all: number[] }>();
  for (const { document, operation, response, durationMs } of exchanges) {
    if (operation === undefined || response === undefined) continue;
    const key = `${document} ${operation}`;
    const known = times.get(key) ?? { document, operation, all: [] };
    known.all.push(durationMs);
    times.set(key, known);
  }
  return [...times]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { document, operation, all }]) => {
      const sorted = all.toSorted((a, b) => a - b);
      return { document, operation, samples: sorted.length, p50: percentile(sorted, 0.5), p90: percentile(sorted, 0.9) };
    });
}

/** The nearest rank, to a hundredth of a millisecond. */
function percentile(sorted: readonly number[], part: number): number {
  return Math.round((sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0) * 100) / 100;
}

export const EXIT_CODES: Readonly<Record<Report['outcome'], number>> = {
  conformant: 0,
  violations: 1,
  usage: 2,
  shard: 0,
  inconclusive: 3,
  partial: 3,
  error: 4,
};

/** All that decides what a run comes to. */
export interface Outcomes {
  readonly harnessErrors: readonly string[];
  readonly interrupted: boolean;
  readonly stopped: boolean;
  /** the run is a part of one: what it leaves open, other parts may show */
  readonly shard: boolean;
  readonly badWaivers: readonly BadWaiver[];
  /** how many of each count: what is waived does not */
  readonly failures: number;
  readonly flaky: number;
  readonly waived: number;
  /** undefined where there was neither load nor probe */
  readonly load: LoadStanding | undefined;
  /** of the clauses that can be judged and are not waived */
  readonly verdicts: Judgement['clauses'];
}

/** When several apply: 4, 2, 1, 3, 0. */
export function outcomeOf({
  harnessErrors,
  interrupted,
  stopped,
  shard,
  badWaivers,
  failures,
  flaky,
  waived,
  load,
  verdicts,
}: Outcomes): Report['outcome'] {
  if (harnessErrors.length > 0) return 'error';
  // What is beyond a waiver's maximum is a violation, not a mistake.
  if (stopped || badWaivers.some(({ problem }) => problem !== 'exceeded')) return 'usage';
  if (failures > 0 || load?.kind === 'missed') return 'violations';
  if (interrupted) return 'partial';
  // No statement on conformance, whatever it has seen: that is made where all parts are joined.
  if (shard) return 'shard';
  if (load !== undefined && load.kind !== 'sound') return 'inconclusive';
  // What fails now and then is no violation shown, and no conformance either.
  if (flaky > 0) return 'inconclusive';
  // A run that judged nothing cannot pass.
  const judged = waived > 0 || verdicts.some(({ verdict }) => verdict === 'pass');
  const open = verdicts.some(({ verdict, erratum }) => verdict === 'error' || (verdict === 'inconclusive' && erratum === undefined));
  return judged && !open ? 'conformant' : 'inconclusive';
}
