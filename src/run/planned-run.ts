import { defined } from '../model/defined.ts';
import type { RunPlan, Shard, Specs, ShardLock } from '../model/types.ts';
import type { DocumentPlan } from '../plan/plan.ts';
import type { Limits, Profile } from '../profile/profile.ts';
import type { Progress } from '../report/progress.ts';
import type { DriveOrder } from './open-drive.ts';
import type { ChoiceFlags } from './choices.ts';
import { plannedBy, plansFor, shardOf, type Plans } from './plans.ts';
import type { Replay } from './replay.ts';
import { makePlan, type PlanSources } from './run-plan.ts';
import { shareOf } from '../profile/budget.ts';

/** What is asked of a run. */
export interface RunFlags extends Pick<RunPlan, 'seed' | 'selection' | 'walks' | 'depth' | 'repeat' | 'target' | 'node'>, ChoiceFlags {
  /** of the embedded mock, that are on */
  readonly faults: readonly string[];
  /** the package's own unless told */
  readonly specs?: Specs;
  readonly profileFile: string;
  /** drive this part of it alone */
  readonly shard?: Shard;
  /** drive one failure's sequence alone */
  readonly replay?: Replay;
  /** so many violated clauses end it */
  readonly bail?: number;
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
  /** so many violated clauses end it */
  readonly bail?: number;
}

/** The same moment, on the harness's clock and as it is told. */
interface Beginning {
  readonly begunAt: number;
  readonly startedAt: string;
}

/** The plan of a run, made once; whoever needs it later is handed it or reads it in the run's folder. */
export function planRun(flags: RunFlags, sources: PlanSources, { begunAt, startedAt }: Beginning): PlannedRun {
  const { specs, profile } = sources;
  const { replay, folder, shard: part, target, seed, selection, walks, depth, repeat, faults, preset, choices, node, bail } = flags;
  const only =
    replay === undefined
      ? undefined
      : { case: replay.case, clause: replay.clause, check: replay.check, ...defined({ walk: replay.walk, served: replay.served }) };
  const whole = plansFor(specs, profile, { seed, selection, walks, ...defined({ depth, only }) });
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
    ...defined({ depth, repeat, target, only, shard, preset, choices }),
  };
  return {
    ...sources,
    plan: makePlan(sources, asked),
    plans,
    folder,
    begunAt,
    limits: limitsOf(profile, planned.requests, shard),
    ...defined({ bail }),
  };
}

/** What drives a planned run, whatever part of it. */
export function drivenBy({ plan, specs, profile, begunAt, limits }: PlannedRun): Omit<DriveOrder, 'trace' | 'sent' | 'signal'> {
  return { specs, profile, begunAt, limits, seed: plan.seed, runId: plan.startedAt.replace(/[-:.]/g, '') };
}

/**
 * What a run may spend. Shards of one target share its budget; embedded, each has a deployment of its own, and there is nothing to share.
 *
 * @param requests that it plans itself
 */
export function limitsOf({ embedded, limits }: Profile, requests: number, shard: ShardLock | undefined): Limits {
  if (shard === undefined || embedded) return limits;
  return shareOf(limits, requests / Math.max(1, shard.whole.planned.requests), shard.of);
}

/** What shards of one target would do to one another, if they were driven at the same time. */
export function noticesOfShard({ embedded, control }: Profile, shard: ShardLock | undefined): readonly string[] {
  if (shard === undefined || shard.of === 1 || embedded) return [];
  const shared = [...(control.clock ? ['turns its clock'] : []), ...(control.events ? ['reads what it emits'] : [])];
  return shared.length === 0
    ? []
    : [`each shard ${shared.join(' and ')}: give each of the ${shard.of} a deployment of its own, or drive one after the other`];
}

/**
 * What an embedded deployment draws its identifiers from. Shards have one each, and judged together these are one target, which gives no
 * identifier twice. The first has the one of a whole run.
 */
export function seedOfDeployment(seed: number, shard: Pick<Shard, 'number'> | undefined): number {
  return seed + ((shard?.number ?? 1) - 1) * 0x1_0000_0000;
}
