import { plannedRequests } from '../plan/plan.ts';
import type { DocumentPlan } from '../plan/plan.ts';
import { budgetText } from '../report/budget-text.ts';
import { endProgress, renderProgress } from '../report/progress.ts';
import { runConformance } from '../run/conformance-run.ts';
import type { FinishedRun, RunOptions } from '../run/conformance-run.ts';
import { terminal } from './terminal.ts';

/** What differs from run to run; the rest is this process's. */
export type Driven = Pick<
  RunOptions,
  'profileFile' | 'target' | 'faults' | 'seed' | 'selection' | 'walks' | 'shard' | 'folder' | 'signal' | 'replay'
>;

/** Runs against one target and tells of its progress; what keeps the run from being judged is told too. */
export async function driveTarget(driven: Driven): Promise<FinishedRun> {
  const style = terminal(process.stderr);
  const finished = await runConformance({
    ...driven,
    env: process.env,
    node: process.version,
    onPlan: (plans, profile) => {
      process.stderr.write(
        `${profile.name}: ${plans.map(({ spec, cases, walks }) => `${spec.name} ${cases.length} cases and ${walks.length} walks`).join(', ')}; about ${plannedRequests(plans)} requests, seed ${driven.seed}\nbudget: ${budgetText(profile.limits)}${leftOut(plans)}\n`,
      );
    },
    onNotice: (notice) => void process.stderr.write(`note: ${notice}\n`),
    onProgress: (now, before) => void process.stderr.write(renderProgress(before, now, style)),
  });
  process.stderr.write(endProgress(style));
  for (const { message } of finished.report.stopped ?? []) process.stderr.write(`assay: ${message}\n`);
  return finished;
}

/** How much of the plan the budget leaves out. */
function leftOut(plans: readonly DocumentPlan[]): string {
  const rows = plans.flatMap(({ omissions }) => omissions.filter(({ key }) => key?.startsWith('budget.') === true));
  return rows.length === 0 ? '' : `; ${rows.length} rows do not fit, and their clauses stay open: 'assay plan' says which`;
}
