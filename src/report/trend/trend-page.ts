import type { PastRun } from '../../model/types.ts';
import { duration } from '../text.ts';
import { escaped, page, table } from '../plain-page.ts';
import { historiesByTarget, failingSince } from './past-run.ts';
import { TREND_STYLE, trendSvg } from './trend-svg.ts';

/** The history of each target on one page that needs nothing else. */
export function trendPage(history: readonly PastRun[]): string {
  const body = historiesByTarget(history).flatMap(({ target, runs }) => [
    `<h2>${escaped(target)}</h2>`,
    trendSvg(runs, target),
    table(
      'Runs',
      ['run', 'outcome', 'passed', 'failed', 'since', 'waived', 'open', 'flaky', 'requests', 'time', 'assay', 'failing'],
      runs.map((run, index) => row(run, runs[index - 1])).toReversed(),
    ),
  ]);
  return page('Trend', body, [TREND_STYLE]);
}

function row(run: PastRun, before: PastRun | undefined): readonly string[] {
  const { startedAt, outcome, clauses, flaky, requests, durationMs, version, failing } = run;
  return [
    startedAt.slice(0, 16).replace('T', ' '),
    outcome,
    String(clauses.passed),
    String(clauses.failed),
    failingSince(run, before),
    String(clauses.waived),
    String(clauses.inconclusive + clauses.error),
    String(flaky.length),
    String(requests),
    duration(durationMs),
    version,
    failing.join(', '),
  ];
}
