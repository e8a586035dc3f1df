import type { ClauseChange, ClauseChanges, ClauseResult, Report, Selection, Standing, SuiteChanges } from '../../model/types.ts';
import { isSelected } from '../../model/selection.ts';

/** What has become of the clauses, by who has changed it: the target or the suite. */
export interface Changes {
  readonly clauses: ClauseChanges;
  readonly suite: SuiteChanges;
  readonly notCompared: number;
}

/** Two runs, and whether the same suite has judged them. */
export interface Pair {
  readonly before: Report;
  readonly after: Report;
  readonly sameSuite: boolean;
}

/** Compares the clauses of two runs one by one. */
export function clauseChanges({ before, after, sameSuite }: Pair): Changes {
  const then = { standing: standings(before), clauses: byId(before), failing: failingChecks(before) };
  const now = { standing: standings(after), clauses: byId(after), failing: failingChecks(after) };
  const clauses: ClauseChanges = {
    newlyFailing: [],
    failsOtherwise: [],
    newlyPassing: [],
    flaky: [],
    noLongerJudged: [],
    newlyJudged: [],
    waivers: [],
  };
  const suite: SuiteChanges = { added: [], removed: [], judgedOtherwise: [] };
  let notCompared = 0;
  for (const id of new Set([...then.clauses.keys(), ...now.clauses.keys()])) {
    const was = then.clauses.get(id);
    const is = now.clauses.get(id);
    const change = changeOf(id, then.standing.get(id) ?? 'absent', now.standing.get(id) ?? 'absent', is, after, added(then, now, id));
    if (was === undefined || is === undefined) {
      const known = was ?? is;
      const other = was === undefined ? before.selection : after.selection;
      const isOutside = sameSuite || (known !== undefined && !wouldSelect(known, other ?? {}));
      // What the earlier run did not look at it does not excuse.
      if (isOutside && change.after === 'fail') clauses.newlyFailing.push(change);
      else if (isOutside) notCompared += 1;
      else (was === undefined ? suite.added : suite.removed).push(change);
      continue;
    }
    const kind = kindOf(change);
    if (kind === undefined) continue;
    const bySuite = !sameSuite && (isPutOtherwise(was, is) || byOtherChecks(was, is, then.failing.get(id), now.failing.get(id)));
    (bySuite ? suite.judgedOtherwise : clauses[kind]).push(change);
  }
  return { clauses, suite, notCompared };
}

function byId({ clauses }: Report): ReadonlyMap<string, ClauseResult> {
  return new Map(clauses.map((clause) => [clause.id, clause]));
}

type Checks = ReadonlySet<string>;

/** The checks that each clause fails for, waived or not. */
function failingChecks({ failures, waived }: Report): ReadonlyMap<string, Checks> {
  const checks = new Map<string, Set<string>>();
  for (const { clause, check } of [...failures, ...waived]) checks.set(clause, (checks.get(clause) ?? new Set()).add(check));
  return checks;
}

interface Failing {
  readonly failing: ReadonlyMap<string, Checks>;
}

function added(then: Failing, now: Failing, id: string): string[] {
  const known = then.failing.get(id) ?? new Set();
  return [...(now.failing.get(id) ?? [])].filter((check) => !known.has(check));
}

function changeOf(
  clause: string,
  before: Standing,
  after: Standing,
  result: ClauseResult | undefined,
  report: Report,
  checks: string[],
): ClauseChange {
  const replay = [...report.failures, ...report.flaky].find((one) => one.clause === clause)?.replay;
  return {
    clause,
    before,
    after,
    ...(after === 'pass' || result?.reason === undefined ? {} : { reason: result.reason }),
    ...(checks.length === 0 ? {} : { checks }),
    ...(replay === undefined || replay === '' ? {} : { replay }),
  };
}

/** What kind of change it is; undefined where there is none worth telling. */
function kindOf({ before, after, checks = [] }: ClauseChange): keyof ClauseChanges | undefined {
  if (before === after) return after === 'fail' && checks.length > 0 ? 'failsOtherwise' : undefined;
  if (before === 'waived' && after === 'fail') return 'waivers';
  if (after === 'waived') return 'waivers';
  if (after === 'flaky' || (before === 'flaky' && after === 'fail')) return 'flaky';
  if (after === 'fail') return 'newlyFailing';
  if (after === 'pass') return isJudged(before) ? 'newlyPassing' : 'newlyJudged';
  return isJudged(before) ? 'noLongerJudged' : undefined;
}

/** The clause itself is another than it was. */
function isPutOtherwise(was: ClauseResult, is: ClauseResult): boolean {
  return was.says !== is.says || was.status !== is.status || was.document !== is.document;
}

/** It fails for nothing but checks that had not judged it, or has failed for nothing but checks that judge it no more. */
function byOtherChecks(was: ClauseResult, is: ClauseResult, failed: Checks = new Set(), fails: Checks = new Set()): boolean {
  const foreign = (checks: Checks, known: readonly string[]): boolean =>
    checks.size > 0 && [...checks].every((check) => !known.includes(check));
  if (is.verdict === 'fail') return was.checks.length > 0 && foreign(fails, was.checks);
  return is.verdict === 'pass' && foreign(failed, is.checks);
}

function wouldSelect({ id, document, feature = '' }: ClauseResult, selection: Selection): boolean {
  return isSelected({ id, document, feature }, selection);
}

/** How each clause of a run stands, by id: its verdict, or what says more than that. */
export function standings(report: Report): ReadonlyMap<string, Standing> {
  const flaky = new Set(report.flaky.map(({ clause }) => clause));
  return new Map(report.clauses.map((clause) => [clause.id, standing(clause, flaky)]));
}

function standing({ id, verdict, waived }: ClauseResult, flaky: ReadonlySet<string>): Standing {
  if (waived === true) return 'waived';
  if (verdict === 'fail') return 'fail';
  return flaky.has(id) ? 'flaky' : (verdict ?? 'none');
}

/** True where the target was shown to do right or wrong, at least at times. */
export function isJudged(standing: Standing): boolean {
  return standing === 'pass' || standing === 'fail' || standing === 'waived' || standing === 'flaky';
}
