import { defectsOf, plural } from './defects.ts';
import type { Report } from '../model/types.ts';
import { loadCases, loadFiguresText } from './load-tables.ts';
import { mistakesOf, outcomeText } from './outcome.ts';
import { firstFew, reasonsFor } from './reasons.ts';
import { recurrenceText } from './recurrence.ts';
import { workflowCommand } from './safe-text.ts';
import { replayCommand } from './steps.ts';

/**
 * Workflow commands of GitHub's form, one a line: an error for each mistake that stopped the run, each defect and missed threshold, a warning for each reason why clauses
 * or figures are inconclusive, a notice with the figures of a load. Empty text where there is nothing to tell.
 */
export function renderAnnotations(report: Report): string {
  const errors = defectsOf(report).map(({ title, cause, consequences }) => {
    const lines = [
      `expected: ${cause.expected}`,
      `received: ${cause.received}`,
      ...(cause.recurrence === undefined ? [] : [recurrenceText(cause.recurrence)]),
      ...(consequences.length === 0
        ? []
        : [`${plural(consequences.length, 'consequence')}: ${firstFew([...new Set(consequences.map(({ clause }) => clause))], 10)}`]),
      ...(cause.replay === '' ? [] : [`replay: ${replayCommand(report, cause.replay)}`]),
    ];
    return workflowCommand('error', `${cause.clause}: ${title}`, lines.join('\n'));
  });
  const warnings = reasonsFor(report, 'inconclusive').map(({ blame, reason, clauses }) =>
    workflowCommand(
      'warning',
      `${plural(clauses.length, 'clause')} inconclusive (${blame ?? 'unknown'})`,
      `${reason}\n${firstFew(clauses, 10)}`,
    ),
  );
  const ofLoad = loadCases(report).flatMap(({ name, verdict, received }) =>
    verdict === 'pass' ? [] : [workflowCommand(verdict === 'fail' ? 'error' : 'warning', `load: ${name}`, received)],
  );
  const mistakes = mistakesOf(report).map(({ about, message }) => workflowCommand('error', about, message));
  const figures =
    report.load === undefined ? [] : [workflowCommand('notice', `load: ${outcomeText(report).heading}`, loadFiguresText(report))];
  return [...mistakes, ...ofLoad, ...errors, ...warnings, ...figures].map((line) => `${line}\n`).join('');
}
