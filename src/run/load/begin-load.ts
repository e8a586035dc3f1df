import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Selection, Specs } from '../../spec/types.ts';
import { errataDigest } from '../../spec/errata.ts';
import { readRequirements } from '../../spec/requirements.ts';
import { publicPart } from '../../profile/profile.ts';
import type { Profile } from '../../profile/profile.ts';
import { sourceName } from '../../profile/sources.ts';
import type { Waivers } from '../../profile/waivers.ts';
import { openTrace } from '../../trace/writer.ts';
import { PACKAGE_ROOT } from '../package-root.ts';
import { writeRunLock } from '../run-lock.ts';
import { TRACE_FILE } from '../session.ts';
import { suiteState } from '../suite/suite-state.ts';
import { TOOL } from '../tool.ts';
import { WAIVERS_FILE } from '../waivers.ts';

export interface LoadBeginning {
  readonly folder: string;
  readonly specs: Specs;
  readonly profile: Profile;
  readonly seed: number;
  readonly node: string;
  readonly startedAt: string;
  readonly selection: Selection;
  /** requests that are planned; Infinity where only the time bounds them */
  readonly requests: number;
  /** of the embedded mock */
  readonly faults: readonly string[];
  /** known deviations, kept in the run's folder */
  readonly waivers?: Waivers | undefined;
}

/** What a load is made of goes on record before anything is sent. */
export function beginLoad({ folder, specs, profile, seed, node, startedAt, selection, requests, faults, waivers }: LoadBeginning): void {
  if (waivers !== undefined) writeFileSync(join(folder, WAIVERS_FILE), waivers.text);
  writeRunLock(folder, {
    schemaVersion: 1,
    tool: { ...TOOL },
    suite: suiteState(PACKAGE_ROOT, specs.digest, readRequirements(TOOL.version)),
    specs: { digest: specs.digest, errata: errataDigest(specs.errata) },
    profile: { name: profile.name, digest: profile.digest },
    seed,
    walks: 0,
    selection,
    faults: [...faults],
    providerStates: profile.sources.map(sourceName),
    waivers: waivers?.digest ?? null,
    planned: { requests: Number.isFinite(requests) ? requests : 0, lowerBound: 0 },
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
  });
  trace.close();
}
