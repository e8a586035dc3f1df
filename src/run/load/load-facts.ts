import type { Report, RunPlan, Selection } from '../../model/types.ts';
import { assembleReport, type RunResult } from '../assemble-report.ts';
import { makePlan, recordPlan, type PlanSources } from '../run-plan.ts';

/** A load or a probe that has begun. */
export interface LoadFacts extends PlanSources {
  readonly folder: string;
  readonly plan: RunPlan;
}

interface FactSources extends PlanSources, Pick<RunPlan, 'seed' | 'startedAt' | 'node'> {
  readonly faults: readonly string[];
  readonly folder: string;
  readonly selection: Selection;
  /** at most; 0 where only the time bounds them */
  readonly requests: number;
}

/** What it has come to. */
export interface LoadResult extends Pick<RunResult, 'events' | 'judgement' | 'durationMs' | 'interrupted'> {
  /** what has to be put right before anything can be sent; none where something was */
  readonly stopped?: NonNullable<Report['stopped']>;
}

/** What is run goes on record before anything is sent; a load walks nowhere. Throws RunError. */
export function beginLoad({ folder, specs, profile, waivers, requests, ...asked }: FactSources): LoadFacts {
  const sources = { specs, profile, waivers };
  const plan = makePlan(sources, { ...asked, walks: 0, planned: { requests, lowerBound: 0 } });
  recordPlan(folder, plan, sources);
  return { folder, plan, ...sources };
}

export function reportOfLoad({ plan, specs, profile, waivers }: LoadFacts, { stopped = [], ...result }: LoadResult): Report {
  return assembleReport({
    plan,
    specs,
    profile,
    transitions: [],
    waivers: waivers?.waivers ?? [],
    harnessErrors: [],
    ...result,
    ...(stopped.length === 0 ? {} : { stopped }),
  });
}
