import type { ClauseResult, Report, Standing } from '../../model/types.ts';

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
