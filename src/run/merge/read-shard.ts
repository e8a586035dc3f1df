import { resolve } from 'node:path';
import type { RunPlan, ShardLock } from '../../model/types.ts';
import { demandFolder } from '../certificate/run-files.ts';
import { RunError } from '../run-error.ts';
import { readPlan } from '../run-plan.ts';
import { readStoredTrace } from '../stored-trace.ts';
import type { TraceOfRun } from '../stored-trace.ts';
import { unitOf } from './units.ts';

/** A shard that was driven to its end. */
export interface StoredShard extends TraceOfRun {
  /** as it was typed, for messages */
  readonly folder: string;
  readonly lock: RunPlan;
  readonly shard: ShardLock;
}

/** Reads the folder of a shard. Throws RunError for what is none, or not whole. */
export function readShard(folder: string): StoredShard {
  const path = resolve(folder);
  demandFolder(path);
  const lock = readPlan(path);
  const { shard } = lock;
  if (shard === undefined)
    throw new RunError(
      'shard-unusable',
      `${folder}: expected a shard, found ${lock.merged === undefined ? 'a run that is whole' : 'a run that is merged already'}. Leave it out: 'assay run --shard i/n' makes shards`,
    );
  const stored = { folder, lock, shard, ...readStoredTrace(path) };
  const why = shortcoming(stored);
  if (why !== undefined) throw new RunError('shard-unusable', `${folder}: ${nameOf(shard)} is not whole: ${why}. ${rerunFailures(shard)}`);
  return stored;
}

export function nameOf({ number, of }: Pick<ShardLock, 'number' | 'of'>): string {
  return `shard ${number} of ${of}`;
}

function rerunFailures({ number, of }: ShardLock): string {
  return `Drive it again, as it was, with --shard ${number}/${of}`;
}

/** What keeps a shard from being joined with others; undefined where nothing does. */
function shortcoming({ events, truncated, start, shard }: StoredShard): string | undefined {
  if (start.shard?.number !== shard.number || start.shard.of !== shard.of)
    return `its trace is of ${start.shard === undefined ? 'a run that is no shard' : nameOf(start.shard)}`;
  const end = events.find((event) => event.type === 'end');
  if (truncated || end === undefined) return 'it was killed, and its trace ends before the run did';
  if (end.how === 'interrupted') return 'it was interrupted';
  if (end.how === 'stopped') return `the preflight stopped it (${end.stopped?.[0]?.message ?? ''})`;
  const [broken] = end.harnessErrors ?? [];
  if (broken !== undefined) return `the harness itself failed in it (${broken})`;
  const driven = new Set(events.flatMap((event) => (event.type === 'case' ? [unitOf(event)] : [])));
  const lacking = shard.whole.units.find(({ id, shard: owner }) => owner === shard.number && !driven.has(id));
  return lacking === undefined ? undefined : `its trace lacks ${lacking.id}`;
}
