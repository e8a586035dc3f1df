import { defined } from '../model/defined.ts';
import { documentOf } from '../model/document-of.ts';
import { erratumReason } from '../model/errata.ts';
import type { Blame, DocumentName, DocumentSpec, Erratum, IndexedClause, Selection, Specs } from '../model/types.ts';
import { openWithout } from '../model/only-adds.ts';
import { missingNeeds } from '../profile/needs.ts';
import { claims, underControl } from '../profile/profile.ts';
import type { PublicProfile } from '../profile/profile.ts';
import type { BlockedEvent, TraceEvent } from '../trace/events.ts';
import { indexTrace } from './evidence.ts';
import { withoutIndirect } from './indirect.ts';
import type { Basis, JudgeInput, Finding, Judge, Judged, Observation } from './finding.ts';
import { settleFlakes } from './flakes.ts';
import type { Flake } from './flakes.ts';
import { checksOf, judges } from './judges.ts';
import { outcomeChecks } from './step-judge.ts';
import { oncePer } from '../model/once-per.ts';
import { isSelected } from '../model/selection.ts';
import { withSpender } from './spent-budget.ts';
import { mostRefused, withoutRefusedOperations } from './refused-operations.ts';
import type { Refusal } from './refused-operations.ts';
import { withoutUnverifiedBindings } from './unverified-bindings.ts';
import { withoutUnfollowedClock } from './unfollowed-clock.ts';
import { withoutUnverifiedCredentials } from './unverified-credentials.ts';
import { withoutUnverifiedStates } from './unverified-states.ts';

export type Verdict = 'pass' | 'fail' | 'inconclusive' | 'skipped' | 'error';

export interface ClauseVerdict {
  readonly clause: IndexedClause;
  readonly basis: Basis;
  /** null where there is nothing to judge */
  readonly verdict: Verdict | null;
  readonly blame?: Blame;
  readonly reason?: string;
  /** what else keeps it inconclusive */
  readonly furtherReasons?: readonly string[];
  /** inconclusive only because the clause or a check is known to be wrong: no target can put that right */
  readonly erratum?: true;
  readonly findings: readonly Finding[];
}

/** Everything that the judges say of one trace. */
export interface Judgement {
  readonly clauses: readonly ClauseVerdict[];
  readonly findings: readonly Finding[];
  /** failures that showed once, and that timing, transport or a provider state can explain: among the findings they are inconclusive */
  readonly flakes: readonly Flake[];
  readonly observations: readonly Observation[];
}

/** What keeps an answer that came from being read; it is the target's to change. */
const UNREAD: ReadonlyMap<unknown, string> = new Map([
  ['too-large', 'answers of the target were more than is read'],
  ['undecodable', 'answers of the target could not be unpacked'],
  ['not-sendable', 'values that the target gave out fit into no header'],
]);

/** What is said of a run that was stopped before it sent what could be judged. */
export const EMPTY_JUDGEMENT: Judgement = { clauses: [], findings: [], flakes: [], observations: [] };

/**
 * Judges a whole trace: a pure function of specs, profile and events, so that a run can be judged again at any time.
 *
 * @param those who judge; every judge, and those of limits beside them, where a run has left the trace
 */
export function judge(
  specs: Specs,
  profile: PublicProfile,
  recorded: readonly TraceEvent[],
  selection: Selection = {},
  those: readonly Judge[] = judges,
): Judgement {
  const events = withSpender(recorded);
  const evidence = indexTrace(events);
  const documents = Object.values(specs.documents).map(({ name }) => name);
  const judged = judgeEvidence(specs, profile, documents, (spec) => judgeDocument({ specs, spec, profile, evidence }, those));
  const { findings, flakes } = settleFlakes(evidence, amend(specs, judged.findings), {
    outcomeChecks: () => Object.values(specs.documents).flatMap(outcomeChecks),
    sources: profile.sources,
  });
  const byClause = new Map<string, Finding[]>();
  for (const finding of findings) {
    for (const clause of finding.clauses) {
      const list = byClause.get(clause);
      if (list === undefined) byClause.set(clause, [finding]);
      else list.push(finding);
    }
  }
  const cut = events.filter((event) => event.type === 'blocked').find(({ key }) => key?.startsWith('budget.') === true);
  const silent = events.some((event) => event.type === 'blocked' && event.blame === 'network');
  const unread = events.flatMap((event) => (event.type === 'exchange' ? (UNREAD.get(event.failure?.kind) ?? []) : []))[0];
  const probing = events.some((event) => event.type === 'case' && event.kind === 'load');
  const passing = seenInPassing(specs);
  const leading = transitionsToStates(specs);
  const { shard, replays } = events.find((event) => event.type === 'run') ?? {};
  const astray = new Map(
    findings
      .filter(({ check, verdict }) => verdict === 'fail' && leading.has(check))
      .map(({ clauses: [clause = ''], check }) => [specs.clauses.get(clause)?.document, check]),
  );
  const refusedOf = oncePer((spec: DocumentSpec) => mostRefused({ specs, spec, profile, evidence }, findings));
  const selected = [...specs.clauses.values()].filter((clause) => isSelected(clause, selection));
  return {
    clauses: selected.map((clause) =>
      scored(
        clauseVerdict(clause, profile, byClause.get(clause.id) ?? [], {
          silent,
          probing,
          unread,
          cut,
          shard: shard === undefined ? undefined : `not in shard ${shard.number} of ${shard.of}`,
          replaying: replays !== undefined,
          passing: passing.has(clause.id),
          astray: astray.get(clause.document),
          refused: () => refusedOf(documentOf(specs, clause.document)),
          unfilled: missingNeeds(documentOf(specs, clause.document), profile, clause.needs ?? []),
          erratum: specs.errata.find((erratum) => erratum.clause === clause.id),
          adds: ({ check }) => isPlaceBesides(documentOf(specs, clause.document), check, clause.id),
        }),
      ),
    ),
    findings,
    flakes,
    observations: judged.observations,
  };
}

/** What the judges say of some events about some documents, clause by clause unweighed: a case alone can be judged like a whole trace. */
export function judgeEvents(
  specs: Specs,
  profile: PublicProfile,
  events: readonly TraceEvent[],
  documents: readonly DocumentName[],
): Required<Judged> {
  const evidence = indexTrace(events);
  return judgeEvidence(specs, profile, documents, (spec) => allSay({ specs, spec, profile, evidence }, judges));
}

/** The findings of a whole trace about some documents, weighed as `judge` weighs them but for what was driven again. */
export function judgeDocuments(
  specs: Specs,
  profile: PublicProfile,
  events: readonly TraceEvent[],
  documents: readonly DocumentName[],
): readonly Finding[] {
  const evidence = indexTrace(events);
  const { findings } = judgeEvidence(specs, profile, documents, (spec) => judgeDocument({ specs, spec, profile, evidence }, judges));
  return amend(specs, findings);
}

/** Findings of single cases of a trace, weighed against all of it: much cheaper than to judge it again, and without what several cases show together. */
export function weighFindings(
  specs: Specs,
  profile: PublicProfile,
  events: readonly TraceEvent[],
  document: DocumentName,
  findings: readonly Finding[],
): readonly Finding[] {
  return amend(specs, weighed({ specs, spec: documentOf(specs, document), profile, evidence: indexTrace(events) }, findings));
}

function judgeEvidence(
  specs: Specs,
  profile: PublicProfile,
  documents: readonly DocumentName[],
  say: (spec: DocumentSpec) => Required<Judged>,
): Required<Judged> {
  const judged = documents.filter((name) => profile.services[name] !== undefined).map((name) => say(documentOf(specs, name)));
  return { findings: judged.flatMap(({ findings }) => findings), observations: judged.flatMap(({ observations }) => observations) };
}

function allSay(input: JudgeInput, those: readonly Judge[]): Required<Judged> {
  const judged = those.map((one) => one.judge(input));
  return { findings: judged.flatMap(({ findings }) => findings), observations: judged.flatMap(({ observations = [] }) => observations) };
}

/** What a check that is known to be wrong says is no more than that it was asked. */
function amend({ errata }: Specs, findings: readonly Finding[]): readonly Finding[] {
  const byCheck = new Map(errata.flatMap((erratum) => (erratum.check === undefined ? [] : [[erratum.check, erratum] as const])));
  if (byCheck.size === 0) return findings;
  return findings.map((finding) => {
    const erratum = byCheck.get(finding.check);
    return erratum === undefined
      ? finding
      : { ...finding, verdict: 'inconclusive', blame: 'harness', reason: erratumReason(erratum), erratum: true };
  });
}

/** A provisional clause is judged and shown, and counts for nothing. */
function scored(judged: ClauseVerdict): ClauseVerdict {
  const { clause, blame: _unscored, erratum: _wrong, ...rest } = judged;
  if (clause.provisional !== true || judged.verdict === null || judged.verdict === 'skipped') return judged;
  const why = judged.reason === undefined ? '' : ` (${judged.reason})`;
  return { clause, ...rest, verdict: 'skipped', reason: `provisional, not scored: ${judged.verdict}${why}` };
}

/** What all judges say of one document, but for what bindings that never worked and operations that were always refused have led to. */
function judgeDocument(input: JudgeInput, those: readonly Judge[]): Required<Judged> {
  const { findings, observations } = allSay(input, those);
  return { findings: weighed(input, findings), observations };
}

function weighed(input: JudgeInput, findings: readonly Finding[]): readonly Finding[] {
  const direct = withoutUnverifiedCredentials(input, withoutUnfollowedClock(input, withoutIndirect(input, findings)));
  return withoutRefusedOperations(input, withoutUnverifiedStates(input, withoutUnverifiedBindings(input, direct)));
}

const IN_PASSING = /^(?:(?:shape|presence|link|header|error)\/|law\/(?:agreement|echo|written)\.)/;

/**
 * Clauses that only fields, links, headers and errors show, wherever they occur: no step asks for them, but on a further way to what shows
 * them, to compare them where they are shown, or at a place of a family beside a rule that judges each response.
 */
const seenInPassing = oncePer((specs: Specs): ReadonlySet<string> => {
  const byClause = new Map<string, boolean>();
  for (const spec of Object.values(specs.documents)) {
    const families = new Map(spec.probes.probes.flatMap(({ id, family }) => (family === undefined ? [] : [[id, family.name] as const])));
    const ruled = new Set((spec.resources.rules ?? []).flatMap(({ clauses }) => clauses));
    for (const { id, clauses, ifShown } of checksOf(spec)) {
      const [kind, probe = ''] = id.split('/');
      const family = kind === 'probe' ? families.get(probe) : undefined;
      const passing = IN_PASSING.test(id) || ifShown === true || family === 'ways';
      for (const clause of clauses)
        byClause.set(clause, (passing || (family !== undefined && ruled.has(clause))) && (byClause.get(clause) ?? true));
    }
  }
  return new Set([...byClause].filter(([, passing]) => passing).map(([clause]) => clause));
});

/** Checks of transitions to a state: where one was not taken, what lies behind it was not there to be seen. Behind a refusal lies nothing. */
const transitionsToStates = oncePer(({ documents }: Specs): ReadonlySet<string> => {
  const rows = Object.values(documents).flatMap(({ states }) => states.machines.flatMap(({ transitions }) => transitions));
  return new Set(rows.filter(({ to }) => typeof to === 'string').map(({ id }) => `transition/${id}`));
});

/** True of a check of a probe without which the clause does not stay open. */
function isPlaceBesides(spec: DocumentSpec, check: string, clause: string): boolean {
  const [kind, id] = check.split('/');
  return kind === 'probe' && openWithout(spec, `probe:${id}`, [clause]).length === 0;
}

/** What a clause without findings is told by. */
interface Circumstances {
  /** the network kept part of the run from being answered */
  readonly silent: boolean;
  /** nothing but a load or a probe was sent: what they show, the answers decide */
  readonly probing: boolean;
  /** why answers that came were not read */
  readonly unread: string | undefined;
  /** what of the budget was used up before the end */
  readonly cut: Pick<BlockedEvent, 'because' | 'blame'> | undefined;
  /** that the run is but a part of one, whose other parts may show what it does not */
  readonly shard: string | undefined;
  /** no more was driven than shows one failure again */
  readonly replaying: boolean;
  /** no step asks for the clause: it shows where it happens to */
  readonly passing: boolean;
  /** a check of its document by which the target led the run elsewhere than to what could have shown it */
  readonly astray: string | undefined;
  /** finds an operation of its document that was refused each time */
  readonly refused: () => Refusal | undefined;
  /** the profile's keys that the clause needs and that are missing */
  readonly unfilled: readonly string[];
  /** true of a finding of a place that only adds to what other places judge of the clause */
  readonly adds: (finding: Finding) => boolean;
  /** what is known to be wrong with the clause */
  readonly erratum: Erratum | undefined;
}

function clauseVerdict(
  clause: IndexedClause,
  profile: PublicProfile,
  findings: readonly Finding[],
  { silent, probing, unread, cut, shard, replaying, passing, astray, refused, unfilled, erratum, adds }: Circumstances,
): ClauseVerdict {
  if (clause.status === 'informative')
    return { clause, basis: 'documented', verdict: null, findings: [], ...(clause.reason === undefined ? {} : { reason: clause.reason }) };
  if (clause.status === 'unspecified') return unspecified(clause, erratum === undefined ? findings : []);
  const base = { clause, basis: 'documented' as const, findings };
  if (!claims(profile, clause)) return { ...base, verdict: 'skipped', blame: 'config', reason: `feature ${clause.feature} is not claimed` };
  if (erratum !== undefined) return { ...base, verdict: 'inconclusive', blame: 'harness', reason: erratumReason(erratum), erratum: true };
  const [reason, ...furtherReasons] = unfilled.map((key) => `${key} is missing`);
  if (reason !== undefined)
    return {
      ...base,
      findings: [],
      verdict: 'inconclusive',
      blame: 'config',
      reason,
      ...(furtherReasons.length === 0 ? {} : { furtherReasons }),
    };
  const failed = findings.find(({ verdict }) => verdict === 'fail');
  if (failed !== undefined)
    return {
      ...base,
      basis: failed.basis,
      verdict: 'fail',
      blame: 'target',
      reason: `expected ${failed.expected ?? ''}; received ${failed.received ?? ''}`,
    };
  const passes = findings.some(({ verdict }) => verdict === 'pass');
  const opens = findings.filter(
    (finding) => finding.verdict === 'inconclusive' && !(passes && finding.unprepared === true && adds(finding)),
  );
  const open = opens.find((finding) => finding.erratum === undefined) ?? opens[0];
  const uncontrolled = clause.status === 'reference-only' && !underControl(profile) && open?.probed === undefined;
  if (open !== undefined && uncontrolled)
    return { ...base, verdict: 'skipped', blame: open.blame ?? 'harness', reason: 'needs control', ...defined({ erratum: open.erratum }) };
  if (open !== undefined) {
    const { blame = 'harness', reason = '', erratum: wrong } = open;
    const further = new Set(opens.flatMap((other) => (other.reason === undefined || other.reason === reason ? [] : [other.reason])));
    return {
      ...base,
      verdict: 'inconclusive',
      blame,
      reason,
      ...defined({ furtherReasons: further.size === 0 ? undefined : [...further], erratum: wrong }),
    };
  }
  if (findings.length > 0) return { ...base, verdict: 'pass' };
  if (shard !== undefined && !uncontrolled) return { ...base, verdict: 'skipped', blame: 'config', reason: shard };
  if (cut !== undefined && clause.inPassing !== true && !uncontrolled)
    return { ...base, verdict: 'inconclusive', blame: cut.blame, reason: cut.because };
  if ((clause.inPassing === true || passing) && astray !== undefined)
    return {
      ...base,
      verdict: 'inconclusive',
      blame: 'target',
      reason: `not seen: the target did not lead where it could show (${astray})`,
    };
  if (clause.inPassing === true || passing) return { ...base, verdict: 'skipped', blame: 'target', reason: 'not seen' };
  if (uncontrolled) return { ...base, verdict: 'skipped', blame: 'config', reason: 'needs control' };
  // A clause that no check names is the suite's fault; one that a silent target kept from being seen is not.
  if (unread !== undefined) return { ...base, verdict: 'inconclusive', blame: 'target', reason: unread };
  if (silent) return { ...base, verdict: 'inconclusive', blame: 'network', reason: 'the target did not answer all of the run' };
  if (probing) return { ...base, verdict: 'inconclusive', blame: 'target', reason: 'no answer of the target showed it' };
  const refusal = refused();
  if (refusal !== undefined) return { ...base, verdict: 'inconclusive', blame: refusal.blame, reason: refusal.unreadable };
  if (replaying) return { ...base, verdict: 'inconclusive', blame: 'config', reason: 'nothing in this replay showed it' };
  return { ...base, verdict: 'inconclusive', blame: 'harness', reason: 'nothing in this run showed it' };
}

/** The document is silent: judged only where the profile declares an answer, recorded otherwise. */
function unspecified(clause: IndexedClause, all: readonly Finding[]): ClauseVerdict {
  const findings = all.filter(({ basis }) => basis === 'declared');
  const failed = findings.find(({ verdict }) => verdict === 'fail');
  if (failed !== undefined)
    return {
      clause,
      basis: 'declared',
      verdict: 'fail',
      blame: 'target',
      reason: `declared ${failed.expected ?? ''}; received ${failed.received ?? ''}`,
      findings,
    };
  const passed = findings.some(({ verdict }) => verdict === 'pass');
  return { clause, basis: findings.length > 0 ? 'declared' : 'observed', verdict: passed ? 'pass' : null, findings };
}
