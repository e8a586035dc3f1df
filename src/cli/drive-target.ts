import { plural } from '../report/defects.ts';
import { plannedRequests, type DocumentPlan } from '../plan/plan.ts';
import { budgetText } from '../report/text.ts';
import { endProgress, renderProgress, type Progress } from '../report/progress.ts';
import { oneLine, visible } from '../report/safe-text.ts';
import { runConformance } from '../run/conformance-run.ts';
import type { RunFlags } from '../run/planned-run.ts';
import { tell, terminal } from './output.ts';
import type { FinishedRun } from '../run/write-reports.ts';

/** What differs from run to run; the rest is this process's. */
export type Driven = Omit<RunFlags, 'env' | 'node'> &
  Required<Pick<RunFlags, 'specs'>> & {
    readonly signal: AbortSignal;
    /** nothing is told but what is wrong */
    readonly quiet: boolean;
    /** each case is told, a line for each */
    readonly verbose: boolean;
  };

/** Runs against one target and tells of its progress; what keeps the run from being judged is told too. */
export async function driveTarget({ signal, quiet, verbose, ...flags }: Driven): Promise<FinishedRun> {
  const style = terminal(process.stderr);
  const say = quiet ? () => undefined : tell;
  let since = performance.now();
  const finished = await runConformance(
    { ...flags, env: process.env, node: process.version },
    {
      signal,
      onPlan: (plans, profile) => {
        say(
          `${profile.name}: ${plans.map(({ spec, cases, walks }) => `${spec.name} ${plural(cases.length, 'case')} and ${plural(walks.length, 'walk')}`).join(', ')}; about ${plural(plannedRequests(plans), 'request')}, seed ${flags.seed}\nbudget: ${budgetText(profile.limits)}${leftOut(plans)}\n`,
        );
      },
      onNotice: (notice) => say(`note: ${notice}\n`),
      onProgress: (now, before) => {
        if (before?.phase !== now.phase) since = performance.now();
        if (verbose) say(`${caseText(now)}\n`);
        else say(renderProgress(before, now, { ...style, elapsedMs: performance.now() - since }));
      },
    },
  );
  if (!verbose) say(`${endProgress(style)}\n`);
  for (const { message } of finished.report.stopped ?? []) tell(`assay: ${message}\n`);
  return finished;
}

/** Where a run stands, with the case that is done. */
function caseText({ phase, done, total, current }: Progress): string {
  return `${phase} ${done} of ${total}${current === '' ? '' : `  ${oneLine(visible(current))}`}`;
}

/** How much of the plan the budget leaves out. */
function leftOut(plans: readonly DocumentPlan[]): string {
  const rows = plans.flatMap(({ omissions }) => omissions.filter(({ key }) => key?.startsWith('budget.') === true));
  return rows.length === 0 ? '' : `; ${rows.length} rows do not fit, and their clauses stay open: 'assay plan' says which`;
}
