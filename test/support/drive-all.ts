import type { Report, Selection } from '../../src/model/types.ts';
import { executeCase } from '../../src/drive/case-runner.ts';
import type { Drive } from '../../src/drive/drive.ts';
import type { DocumentPlan } from '../../src/plan/plan.ts';
import type { TraceEvent } from '../../src/trace/events.ts';
import { recordOmissions } from '../../src/run/drive-plans.ts';
import { reportOf } from './report-of.ts';

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
  return reportOf({ specs, profile, plans, seed, selection }, events, stopped.length > 0 ? { stopped } : {});
}
