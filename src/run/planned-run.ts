import { defined } from '../model/defined.ts';
import type { RunPlan, Shard, Specs } from '../model/types.ts';
import type { DocumentPlan } from '../plan/plan.ts';
import type { Limits, Profile } from '../profile/profile.ts';
import type { Progress } from '../report/progress.ts';
import type { DriveOrder } from './open-drive.ts';
import type { ChoiceFlags } from './choices.ts';
import { limitsOf } from './own-shard.ts';
import { plannedBy, plansFor, shardOf } from './plans.ts';
import type { Plans } from './plans.ts';
import type { Replay } from './replay-token.ts';
import { makePlan } from './run-plan.ts';
import type { PlanSources } from './run-plan.ts';

/** What is asked of a run. */
export interface RunFlags extends Pick<RunPlan, 'seed' | 'selection' | 'walks' | 'repeat' | 'target' | 'node'>, ChoiceFlags {
  /** of the embedded mock, that are on */
  readonly faults: readonly string[];
  /** the package's own unless told */
  readonly specs?: Specs;
  readonly profileFile: string;
  /** drive this part of it alone */
  readonly shard?: Shard;
  /** drive one failure's sequence alone */
  readonly replay?: Replay;
  /** the run's own folder; made here, must be empty where it exists */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Who is told of a run while it is under way, and may end it. */
export interface RunWatch {
  readonly signal: AbortSignal;
  /** told of what is worth knowing before the run, and stops nothing */
  readonly onNotice: (notice: string) => void;
  readonly onPlan: (plans: readonly DocumentPlan[], profile: Pick<Profile, 'name' | 'limits'>) => void;
  readonly onProgress: (now: Progress, before: Progress | undefined) => void;
}

/** A run that is planned, and what that is made from. */
export interface PlannedRun extends PlanSources {
  readonly plan: RunPlan;
  /** what is driven of each document */
  readonly plans: Plans;
  readonly folder: string;
  /** when it began, on the harness's clock: milliseconds since the epoch */
  readonly begunAt: number;
  /** what may be spent: a shard has its share of the profile's budget */
  readonly limits: Limits;
}

/** The same moment, on the harness's clock and as it is told. */
interface Beginning {
  readonly begunAt: number;
  readonly startedAt: string;
}

/** The plan of a run, made once; whoever needs it later is handed it or reads it in the run's folder. */
export function planRun(flags: RunFlags, sources: PlanSources, { begunAt, startedAt }: Beginning): PlannedRun {
  const { specs, profile } = sources;
  const { replay, folder, shard: part, target, seed, selection, walks, repeat, faults, preset, choices, node } = flags;
  const only = replay === undefined ? undefined : { case: replay.case, ...defined({ walk: replay.walk }) };
  const whole = plansFor(specs, profile, { seed, selection, walks, ...defined({ only }) });
  const { plans, shard } = part === undefined ? { plans: whole, shard: undefined } : shardOf(whole, profile, part);
  const planned = plannedBy([...plans.values()]);
  const asked = {
    seed,
    selection,
    walks,
    faults,
    node,
    planned,
    startedAt,
    ...defined({ repeat, target, only, shard, preset, choices }),
  };
  return { ...sources, plan: makePlan(sources, asked), plans, folder, begunAt, limits: limitsOf(profile, planned.requests, shard) };
}

/** What drives a planned run, whatever part of it. */
export function drivenBy({ plan, specs, profile, begunAt, limits }: PlannedRun): Omit<DriveOrder, 'trace' | 'sent' | 'signal'> {
  return { specs, profile, begunAt, limits, seed: plan.seed, runId: plan.startedAt.replace(/[-:.]/g, '') };
}
