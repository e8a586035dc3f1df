import { renderSummary } from '../report/summary.ts';
import type { Report } from '../model/types.ts';
import { resultStream, tell, tellResult, writeResult, writeVerbatim, terminal } from './output.ts';
import { renderAnnotations } from '../report/annotations.ts';
import { RENDERERS, type RendererName } from '../report/renderers.ts';
import { reportedFrom, writeReport, type FinishedRun } from '../run/write-reports.ts';
import { isForMachine, type ResultFlags } from './reporters.ts';

/** The end of what makes the report of a run: the summary for people, annotations for a CI, reports for machines, the exit code. */
export function tellReport({ report, files }: FinishedRun, flags: ResultFlags, folder: string): void {
  const machine = isForMachine(flags);
  const { color, width } = terminal(resultStream(machine));
  tellResult(renderSummary(report, { color, width, files }), machine);
  annotate(report);
  writeReporters(report, flags, folder);
  endWith(report, flags.json);
}

/** Every report that `--reporter` names, of the run in a folder. Throws RunError. */
export function writeReporters(report: Report, { reporter = [] }: ResultFlags, folder: string): void {
  if (reporter.length === 0) return;
  const run = reportedFrom(folder, report);
  for (const { name, file } of reporter) {
    const renderer = RENDERERS[name];
    if (file !== undefined) {
      writeReport(file, renderer, run);
      tell(`${name}: ${file}\n`);
    } else if ('render' in renderer) (VERBATIM.has(name) ? writeVerbatim : writeResult)(renderer.render(run));
  }
}

/** Styles have what looks like a command, and annotations are commands that are meant. */
const VERBATIM: ReadonlySet<RendererName> = new Set(['html', 'github']);

/** The report on standard output where a machine has asked for it, and the exit code: the report's own, unless it answers another question. */
export function endWith(report: Report, json: boolean | undefined, exitCode: number = report.exitCode): void {
  if (json === true) writeResult(`${JSON.stringify(report)}\n`);
  process.exitCode = exitCode;
}

/** Tells a CI that reads GitHub's workflow commands, on standard error as well as on standard output, where to show what. */
function annotate(report: Report): void {
  if (process.env['GITHUB_ACTIONS'] === 'true') process.stderr.write(renderAnnotations(report));
}
