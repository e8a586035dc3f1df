import { renderSummary } from '../report/summary.ts';
import type { Report } from '../model/types.ts';
import { resultStream, tell, tellResult, writeResult, writeVerbatim, terminal } from './output.ts';
import { renderAnnotations } from '../report/annotations.ts';
import { RENDERERS, type RendererName } from '../report/renderers.ts';
import { reportedFrom, writeReport, type FinishedRun } from '../run/write-reports.ts';
import { httpTransport } from '../drive/http.ts';
import { RunError } from '../run/run-error.ts';
import { visible } from '../report/safe-text.ts';
import { isForMachine, type ResultFlags } from './reporters.ts';

/** The end of what makes the report of a run: the summary for people, annotations for a CI, reports for machines, the exit code. */
export async function tellReport({ report, files }: FinishedRun, flags: ResultFlags, folder: string): Promise<void> {
  const machine = isForMachine(flags);
  const { color, width } = terminal(resultStream(machine));
  tellResult(renderSummary(report, { color, width, files }), machine);
  annotate(report);
  await writeReporters(report, flags, folder);
  endWith(report, flags.json);
}

/** Every report that `--reporter` names, of the run in a folder. Throws RunError. */
export async function writeReporters(report: Report, { reporter = [] }: ResultFlags, folder: string): Promise<void> {
  if (reporter.length === 0) return;
  const run = reportedFrom(folder, report);
  for (const { name, file, endpoint } of reporter) {
    const renderer = RENDERERS[name];
    if (endpoint !== undefined && 'render' in renderer) {
      await sendReport(endpoint, renderer.render(run));
      tell(`${name}: ${endpoint.href}\n`);
    } else if (file !== undefined) {
      writeReport(file, renderer, run);
      tell(`${name}: ${file}\n`);
    } else if ('render' in renderer) (VERBATIM.has(name) ? writeVerbatim : writeResult)(renderer.render(run));
  }
}

/** What a collector may take, and answer. */
const COLLECTOR = { timeoutMs: 30_000, bodyBytes: 65_536, concurrency: 1 };

/** Hands a report to a collector. Throws RunError where it does not take all of it. */
async function sendReport(endpoint: URL, body: string): Promise<void> {
  const refused = (why: string): RunError =>
    new RunError('not-collected', `--reporter otel=${endpoint.href}: ${why}. Start a collector there, or name a file: otel=FILE`);
  const { send, close } = httpTransport({ ...COLLECTOR, signal: new AbortController().signal });
  try {
    const answer = await send({ method: 'POST', url: endpoint.href, headers: { 'content-type': 'application/json' }, body });
    if ('failure' in answer) throw refused(`it does not answer: ${answer.failure.detail}`);
    const { status, text } = answer.response;
    if (status < 200 || status > 299) throw refused(`it answered ${status}`);
    if (/"rejectedSpans": *"?[1-9]/.test(text)) throw refused(`it did not take all spans: ${visible(text.slice(0, 500))}`);
  } finally {
    await close();
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
