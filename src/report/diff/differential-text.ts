import type { AnswerDifference, ClauseDifference, Differential, ObservedDifference } from '../../model/types.ts';
import { plural } from '../defects.ts';
import { firstFew } from '../reasons.ts';
import { visible } from '../safe-text.ts';
import { labelled, painter, type Paint, type Style } from '../text.ts';

/** Differences of one kind that are told one by one. */
const SHOWN = 20;

interface Layout {
  readonly width: number;
  readonly paint: Paint;
}

/** What a person reads of how two deployments differ; ends with a line feed. */
export function renderDifferential(found: Differential, { color, width }: { readonly color: boolean; readonly width: number }): string {
  const paint = painter(color);
  const layout = { width: Math.max(60, Math.min(width, 120)), paint };
  const { target, against, clauses, observations, answers, notCompared } = found;
  const lines = [
    headline(found, paint),
    '',
    ...block(
      '✗ clauses that one of them keeps and the other does not',
      'red',
      clauses.map((one) => clauseLines(one, layout)),
      layout,
    ),
    ...block(
      '≈ observed where the documents are silent',
      'cyan',
      observations.map((one) => observedLines(one, layout)),
      layout,
    ),
    ...block(
      '≈ observed in answers to the same step',
      'cyan',
      answers.map((one) => answerLines(one, layout)),
      layout,
    ),
    ...block(
      '? judged of one of them only',
      'yellow',
      notCompared.map((one) => clauseLines(one, layout)),
      layout,
    ),
    `${paint('dim', 'target   ')} ${visible(target.name)}: ${target.outcome}, ${target.run}`,
    `${paint('dim', 'against  ')} ${visible(against.name)}: ${against.outcome}, ${against.run}`,
  ];
  return `${lines.join('\n')}\n`;
}

function headline({ target, against, clauses, observations, answers, exitCode }: Differential, paint: Paint): string {
  const observed = observations.length + answers.length;
  const differs = clauses.length + observed > 0;
  const what = differs
    ? `${plural(clauses.length, 'clause')} and ${plural(observed, 'observation')} differ`
    : 'no difference in what was asked of both';
  const style: Style = clauses.length > 0 ? 'red' : exitCode === 0 ? 'green' : 'yellow';
  return `${paint(['bold', style], differs ? 'DIFFERENT' : 'ALIKE')}  ${visible(target.name)} against ${visible(against.name)}: ${what}; exit code ${exitCode}`;
}

function block(title: string, style: Style, entries: readonly (readonly string[])[], { paint }: Layout): readonly string[] {
  if (entries.length === 0) return [];
  const rest = entries.length > SHOWN ? [paint('dim', `  and ${entries.length - SHOWN} more in differences.json`)] : [];
  return [paint(['bold', style], `${title}: ${entries.length}`), ...entries.slice(0, SHOWN).flat(), ...rest, ''];
}

function clauseLines({ clause, says, target, against, targetReason, againstReason }: ClauseDifference, layout: Layout): readonly string[] {
  const why = (reason: string | undefined): string => (reason === undefined ? '' : `: ${reason}`);
  return [
    `  ${visible(clause)}`,
    ...(says === undefined ? [] : indented(says, layout)),
    ...indented(`target ${target}${why(targetReason)}`, layout),
    ...indented(`against ${against}${why(againstReason)}`, layout),
  ];
}

function observedLines({ clause, about, target, against }: ObservedDifference, layout: Layout): readonly string[] {
  const values = (list: readonly unknown[]): string => (list.length === 0 ? 'nothing' : firstFew(list.map(quote), 3));
  return [`  ${visible(clause)}   ${visible(about)}`, ...indented(`target ${values(target)}; against ${values(against)}`, layout)];
}

function answerLines(one: AnswerDifference, layout: Layout): readonly string[] {
  const { document, operations, about, target, against, clause, times, exchanges } = one;
  const where = `${plural(times, 'step')} of ${firstFew(operations, 4)}; first exchange ${exchanges.join(' and ')}${clause === undefined ? '' : `, for ${clause}`}`;
  return [`  ${visible(`${document}   ${about}`)}`, ...indented(`target ${target}; against ${against} (${where})`, layout)];
}

function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

function indented(text: string, { width }: Layout): readonly string[] {
  return labelled('', visible(text), { indent: 4, labelWidth: 0, width, limit: 3 }, (label) => label);
}
