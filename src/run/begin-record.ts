import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunLock, Selection, Specs } from '../model/types.ts';
import { errataDigest } from '../model/errata.ts';
import { readRequirements } from '../model/requirements.ts';
import { publicPart } from '../profile/profile.ts';
import type { Profile } from '../profile/profile.ts';
import { sourceName } from '../profile/sources.ts';
import type { Waivers } from '../profile/waivers.ts';
import { openTrace } from '../trace/writer.ts';
import { cannotWrite, isFileError } from './file-error.ts';
import { claimFolder } from './free-folder.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import { writeRunLock } from './run-lock.ts';
import { TRACE_FILE } from './run-trace.ts';
import { suiteState } from './suite/suite-state.ts';
import { TOOL } from './tool.ts';
import { WAIVERS_FILE } from './waivers.ts';

/** What a run or a load is made of. */
export interface Beginning {
  readonly folder: string;
  readonly specs: Specs;
  readonly profile: Profile;
  readonly seed: number;
  readonly node: string;
  readonly startedAt: string;
  readonly selection: Selection;
  /** requests of the plan, 0 where only the time bounds them, and the fewest that a tour takes */
  readonly planned: { readonly requests: number; readonly lowerBound: number };
  /** of the embedded mock */
  readonly faults: readonly string[];
  /** known deviations, kept in the run's folder */
  readonly waivers: Waivers | undefined;
  /** what else was asked of a conformance run */
  readonly ordered: Pick<RunLock, 'walks' | 'only' | 'target' | 'shard'>;
}

/** What is run goes on record before anything is sent: the lock, the waivers, and the first line of the trace. Throws RunError. */
export function beginRecord(beginning: Beginning): void {
  const { folder } = beginning;
  try {
    claimFolder(folder, () => recordOrClear(beginning));
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw cannotWrite(folder, error, 'Nothing was sent, and nothing was left behind. Make room, or choose another folder: --out DIR');
  }
}

function recordOrClear(beginning: Beginning): void {
  const { folder } = beginning;
  try {
    record(beginning);
  } catch (error) {
    // It was new or empty, and nobody else may begin in it: what stands there is ours.
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
    throw error;
  }
}

function record(beginning: Beginning): void {
  const { folder, specs, profile, seed, node, startedAt, selection, planned, faults, waivers, ordered } = beginning;
  const { shard } = ordered;
  if (waivers !== undefined) writeFileSync(join(folder, WAIVERS_FILE), waivers.text);
  writeRunLock(folder, {
    schemaVersion: 1,
    tool: { ...TOOL },
    suite: suiteState(PACKAGE_ROOT, specs.digest, readRequirements(TOOL.version)),
    specs: { digest: specs.digest, errata: errataDigest(specs.errata) },
    profile: { name: profile.name, digest: profile.digest },
    seed,
    selection,
    ...ordered,
    faults: [...faults],
    providerStates: profile.sources.map(sourceName),
    waivers: waivers?.digest ?? null,
    planned: { requests: planned.requests, lowerBound: planned.lowerBound },
    startedAt,
    node,
  });
  const trace = openTrace(join(folder, TRACE_FILE));
  trace.append({
    type: 'run',
    schemaVersion: 1,
    tool: { ...TOOL },
    specsDigest: specs.digest,
    profileDigest: profile.digest,
    profile: { ...publicPart(profile) },
    seed,
    startedAt,
    selection,
    walks: ordered.walks,
    faults: [...faults],
    ...(shard === undefined ? {} : { shard: { number: shard.number, of: shard.of } }),
  });
  trace.close();
}
