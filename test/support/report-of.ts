import type { Report, Selection, Specs } from '../../src/model/types.ts';
import { judge, EMPTY_JUDGEMENT } from '../../src/judge/judgement.ts';
import type { DocumentPlan } from '../../src/plan/plan.ts';
import type { PublicProfile } from '../../src/profile/profile.ts';
import type { TraceEvent } from '../../src/trace/events.ts';
import { assembleReport, type RunResult } from '../../src/run/assemble-report.ts';
import { plannedBy } from '../../src/run/plans.ts';
import { TOOL } from '../../src/run/package-root.ts';

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
  { plans, seed, selection, specs, profile }: Reported,
  events: readonly TraceEvent[],
  { judgement, stopped }: Partial<Pick<RunResult, 'judgement' | 'stopped'>> = {},
): Report {
  return assembleReport({
    plan: {
      tool: TOOL,
      seed,
      selection,
      walks: plans.reduce((sum, { walks }) => sum + walks.length, 0),
      faults: [],
      planned: plannedBy(plans),
      startedAt: new Date(0).toISOString(),
      node: '',
    },
    specs,
    profile,
    transitions: plans.flatMap(({ transitions }) => transitions),
    durationMs: 0,
    events,
    judgement: judgement ?? (stopped === undefined ? judge(specs, profile, events, selection) : EMPTY_JUDGEMENT),
    harnessErrors: [],
    interrupted: false,
    ...(stopped === undefined ? {} : { stopped }),
  });
}
