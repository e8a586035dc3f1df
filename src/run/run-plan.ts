import { defined } from '../model/defined.ts';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errataDigest } from '../model/errata.ts';
import { readRequirements } from '../model/requirements.ts';
import { entryAt } from '../model/stored-file.ts';
import { readStoredJson } from '../model/stored-json.ts';
import type { RunEvent, RunPlan, Specs } from '../model/types.ts';
import { publicPart, type Profile } from '../profile/profile.ts';
import { sourceName } from '../profile/sources.ts';
import type { Waivers } from '../profile/waivers.ts';
import { openTrace } from '../trace/writer.ts';
import { cannotWrite, isFileError, replaceFile, claimFolder } from './write-files.ts';
import { PACKAGE_ROOT, TOOL } from './package-root.ts';
import { RunError } from './run-error.ts';
import { TRACE_FILE } from './run-trace.ts';
import { suiteState } from './suite-state.ts';
import { WAIVERS_FILE } from './waivers.ts';

/** The plan of a run, in its folder. */
export const LOCK_FILE = 'run.lock.json';

/** What a plan is made from, beside what was asked for. */
export interface PlanSources {
  readonly specs: Specs;
  readonly profile: Profile;
  /** known deviations, kept in the run's folder */
  readonly waivers: Waivers | undefined;
}

/** What is asked of a run or a load, and what it comes to. */
interface PlanSettings extends Pick<
  RunPlan,
  'seed' | 'walks' | 'depth' | 'repeat' | 'selection' | 'only' | 'shard' | 'target' | 'preset' | 'planned' | 'startedAt' | 'node'
> {
  /** of the embedded mock */
  readonly faults: readonly string[];
  readonly choices?: readonly string[];
}

/** The plan of a run: all that it takes to repeat it, and to judge its trace again. */
export function makePlan({ specs, profile, waivers }: PlanSources, asked: PlanSettings): RunPlan {
  const { seed, walks, depth, repeat, selection, only, shard, target, faults, preset, choices, planned, startedAt, node } = asked;
  return {
    schemaVersion: 1,
    tool: { ...TOOL },
    suite: suiteState(PACKAGE_ROOT, specs.digest, readRequirements(TOOL.version)),
    specs: { digest: specs.digest, errata: errataDigest(specs.errata) },
    profile: { name: profile.name, digest: profile.digest },
    seed,
    selection,
    walks,
    ...defined({ depth, repeat, target, only, shard }),
    faults: [...faults],
    ...defined({ preset, choices: choices === undefined ? undefined : [...choices] }),
    providerStates: profile.sources.map(sourceName),
    waivers: waivers?.digest ?? null,
    planned,
    startedAt,
    node,
  };
}

/** The plan goes on record before anything is sent: the lock, the waivers, and the first line of the trace. Throws RunError. */
export function recordPlan(folder: string, plan: RunPlan, { profile, waivers }: PlanSources): void {
  const record = (): void => {
    if (waivers !== undefined) writeFileSync(join(folder, WAIVERS_FILE), waivers.text);
    writePlan(folder, plan);
    const trace = openTrace(join(folder, TRACE_FILE));
    trace.append(firstEvent(plan, profile));
    trace.close();
  };
  try {
    claimFolder(folder, () => {
      try {
        record();
      } catch (error) {
        // It was new or empty, and nobody else may begin in it: what stands there is ours.
        for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
        throw error;
      }
    });
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw cannotWrite(folder, error, 'Nothing was sent, and nothing was left behind. Make room, or choose another folder: --out DIR');
  }
}

/** What of the plan the judges are told. */
function firstEvent({ tool, specs, seed, startedAt, selection, walks, depth, faults, shard, only }: RunPlan, profile: Profile): RunEvent {
  return {
    type: 'run',
    schemaVersion: 1,
    tool,
    specsDigest: specs.digest,
    profileDigest: profile.digest,
    profile: { ...publicPart(profile) },
    seed,
    startedAt,
    selection,
    walks,
    ...defined({ depth }),
    faults,
    ...(shard === undefined ? {} : { shard: { number: shard.number, of: shard.of } }),
    ...defined({ replays: only?.case }),
  };
}

/** Writes `run.lock.json`, in one step. */
export function writePlan(folder: string, plan: RunPlan): void {
  replaceFile(join(folder, LOCK_FILE), `${JSON.stringify(plan, undefined, 2)}\n`);
}

/** Reads it again. Throws RunError where the folder has none, SpecError where it is not one of ours. */
export function readPlan(folder: string): RunPlan {
  const file = join(folder, LOCK_FILE);
  if (entryAt(file) === undefined)
    throw new RunError(
      'run-missing',
      `${folder}: expected the folder of a run, found no ${LOCK_FILE} in it. 'assay run --out DIR' makes one`,
    );
  return readStoredJson<RunPlan>(file, 'run-lock', { origin: 'found', asWritten: true });
}
