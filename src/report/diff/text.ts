import type { ClauseChange, Comparison, Drift, LatencyChange } from '../../model/types.ts';
import { plural } from '../defects.ts';
import type { OutcomeText } from '../outcome.ts';
import { firstFew } from '../reasons.ts';
import { replayCommand } from '../steps.ts';
import { visible } from '../safe-text.ts';
import { labelled, painter, type Paint, type Style } from '../text.ts';

/** Changes or differences of one kind that are told one by one. */
const SHOWN = 20;

/** What a person reads of a comparison; ends with a line feed. */
export function renderComparison(comparison: Comparison, { color, width }: { readonly color: boolean; readonly width: number }): string {
  const paint = painter(color);
  const { clauses, suite, observations, latency, before, after, notCompared, sameSuite } = comparison;
  const layout = { width: Math.max(60, Math.min(width, 120)), paint, all: 'the JSON' };
  const changes = (sign: string, style: Style, title: string, list: readonly ClauseChange[]): readonly string[] =>
    block(
      `${sign} ${title}`,
      style,
      list.map((change) => changeLines(change, after, layout)),
      layout,
    );
  const lines = [
    headline(comparison, layout),
    '',
    ...changes('✗', 'red', 'newly failing', clauses.newlyFailing),
    ...changes('✗', 'red', 'failing for other checks too', clauses.failsOtherwise),
    ...changes('~', 'yellow', 'flaky now or before', clauses.flaky),
    ...changes('?', 'yellow', 'no longer judged', clauses.noLongerJudged),
    ...changes('~', 'yellow', 'waivers added or removed', clauses.waivers),
    ...changes('✓', 'green', 'newly passing', clauses.newlyPassing),
    ...changes('✓', 'green', 'judged for the first time', clauses.newlyJudged),
    ...block(
      '≈ undocumented behaviour changed',
      'cyan',
      observations.map((drift) => driftLines(drift, layout)),
      layout,
    ),
    ...block('◷ latency changed', 'cyan', latency.map(latencyLines), layout),
    ...changes(
      '+',
      'dim',
      'new in the suite',
      suite.added.filter(({ after: verdict }) => verdict === 'fail'),
    ),
    ...changes('±', 'dim', 'judged differently by the suite', suite.judgedOtherwise),
    ...field('suite', suiteText(comparison), layout),
    ...(notCompared === 0 ? [] : field('left out', `${plural(notCompared, 'clause')} outside the filters of one run`, layout)),
    ...field('before', `${before.startedAt}, seed ${before.seed}, assay ${before.version}, ${before.outcome}`, layout),
    ...field('after', `${after.startedAt}, seed ${after.seed}, assay ${after.version}, ${after.outcome}`, layout),
    ...(before.seed === after.seed && sameSuite
      ? []
      : field('', 'the runs sent different requests, which may explain changed behaviour', layout)),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

export interface Layout {
  readonly width: number;
  readonly paint: Paint;
  /** where the rest of a long list is */
  readonly all: string;
}

/** What a comparison comes to, in a word and a sentence. */
export function comparisonHeadline({ target, tripped, clauses, observations, latency }: Comparison): OutcomeText {
  const counts = [
    [clauses.newlyFailing.length, 'newly failing'],
    [clauses.failsOtherwise.length, 'failing for other checks'],
    [clauses.newlyPassing.length, 'newly passing'],
    [clauses.flaky.length, 'flaky'],
    [clauses.noLongerJudged.length, 'no longer judged'],
    [observations.length, 'drifted'],
    [latency.length, 'with changed latency'],
  ] as const;
  const told = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const rule = tripped.length > 0 ? `; --fail-on ${tripped.join(',')}` : '';
  return {
    heading: tripped.length > 0 ? 'REGRESSION' : told.length === 0 ? 'UNCHANGED' : 'NO REGRESSION',
    why: `${target}: ${told.length === 0 ? 'no change' : told.join(', ')}${rule}`,
  };
}

function headline(comparison: Comparison, { paint }: Layout): string {
  const { tripped, exitCode } = comparison;
  const { heading, why } = comparisonHeadline(comparison);
  const style: Style = tripped.length > 0 ? 'red' : exitCode === 0 ? 'green' : 'yellow';
  return `${paint(['bold', style], heading)}  ${visible(why)}; exit code ${exitCode}`;
}

export function block(title: string, style: Style, entries: readonly (readonly string[])[], { paint, all }: Layout): readonly string[] {
  if (entries.length === 0) return [];
  const rest = entries.length > SHOWN ? [paint('dim', `  and ${entries.length - SHOWN} more in ${all}`)] : [];
  return [paint(['bold', style], `${title}: ${entries.length}`), ...entries.slice(0, SHOWN).flat(), ...rest, ''];
}

/** @param run - the one that a token is of */
function changeLines(
  { clause, before, after, reason, checks = [], replay }: ClauseChange,
  run: Comparison['after'],
  layout: Layout,
): readonly string[] {
  const more = [...(reason === undefined ? [] : [reason]), ...(checks.length === 0 ? [] : [`by ${firstFew(checks, 4)}`])];
  return [
    `  ${visible(clause)}   ${before} → ${after}`,
    ...more.flatMap((text) => indented(text, layout)),
    ...(replay === undefined ? [] : [`    ${layout.paint('dim', 'replay')}  ${visible(replayCommand(run, replay))}`]),
  ];
}

function driftLines({ clause, about, before, after }: Drift, layout: Layout): readonly string[] {
  return [`  ${visible(clause)}   ${visible(about)}`, ...indented(`${fewOf(before)} → ${fewOf(after)}`, layout)];
}

/** The first of some values, each cut short. */
export function fewOf(values: readonly unknown[]): string {
  const texts = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return texts.length === 0
    ? 'nothing'
    : firstFew(
        texts.map((text) => (text.length > 200 ? `${text.slice(0, 199)}…` : text)),
        3,
      );
}

export function indented(text: string, { width }: Layout): readonly string[] {
  return labelled('', visible(text), { indent: 4, labelWidth: 0, width, limit: 3 }, (label) => label);
}

function latencyLines({ document, operation, direction, before, after }: LatencyChange): readonly string[] {
  return [
    `  ${document} ${operation}   ${direction}: median ${before.p50} → ${after.p50} ms, 90th percentile ${before.p90} → ${after.p90} ms (${before.samples} and ${after.samples} responses)`,
  ];
}

export function suiteText({ sameSuite, suite }: Comparison): string {
  if (sameSuite) return 'the same in both runs';
  const failing = suite.added.filter(({ after }) => after === 'fail').length;
  const added = `${plural(suite.added.length, 'new clause')}${failing === 0 ? '' : ` (${failing} failing)`}`;
  return `changed: ${added}, ${suite.removed.length} removed, ${suite.judgedOtherwise.length} judged differently; not caused by the target`;
}

function field(label: string, text: string, { width, paint }: Layout): readonly string[] {
  return labelled(label, visible(text), { indent: 0, labelWidth: 10, width }, (word) => paint('dim', word));
}
