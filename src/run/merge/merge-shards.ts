import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RunPlan, Specs } from '../../model/types.ts';
import { judgeEvents } from '../../judge/judgement.ts';
import type { TraceEvent } from '../../trace/events.ts';
import { openTrace } from '../../trace/writer.ts';
import { cannotWrite, isFileError, claimFolder, demandFreeFolder } from '../write-files.ts';
import { reportAgain } from '../rejudge.ts';
import { demandOneOrigin } from '../stored-trace.ts';
import { LOCK_FILE, writePlan } from '../run-plan.ts';
import { TRACE_FILE } from '../run-trace.ts';
import { storedWaivers, WAIVERS_FILE } from '../waivers.ts';
import { earliest, joinTraces } from './join-traces.ts';
import { demandOneRun, readShards, type StoredShard } from './read-shard.ts';
import type { RegeneratedReport } from '../write-reports.ts';

/**
 * Joins the shards of a run in a folder of its own, judges the whole and writes its reports. Throws RunError, SpecError for folders that
 * are not all shards of one run, each once; nothing is written then.
 */
export function mergeShards(folders: readonly string[], out: string, specs: Specs): RegeneratedReport {
  joinShards(folders, out, specs);
  try {
    return reportAgain(resolve(out), specs);
  } catch (error) {
    rmSync(resolve(out), { recursive: true, force: true });
    throw error;
  }
}

/**
 * The same without reports: all that they follow from.
 *
 * @param room bytes that are taken of all shards together
 */
export function joinShards(folders: readonly string[], out: string, specs: Specs, room?: number): void {
  const shards = demandOneRun(readShards(folders, room));
  for (const stored of shards) demandOneOrigin(join(stored.folder, LOCK_FILE), stored.lock, stored);
  const folder = resolve(out);
  demandFreeFolder(folder);
  const [{ lock, folder: first }] = shards;
  // Whether they are those of the run is found out before anything is written.
  const waivers = storedWaivers(resolve(first), lock, specs);
  const events = joinTraces(shards, (preflight) => speaks(specs, shards[0], preflight));
  const write = (): void => {
    const trace = openTrace(join(folder, TRACE_FILE));
    for (const event of events) trace.append(event);
    trace.close();
    if (waivers !== undefined) writeFileSync(join(folder, WAIVERS_FILE), waivers.text);
    writePlan(folder, mergedLock(shards));
  };
  try {
    claimFolder(folder, () => {
      try {
        write();
      } catch (error) {
        // It was new or empty: what stands in it is ours.
        rmSync(folder, { recursive: true, force: true });
        throw error;
      }
    });
  } catch (error) {
    throw isFileError(error) ? cannotWrite(folder, error, 'Nothing was left behind') : error;
  }
}

function mergedLock(shards: readonly [StoredShard, ...StoredShard[]]): RunPlan {
  const { shard, ...lock } = shards[0].lock;
  const planned = shard?.whole.planned ?? lock.planned;
  // What makes the suite of one shard another than the release makes that of the run.
  const dirty = [...new Set(shards.flatMap((stored) => stored.lock.suite.dirty))];
  return { ...lock, suite: { ...lock.suite, dirty }, merged: shards.length, planned, startedAt: earliest(shards) };
}

/** True where a preflight shows more than that all is well. */
function speaks(specs: Specs, { profile }: StoredShard, preflight: readonly TraceEvent[]): boolean {
  const documents = Object.values(specs.documents).map(({ name }) => name);
  const { findings } = judgeEvents(specs, profile, preflight, documents);
  return findings.some(({ verdict }) => verdict !== 'pass') || preflight.some(({ type }) => type === 'blocked' || type === 'leftover');
}
