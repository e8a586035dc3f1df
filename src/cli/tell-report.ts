import { renderSummary } from '../report/summary.ts';
import type { Report } from '../model/types.ts';
import { resultStream, tellResult, writeResult, terminal } from './output.ts';
import { renderAnnotations } from '../report/annotations.ts';
import type { FinishedRun } from '../run/write-reports.ts';

/** The end of what makes the report of a run: the summary for people, annotations for a CI, the report for a machine, the exit code. */
export function tellReport({ report, files }: FinishedRun, json: boolean | undefined): void {
  const { color, width } = terminal(resultStream(json));
  tellResult(renderSummary(report, { color, width, files }), json);
  annotate(report);
  endWith(report, json);
}

/** The report on standard output where a machine has asked for it, and the exit code: the report's own, unless it answers another question. */
export function endWith(report: Report, json: boolean | undefined, exitCode: number = report.exitCode): void {
  if (json === true) writeResult(`${JSON.stringify(report)}\n`);
  process.exitCode = exitCode;
}

/** Tells a CI that reads GitHub's workflow commands, on standard error as well as on standard output, where to show what. */
function annotate(report: Report): void {
  if (process.env['GITHUB_ACTIONS'] === 'true') process.stderr.write(renderAnnotations(report));
}
