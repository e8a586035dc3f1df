import { defined } from '../model/defined.ts';
import { documentOf } from '../model/document-of.ts';
import type { ClauseResult, Report, RunPlan, Shard, Specs } from '../model/types.ts';
import { boundedValue, excerpt } from '../report/excerpt.ts';
import { shellWord } from '../report/shell.ts';
import { isFiltered, isJudgeable } from '../model/selection.ts';
import type { ClauseVerdict, Judgement, Verdict } from '../judge/judgement.ts';
import { viewOf } from '../judge/evidence.ts';
import type { Finding } from '../judge/finding.ts';
import { describeAnswer } from '../judge/outcome.ts';
import type { Transition } from '../plan/transition-system.ts';
import type { PublicProfile } from '../profile/profile.ts';
import { failuresOf, flakesOf } from './failures.ts';
import { standingIn } from './load/load-standing.ts';
import type { PlacedWaiver } from '../profile/waivers.ts';
import { transitionResults, familyResults, latencyOf, probeFamilies, EXIT_CODES, outcomeOf } from './results.ts';
import { rangesOf } from '../report/ranges.ts';
import { replayedIn } from './replay.ts';
import { waive } from './waive.ts';
import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';

/** What a run has come to. */
export interface RunResult {
  readonly plan: ReportedPlan;
  readonly specs: Specs;
  readonly profile: PublicProfile;
  /** the documented ones, taken or not */
  readonly transitions: readonly Transition[];
  readonly events: readonly TraceEvent[];
  readonly judgement: Judgement;
  readonly durationMs: number;
  /** what broke in the harness itself */
  readonly harnessErrors: readonly string[];
  readonly interrupted: boolean;
  /** what cut it short, where it was more than an interruption */
  readonly cutShort?: string;
  /** why the preflight stopped the run */
  readonly stopped?: Report['stopped'];
  /** known deviations; held against the day the run began */
  readonly waivers?: readonly PlacedWaiver[];
}

/** What of a plan a report shows; what was driven in process has no more. */
type ReportedPlan = Pick<
  RunPlan,
  'tool' | 'seed' | 'selection' | 'walks' | 'depth' | 'only' | 'target' | 'faults' | 'preset' | 'choices' | 'planned' | 'startedAt' | 'node'
>;

/** The report of a run: a pure projection of plan, trace and judgement (specs/meta/report.schema.json). */
export function assembleReport(result: RunResult): Report {
  const { plan, specs, profile, judgement, events } = result;
  const exchanges = events.filter((event) => event.type === 'exchange');
  const transitions = transitionResults(result.transitions, events, judgement.findings);
  const verdicts = judgement.clauses.filter(({ clause }) => isJudgeable(clause));
  const count = (wanted: Verdict): number => verdicts.filter(({ verdict }) => verdict === wanted).length;
  const failed = judgement.findings.filter(({ verdict }) => verdict === 'fail');
  const failedClauses = new Set(judgement.clauses.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause.id));
  const watched = new Set(judgement.clauses.filter(isLookedAt).map(({ clause }) => clause.id));
  const context = {
    events,
    seed: plan.seed,
    specsDigest: specs.digest,
    target: { name: profile.name, digest: events.find((event) => event.type === 'run')?.profileDigest ?? '' },
    selection: plan.selection,
    embedded: profile.embedded,
    answer: (exchange: ExchangeEvent): string => answerOf(result, exchange),
  };
  const found = {
    failures: failuresOf({ ...context, counts: (clause) => failedClauses.has(clause) }, failed),
    flaky: flakesOf({ ...context, counts: (clause) => watched.has(clause) }, judgement.flakes),
  };
  const { harnessErrors, interrupted, stopped } = result;
  const shard = events.find((event) => event.type === 'run')?.shard;
  // Under load only some of what is said of a clause is seen.
  const isLoad = events.some((event) => event.type === 'case' && event.kind === 'load');
  const whole = !isLoad && !interrupted && shard === undefined && stopped === undefined && harnessErrors.length === 0;
  const { failures, flaky, waived, excused, bad } = waive(
    result.waivers ?? [],
    { ...found, judgement, profile, whole },
    new Date(plan.startedAt),
  );
  const observations = distinct(judgement.observations);
  const leftovers = events.filter((event) => event.type === 'leftover');
  const leftOut = leftOutOf({ observations, leftovers, harnessErrors });
  const load = events.find((event) => event.type === 'load');
  const standing = standingIn(result);
  const outcome = outcomeOf({
    harnessErrors,
    interrupted,
    stopped: stopped !== undefined,
    shard: shard !== undefined,
    badWaivers: bad,
    failures: failures.length,
    flaky: flaky.length,
    waived: excused.size,
    load: standing,
    verdicts: verdicts.filter(({ clause }) => !excused.has(clause.id)),
  });
  const familyOf = probeFamilies(specs);
  const familiesOf = (document: string, findings: readonly Finding[]): Pick<ClauseResult, 'families'> => {
    const families = [...new Set(findings.flatMap(({ check }) => familyOf(document, check) ?? []))].toSorted();
    return families.length === 0 ? {} : { families };
  };
  const clauses = judgement.clauses.map(({ clause, basis, verdict, blame, reason, furtherReasons, findings }) => ({
    id: clause.id,
    document: clause.document,
    section: clause.source.section,
    feature: clause.feature,
    says: clause.says,
    status: clause.status,
    basis,
    verdict,
    ...defined({ blame }),
    ...withReason(reason === undefined ? undefined : excerpt(reason, VALUE), excused.get(clause.id)),
    ...defined({ furtherReasons: furtherReasons?.slice(0, FURTHER).map((further) => excerpt(further, VALUE)) }),
    ...familiesOf(clause.document, findings),
    checks: [...new Set(findings.map(({ check }) => check))],
    ...evidenceOf(findings, verdict),
  }));
  return {
    schemaVersion: 1,
    tool: { ...plan.tool },
    specs: { digest: specs.digest, clauses: specs.clauses.size },
    target: { name: profile.name, claims: claimsOf(result) },
    ...(isFiltered(plan.selection) ? { selection: { ...plan.selection } } : {}),
    ...notCertifiable(plan, shard),
    ...replayFlags(plan),
    ...defined({ shard, stopped: result.stopped }),
    ...(result.interrupted ? { partial: result.cutShort ?? 'it was interrupted' } : {}),
    seed: plan.seed,
    startedAt: plan.startedAt,
    durationMs: result.durationMs,
    requests: {
      sent: exchanges.length,
      tour: sent(exchanges, 'tour'),
      readBack: sent(exchanges, 'read-back'),
      walks: sent(exchanges, 'walk'),
      probes: sent(exchanges, 'probe'),
      pagination: sent(exchanges, 'pagination'),
      followUp: sent(exchanges, 'follow-up'),
      cleanUp: sent(exchanges, 'clean-up'),
      preflight: sent(exchanges, 'preflight'),
      ...(sent(exchanges, 'load') === 0 ? {} : { load: sent(exchanges, 'load') }),
      planned: plan.planned.requests,
      lowerBound: plan.planned.lowerBound,
    },
    ...(plan.planned.families === undefined || plan.only !== undefined
      ? {}
      : { families: familyResults(plan.planned.families, specs, judgement.findings) }),
    outcome,
    exitCode: EXIT_CODES[outcome],
    ...(isDriven(outcome) ? replayedIn({ failures, clauses }, plan.only, { specs, events }) : {}),
    summary: {
      clauses: {
        testable: verdicts.filter(({ clause }) => clause.status === 'testable').length,
        referenceOnly: verdicts.filter(({ clause }) => clause.status === 'reference-only').length,
        passed: count('pass'),
        failed: count('fail'),
        inconclusive: count('inconclusive'),
        skipped: count('skipped'),
        error: count('error'),
        ...(verdicts.some(({ clause }) => excused.has(clause.id))
          ? { waived: verdicts.filter(({ clause }) => excused.has(clause.id)).length }
          : {}),
      },
      transitions: {
        documented: transitions.length,
        exercised: transitions.filter(({ times }) => times > 0).length,
        passed: transitions.filter(({ verdict }) => verdict === 'pass').length,
      },
    },
    clauses,
    transitions,
    failures,
    observations: observations.slice(0, MOST),
    latency: latencyOf(exchanges),
    waived,
    ...(bad.length === 0 ? {} : { badWaivers: bad }),
    ...(outcome === 'inconclusive' && standing?.kind === 'open'
      ? { inconclusive: { because: standing.because, blame: standing.blame } }
      : {}),
    ...defined({ load }),
    flaky,
    leftovers: leftovers.slice(0, MOST).map(({ what, detail, case: owner }) => ({ what, detail: excerpt(detail, VALUE), case: owner })),
    environment: {
      node: plan.node,
      harnessErrors: harnessErrors.slice(0, MOST).map((error) => excerpt(error, VALUE)),
      ...(interrupted ? { interrupted: true } : {}),
      ...leftOut,
    },
  };
}

/** A run that broke off says nothing of what it was to replay. */
function isDriven(outcome: Report['outcome']): boolean {
  return outcome === 'violations' || outcome === 'inconclusive' || outcome === 'conformant';
}

function withReason(reason: string | undefined, excuse: string | undefined): Pick<Report['clauses'][number], 'reason' | 'waived'> {
  if (excuse !== undefined) return { reason: `${excuse}; ${reason ?? ''}`, waived: true };
  return reason === undefined ? {} : { reason };
}

/** What is seen in a probe and again in walks is told once. */
function distinct(observations: Judgement['observations']): Report['observations'] {
  const bounded = observations.map(({ value, ...rest }) => ({ ...rest, value: boundedValue(value, VALUE) }));
  return [...new Map(bounded.map((observation) => [JSON.stringify(observation), observation])).values()];
}

/** The first exchanges that checks looked at, those that decided the verdict before others, and how many there are beside them. */
function evidenceOf(
  findings: readonly Finding[],
  decided: ClauseResult['verdict'],
): Pick<ClauseResult, 'exchanges' | 'furtherExchanges' | 'allExchanges'> {
  const decides = ({ verdict }: Finding): number => (verdict === decided ? 0 : 1);
  const all = [...new Set(findings.toSorted((one, other) => decides(one) - decides(other)).flatMap(({ exchanges }) => exchanges))];
  const further = all.length - NAMED;
  return { exchanges: all.slice(0, NAMED), ...(further > 0 ? { furtherExchanges: further, allExchanges: rangesOf(all) } : {}) };
}

/** What a report holds, however much there is to tell: exchanges and further reasons of a clause, entries of a list, characters of a value. */
const NAMED = 10;
const MOST = 5_000;
const FURTHER = 8;
const VALUE = 1_500;

/** How many entries the report has no room for, list by list. */
function leftOutOf(lists: Readonly<Record<string, readonly unknown[]>>): { readonly leftOut?: Readonly<Record<string, number>> } {
  const over = Object.entries(lists).flatMap(([name, { length }]) => (length > MOST ? [[name, length - MOST] as const] : []));
  return over.length === 0 ? {} : { leftOut: Object.fromEntries(over) };
}

/** A certificate speaks of the whole: all clauses that are claimed, of a deployment as it is, and walks beside what is planned. */
function notCertifiable({ selection, walks, depth, only, faults }: ReportedPlan, shard: Shard | undefined): Pick<Report, 'notCertifiable'> {
  const all = [
    ...(shard === undefined ? [] : [`shard ${shard.number} of ${shard.of}`]),
    ...Object.entries(selection).map(([what, value]) => `narrowed to ${what} ${String(value)}`),
    ...(depth === 'quick' ? ['the depth quick'] : []),
    ...(walks === 0 ? ['no random walks'] : []),
    ...(only === undefined ? [] : [`a replay of ${only.case}`]),
    ...faults.map((fault) => `the fault ${fault} of the mock was on`),
  ];
  return all.length === 0 ? {} : { notCertifiable: all };
}

/** Without its target, faults and choices a token could not be replayed, or would be replayed against something else. */
function replayFlags({ target, faults, preset, choices = [] }: ReportedPlan): Pick<Report, 'replayFlags'> {
  const flags = [
    ...(target === undefined ? [] : ['--target', shellWord(target)]),
    ...faults.flatMap((id) => ['--fault', shellWord(id)]),
    ...(preset === undefined ? [] : ['--preset', shellWord(preset)]),
    ...choices.flatMap((choice) => ['--choice', shellWord(choice)]),
  ];
  return flags.length === 0 ? {} : { replayFlags: flags.join(' ') };
}

/** A flake is told of every clause that the run looks at: also where the document is silent, and the profile's own promise is broken at times. */
function isLookedAt({ clause, verdict, erratum }: ClauseVerdict): boolean {
  return verdict !== 'skipped' && clause.status !== 'informative' && erratum === undefined;
}

function answerOf({ specs, profile }: RunResult, exchange: ExchangeEvent): string {
  const view = viewOf(documentOf(specs, exchange.document), profile, exchange);
  return view === undefined ? (exchange.failure?.kind ?? 'no answer') : describeAnswer(view).replace('status ', '');
}

function claimsOf({ specs, profile }: RunResult): string[] {
  const features = Object.values(specs.documents).flatMap(({ features, name }) =>
    profile.services[name] === undefined ? [] : features.map(({ id }) => ({ id, name })),
  );
  return features.filter(({ id, name }) => profile.services[name]?.claims?.includes(id) ?? true).map(({ id }) => id);
}

function sent(exchanges: readonly ExchangeEvent[], purpose: string): number {
  return exchanges.filter((exchange) => exchange.purpose === purpose).length;
}
