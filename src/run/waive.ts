import type { BadWaiver, Failure, FlakyFailure, WaivedFailure } from '../model/types.ts';
import type { ClauseVerdict, Judgement } from '../judge/judgement.ts';
import { claims, type PublicProfile } from '../profile/profile.ts';
import { hasExpired, type PlacedWaiver } from '../profile/waivers.ts';

/** What of a run waivers are held against. */
export interface Waivable {
  readonly failures: readonly Failure[];
  readonly flaky: readonly FlakyFailure[];
  readonly judgement: Judgement;
  readonly profile: PublicProfile;
  /** the run went to its end: what has not failed in it holds */
  readonly whole: boolean;
}

/** The same, sorted by what counts. */
export interface Waived {
  readonly failures: Failure[];
  readonly flaky: FlakyFailure[];
  readonly waived: WaivedFailure[];
  /** clauses that fail for nothing but what is waived, with the waiver's words */
  readonly excused: ReadonlyMap<string, string>;
  readonly bad: BadWaiver[];
}

/** Sorts the failures of a run by waivers; `now` decides which have expired. */
export function waive(waivers: readonly PlacedWaiver[], run: Waivable, now: Date): Waived {
  const valid = waivers.filter((waiver) => !hasExpired(waiver, now) && !isExceeded(waiver, run));
  const waiverOf = (failure: Failure | FlakyFailure): PlacedWaiver | undefined => valid.find((waiver) => covers(waiver, failure));
  const open = { failures: run.failures.filter((one) => !waiverOf(one)), flaky: run.flaky.filter((one) => !waiverOf(one)) };
  const waived = [...run.failures, ...run.flaky].flatMap((failure) => {
    const waiver = waiverOf(failure);
    return waiver === undefined ? [] : [waivedFailure(failure, waiver)];
  });
  return { ...open, waived, excused: excused(waived, open, run), bad: waivers.flatMap((waiver) => problem(waiver, run, now) ?? []) };
}

/** Whether a waiver is for this failure. */
export function covers(
  { clause, check, intermittent = false }: PlacedWaiver,
  failure: Pick<Failure, 'clause' | 'check'> | FlakyFailure,
): boolean {
  if ('runs' in failure && !intermittent) return false;
  return clause === failure.clause || check === failure.check;
}

function covered(waiver: PlacedWaiver, { failures, flaky }: Waivable): number {
  return [...failures, ...flaky].filter((failure) => covers(waiver, failure)).length;
}

function isExceeded(waiver: PlacedWaiver, run: Waivable): boolean {
  return waiver.max !== undefined && covered(waiver, run) > waiver.max;
}

function waivedFailure(failure: Failure | FlakyFailure, { reason, owner, link, expires }: PlacedWaiver): WaivedFailure {
  const { clause, check, expected, received, exchanges, sequence, replay } = failure;
  return { clause, check, expected, received, exchanges, sequence, replay, reason, owner, link, expires };
}

function excused(
  waived: readonly WaivedFailure[],
  open: Pick<Waived, 'failures' | 'flaky'>,
  { judgement }: Waivable,
): ReadonlyMap<string, string> {
  const counting = new Set([...open.failures, ...open.flaky].map(({ clause }) => clause));
  return new Map(
    waived
      .filter(({ clause }) => !counting.has(clause) && !isOpenOtherwise(judgement, clause, waived))
      .map(({ clause, reason, owner, expires }) => [clause, `waived until ${expires} (${owner}): ${reason}`]),
  );
}

/** True where something else than what is waived leaves a clause without a verdict. */
function isOpenOtherwise({ clauses }: Judgement, id: string, waived: readonly WaivedFailure[]): boolean {
  const found = clauses.find(({ clause }) => clause.id === id);
  if (found?.verdict !== 'inconclusive') return false;
  const checks = new Set(waived.filter(({ clause }) => clause === id).map(({ check }) => check));
  return found.findings.some(({ verdict, check }) => verdict === 'inconclusive' && !checks.has(check));
}

/** What has to be changed about a waiver, if anything. */
function problem(waiver: PlacedWaiver, run: Waivable, now: Date): BadWaiver | undefined {
  const { clause, check, max, expires, owner, intermittent = false } = waiver;
  const name = clause ?? check ?? '';
  const bad = (what: BadWaiver['problem'], key: 'expires' | 'max' | undefined, message: string): BadWaiver => ({
    at: waiver.at(key),
    problem: what,
    message: `the waiver of ${name} ${message}`,
  });
  if (hasExpired(waiver, now))
    return bad('expired', 'expires', `expired on ${expires}: have the target put right, or agree on a new date with ${owner}`);
  const count = covered(waiver, run);
  if (isExceeded(waiver, run)) return bad('exceeded', 'max', `covers at most ${max ?? 0} failures, found ${count}: none of them is waived`);
  if (count > 0 || !run.whole) return undefined;
  const concerned = run.judgement.clauses.filter((one) => waiver.clauses.includes(one.clause.id));
  if (concerned.length > 0 && concerned.every((one) => isNeverJudged(one, run.profile)))
    return bad('unmatched', undefined, 'can match nothing: this target is not judged by it. Take it out');
  return !intermittent && holds(waiver, run.judgement, concerned)
    ? bad('stale', undefined, 'is stale: nothing fails any more. Take it out, or say intermittent: true where it comes and goes')
    : undefined;
}

function isNeverJudged({ clause, verdict }: ClauseVerdict, profile: PublicProfile): boolean {
  return verdict === null || !claims(profile, clause);
}

function holds({ clause, check }: PlacedWaiver, { findings }: Judgement, concerned: readonly ClauseVerdict[]): boolean {
  if (clause !== undefined) return concerned.some(({ verdict }) => verdict === 'pass');
  const own = findings.filter((finding) => finding.check === check);
  return own.length > 0 && own.every(({ verdict }) => verdict === 'pass');
}
