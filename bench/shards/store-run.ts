import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makePlan, recordPlan } from '../../src/run/run-plan.ts';
import { plannedBy, plansFor, shardOf, type Planning } from '../../src/run/plans.ts';
import { DEFAULT_REPEATS } from '../../src/run/rerun-failures.ts';
import { endOfTrace, TRACE_FILE } from '../../src/run/run-trace.ts';
import { seedOfDeployment } from '../../src/run/planned-run.ts';
import { createDeployment } from '../../src/mock/kit/deployment.ts';
import { defined } from '../../src/model/defined.ts';
import type { ProfileFile, Shard, Specs } from '../../src/model/types.ts';
import { openTrace } from '../../src/trace/writer.ts';
import { driveSuite, createInterleaver } from '../../src/qualify/in-process.ts';
import { prepareSuite } from '../../src/qualify/suite.ts';

/** A run in process, of the mock by its profile. */
export interface StoredOrder extends Omit<Planning, 'only'> {
  readonly shard?: Shard;
  readonly specs: Specs;
  readonly source: ProfileFile;
  /** the profile's own file */
  readonly file: string;
  readonly faults?: readonly string[];
}

/** Drives a run or a shard in process and leaves the folder that `assay run` would, but for its preflight and its reports. */
export async function storeRun(folder: string, { specs, source, file, faults = [], ...order }: StoredOrder): Promise<void> {
  const { seed, selection, walks, depth, shard: part } = order;
  const suite = prepareSuite(specs, source, file, order);
  const { profile, plans } = suite;
  const shard = part === undefined ? undefined : shardOf(plansFor(specs, profile, order), profile, part).shard;
  mkdirSync(folder, { recursive: true });
  const sources = { specs, profile, waivers: undefined };
  const asked = {
    seed,
    selection,
    walks,
    faults,
    planned: plannedBy(plans),
    startedAt: new Date().toISOString(),
    node: '',
    ...defined({ depth }),
  };
  recordPlan(folder, makePlan(sources, { ...asked, ...(shard === undefined ? {} : { shard }) }), sources);
  // Who comes first in a race is the target's chance: here nothing decides it that was driven before.
  let interleaver = createInterleaver(seed);
  const { events } = await driveSuite(suite, {
    faults,
    deploy: (options) => createDeployment({ ...options, seed: seedOfDeployment(seed, part) }),
    repeats: DEFAULT_REPEATS,
    pause: (point) => interleaver(point),
    before: () => void (interleaver = createInterleaver(seed)),
  });
  const trace = openTrace(join(folder, TRACE_FILE));
  for (const event of events) trace.append(event);
  trace.append(endOfTrace(folder, 'completed'));
  trace.close();
}
