import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beginRecord } from '../../src/run/begin-record.ts';
import { lockOfShard } from '../../src/run/own-shard.ts';
import { plannedBy } from '../../src/run/plans.ts';
import type { Order } from '../../src/run/plans.ts';
import { endOfTrace, TRACE_FILE } from '../../src/run/run-trace.ts';
import type { ProfileFile, Specs } from '../../src/model/types.ts';
import { openTrace } from '../../src/trace/writer.ts';
import { driveSuite } from '../../src/qualify/in-process.ts';
import { createInterleaver } from '../../src/qualify/interleaver.ts';
import { prepareSuite } from '../../src/qualify/suite.ts';

/** A run in process, of the mock by its profile. */
export interface StoredOrder extends Omit<Order, 'only'> {
  readonly specs: Specs;
  readonly source: ProfileFile;
  /** the profile's own file */
  readonly file: string;
  readonly faults?: readonly string[];
}

/** Drives a run or a shard in process and leaves the folder that `assay run` would, but for its preflight and its reports. */
export async function storeRun(folder: string, { specs, source, file, faults = [], ...order }: StoredOrder): Promise<void> {
  const { seed, selection, walks } = order;
  const suite = prepareSuite(specs, source, file, order);
  const { profile, plans } = suite;
  const shard = lockOfShard(specs, profile, order);
  const ordered = { walks, ...(shard === undefined ? {} : { shard }) };
  const startedAt = new Date().toISOString();
  mkdirSync(folder, { recursive: true });
  beginRecord({
    folder,
    specs,
    profile,
    seed,
    node: '',
    startedAt,
    selection,
    planned: plannedBy(plans),
    faults,
    waivers: undefined,
    ordered,
  });
  // Who comes first in a race is the target's chance: here nothing decides it that was driven before.
  let interleaver = createInterleaver(seed);
  const { events } = await driveSuite(suite, {
    faults,
    followUp: true,
    pause: (point) => interleaver(point),
    before: () => void (interleaver = createInterleaver(seed)),
  });
  const trace = openTrace(join(folder, TRACE_FILE));
  for (const event of events) trace.append(event);
  trace.append(endOfTrace(folder, 'completed'));
  trace.close();
}
