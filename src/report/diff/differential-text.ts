import type { AnswerDifference, ClauseDifference, Differential, ObservedDifference } from '../../model/types.ts';
import { plural } from '../defects.ts';
import type { OutcomeText } from '../outcome.ts';
import { firstFew } from '../reasons.ts';
import { visible } from '../safe-text.ts';
import { painter, type Paint, type Style } from '../text.ts';
import { block, fewOf, indented, type Layout } from './text.ts';

/** What a person reads of how two deployments differ; ends with a line feed. */
export function renderDifferential(found: Differential, { color, width }: { readonly color: boolean; readonly width: number }): string {
  const paint = painter(color);
  const layout = { width: Math.max(60, Math.min(width, 120)), paint, all: 'differences.json' };
  const { target, against, clauses, observations, answers, notCompared } = found;
  const lines = [
    headline(found, paint),
    '',
    ...block(
      '✗ clauses that only one deployment fulfils',
      'red',
      clauses.map((one) => clauseLines(one, layout)),
      layout,
    ),
    ...block(
      '≈ undocumented behaviour',
      'cyan',
      observations.map((one) => observedLines(one, layout)),
      layout,
    ),
    ...block(
      '≈ responses to the same step',
      'cyan',
      answers.map((one) => answerLines(one, layout)),
      layout,
    ),
    ...block(
      '? judged for one deployment only',
      'yellow',
      notCompared.map((one) => clauseLines(one, layout)),
      layout,
    ),
    `${paint('dim', 'target   ')} ${visible(target.name)}: ${target.outcome}, ${target.run}`,
    `${paint('dim', 'against  ')} ${visible(against.name)}: ${against.outcome}, ${against.run}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** What a differential comes to, in a word and a sentence. */
export function differentialHeadline({ target, against, clauses, observations, answers }: Differential): OutcomeText {
  const observed = observations.length + answers.length;
  const differs = clauses.length + observed > 0;
  const what = differs ? `${plural(clauses.length, 'clause')} and ${plural(observed, 'observation')} differ` : 'no difference';
  return { heading: differs ? 'DIFFERENT' : 'ALIKE', why: `${target.name} against ${against.name}: ${what}` };
}

function headline(found: Differential, paint: Paint): string {
  const { clauses, exitCode } = found;
  const { heading, why } = differentialHeadline(found);
  const style: Style = clauses.length > 0 ? 'red' : exitCode === 0 ? 'green' : 'yellow';
  return `${paint(['bold', style], heading)}  ${visible(why)}; exit code ${exitCode}`;
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
  return [`  ${visible(clause)}   ${visible(about)}`, ...indented(`target ${fewOf(target)}; against ${fewOf(against)}`, layout)];
}

function answerLines(one: AnswerDifference, layout: Layout): readonly string[] {
  const { document, operations, about, target, against, clause, times, exchanges } = one;
  const where = `${plural(times, 'step')} of ${firstFew(operations, 4)}; first exchange ${exchanges.join(' and ')}${clause === undefined ? '' : `, for ${clause}`}`;
  return [`  ${visible(`${document}   ${about}`)}`, ...indented(`target ${target}; against ${against} (${where})`, layout)];
}
