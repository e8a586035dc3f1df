import type { Report, Selection } from '../../spec/types.ts';
import { executeCase } from '../../drive/execute-case.ts';
import type { Drive } from '../../drive/drive.ts';
import { judge } from '../../judge/judgement.ts';
import type { DocumentPlan } from '../../plan/plan.ts';
import type { TraceEvent } from '../../trace/events.ts';
import { assembleReport } from '../assemble-report.ts';
import { recordOmissions } from '../omissions.ts';
import { plannedBy } from '../plans.ts';
import { TOOL } from '../tool.ts';

export interface Driving {
  readonly drive: Drive;
  readonly plans: readonly DocumentPlan[];
  readonly selection: Selection;
  /** what has been put on record, while it grows */
  readonly events: readonly TraceEvent[];
  /** why nothing is driven at all */
  readonly stopped?: NonNullable<Report['stopped']>;
}

/** Drives plans and reports on them in this process, as `assay run` does but for suites and files. */
export async function driveAll({ drive, plans, selection, events, stopped = [] }: Driving): Promise<Report> {
  const { specs, profile, seed } = drive;
  for (const plan of stopped.length > 0 ? [] : plans) {
    recordOmissions(drive.trace, plan);
    for (const planned of plan.cases) await executeCase(drive, planned);
  }
  return assembleReport({
    tool: TOOL,
    specs,
    profile,
    seed,
    selection,
    node: '20',
    startedAt: new Date(0).toISOString(),
    durationMs: 0,
    planned: plannedBy(plans),
    events,
    judgement: stopped.length > 0 ? { clauses: [], findings: [], flakes: [], observations: [] } : judge(specs, profile, events, selection),
    harnessErrors: [],
    interrupted: false,
    ...(stopped.length > 0 ? { stopped } : {}),
  });
}
