import { judge } from '../judge/judgement.ts';
import type { Judgement } from '../judge/judgement.ts';
import { assembleReport } from '../run/assemble-report.ts';
import { plannedBy } from '../run/plans.ts';
import { TOOL } from '../run/tool.ts';
import type { Report } from '../spec/types.ts';
import type { TraceEvent } from '../trace/events.ts';
import type { Suite } from './suite.ts';

/** What of a suite goes into a report. */
export type Reported = Pick<Suite, 'specs' | 'profile' | 'plans' | 'seed' | 'selection'>;

/** The report of what was driven of a suite in process, at no moment and on no Node; judged here where that has not been done. */
export function reportOf(suite: Reported, events: readonly TraceEvent[], judged?: Judgement): Report {
  const { specs, profile, plans, seed, selection } = suite;
  return assembleReport({
    tool: TOOL,
    specs,
    profile,
    seed,
    selection,
    node: '',
    startedAt: new Date(0).toISOString(),
    durationMs: 0,
    planned: plannedBy(plans),
    events,
    judgement: judged ?? judge(specs, profile, events, selection),
    harnessErrors: [],
    interrupted: false,
  });
}
