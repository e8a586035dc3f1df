import type { Report, Selection, Specs } from '../model/types.ts';
import { judge, EMPTY_JUDGEMENT } from '../judge/judgement.ts';
import type { DocumentPlan } from '../plan/plan.ts';
import type { PublicProfile } from '../profile/profile.ts';
import type { TraceEvent } from '../trace/events.ts';
import { assembleReport } from './assemble-report.ts';
import type { RunFacts } from './assemble-report.ts';
import { plannedBy } from './plans.ts';
import { TOOL } from './tool.ts';

/** What of plans that were driven in process goes into their report. */
export interface Reported {
  readonly specs: Specs;
  readonly profile: PublicProfile;
  readonly plans: readonly DocumentPlan[];
  readonly seed: number;
  readonly selection: Selection;
}

/** The report of what was driven in process, at no moment and on no Node; judged here where that has not been done. */
export function reportOf(
  { plans, ...reported }: Reported,
  events: readonly TraceEvent[],
  { judgement, stopped }: Partial<Pick<RunFacts, 'judgement' | 'stopped'>> = {},
): Report {
  return assembleReport({
    ...reported,
    tool: TOOL,
    node: '',
    startedAt: new Date(0).toISOString(),
    durationMs: 0,
    planned: plannedBy(plans),
    events,
    judgement: judgement ?? (stopped === undefined ? judge(reported.specs, reported.profile, events, reported.selection) : EMPTY_JUDGEMENT),
    harnessErrors: [],
    interrupted: false,
    ...(stopped === undefined ? {} : { stopped }),
  });
}
