import type { ClauseChange, ClauseDifference, Comparison, Differential } from '../../model/types.ts';
import { plural } from '../defects.ts';
import { htmlPage, type Section } from '../page/html-page.ts';
import { markup } from '../page/markup.ts';
import { tableSection } from '../page/table.ts';
import { firstFew } from '../reasons.ts';
import { replayCommand } from '../steps.ts';
import { comparisonHeadline, fewOf, suiteText } from './text.ts';
import { differentialHeadline } from './differential-text.ts';

/** Two runs of a target as a page: every change that the terminal counts, in full. */
export function comparisonPage(comparison: Comparison): string {
  const { target, clauses, suite, observations, latency, before, after, notCompared, exitCode } = comparison;
  const changes = (id: string, title: string, list: readonly ClauseChange[]): Section =>
    section(
      id,
      title,
      ['clause', 'before', 'after', 'reason', 'checks', 'replay'],
      list.map(({ clause, before: earlier, after: later, reason = '', checks = [], replay }) => [
        clause,
        earlier,
        later,
        reason,
        checks.join(', '),
        replay === undefined ? '' : replayCommand(after, replay),
      ]),
    );
  const { heading, why } = comparisonHeadline(comparison);
  return comparedPage(`${heading}: ${target}`, { heading, why: `${why}; exit code ${exitCode}`, isBad: exitCode === 1 }, [
    changes('newly-failing', 'Newly failing', clauses.newlyFailing),
    changes('fails-otherwise', 'Failing for other checks too', clauses.failsOtherwise),
    changes('flaky', 'Flaky now or before', clauses.flaky),
    changes('not-judged', 'No longer judged', clauses.noLongerJudged),
    changes('waivers', 'Waivers added or removed', clauses.waivers),
    changes('newly-passing', 'Newly passing', clauses.newlyPassing),
    changes('newly-judged', 'Judged for the first time', clauses.newlyJudged),
    section(
      'observations',
      'Undocumented behaviour changed',
      ['clause', 'about', 'before', 'after'],
      observations.map((drift) => [drift.clause, drift.about, fewOf(drift.before), fewOf(drift.after)]),
    ),
    section(
      'latency',
      'Latency changed',
      ['document', 'operation', 'direction', 'median in ms', '90th percentile in ms', 'responses'],
      latency.map(({ document, operation, direction, before: own, after: now }) => [
        document,
        operation,
        direction,
        `${own.p50} → ${now.p50}`,
        `${own.p90} → ${now.p90}`,
        `${own.samples} and ${now.samples}`,
      ]),
    ),
    changes('added', 'New in the suite', suite.added),
    changes('removed', 'Removed from the suite', suite.removed),
    changes('judged-otherwise', 'Judged differently by the suite', suite.judgedOtherwise),
    section(
      'runs',
      'Runs',
      ['run', 'started', 'seed', 'assay', 'outcome'],
      [
        ['before', before.startedAt, String(before.seed), before.version, before.outcome],
        ['after', after.startedAt, String(after.seed), after.version, after.outcome],
        ['suite', suiteText(comparison), '', '', ''],
        ...(notCompared === 0 ? [] : [['left out', `${plural(notCompared, 'clause')} outside the filters of one run`, '', '', '']]),
      ],
    ),
  ]);
}

/** Two deployments that were asked the same, as a page. */
export function differentialPage(found: Differential): string {
  const { target, against, clauses, observations, answers, notCompared, exitCode } = found;
  const names = [target.name, against.name];
  const rows = (list: readonly ClauseDifference[]): readonly (readonly string[])[] =>
    list.map(({ clause, says = '', target: own, targetReason, against: other, againstReason }) => [
      clause,
      says,
      [own, targetReason].filter(Boolean).join(': '),
      [other, againstReason].filter(Boolean).join(': '),
    ]);
  const { heading, why } = differentialHeadline(found);
  return comparedPage(`${heading}: ${why}`, { heading, why: `${why}; exit code ${exitCode}`, isBad: exitCode === 1 }, [
    section('clauses', 'Clauses that only one deployment fulfils', ['clause', 'statement', ...names], rows(clauses)),
    section(
      'observations',
      'Undocumented behaviour',
      ['clause', 'about', ...names],
      observations.map((one) => [one.clause, one.about, fewOf(one.target), fewOf(one.against)]),
    ),
    section(
      'responses',
      'Responses to the same step',
      ['document', 'about', ...names, 'steps', 'operations', 'first exchanges', 'clause'],
      answers.map(({ document, about, target: own, against: other, times, operations, exchanges, clause = '' }) => [
        document,
        about,
        own,
        other,
        String(times),
        firstFew(operations, 4),
        exchanges.join(' and '),
        clause,
      ]),
    ),
    section('not-compared', 'Judged for one deployment only', ['clause', 'statement', ...names], rows(notCompared)),
    section(
      'runs',
      'Runs',
      ['deployment', 'outcome', 'folder'],
      [target, against].map(({ name, outcome, run }) => [name, outcome, run]),
    ),
  ]);
}

function section(id: string, title: string, head: readonly string[], rows: readonly (readonly string[])[]): Section {
  return tableSection(id, title, head, rows, plural(rows.length, 'row'));
}

function comparedPage(
  title: string,
  { heading, why, isBad }: { readonly heading: string; readonly why: string; readonly isBad: boolean },
  sections: readonly Section[],
): string {
  return htmlPage({
    title,
    header: markup`<h1 class="${isBad ? 'violations' : 'conformant'}">${heading}</h1>
      <p class="reason">${why}</p>`,
    sections,
  });
}
