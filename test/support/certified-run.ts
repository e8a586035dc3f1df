import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RunPlan, Specs } from '../../src/model/types.ts';
import { requirementsOf } from '../../src/model/requirements.ts';
import { DOOR_TOUR } from '../../src/judge/judge-fixtures.ts';
import { judge } from '../../src/judge/judgement.ts';
import { doorSpec, sampleProfile, sampleSpecs } from '../../src/profile/profile-fixtures.ts';
import type { TraceEvent } from '../../src/trace/events.ts';
import { sampleCase, sampleExchange } from '../../src/trace/trace-fixtures.ts';
import { examine, signRun } from '../../src/run/certificate/certify.ts';
import { rejudge } from '../../src/run/rejudge.ts';
import { WAIVERS_FILE } from '../../src/run/waivers.ts';
import { suiteState, STAMP_FILE, suiteFiles } from '../../src/run/suite-state.ts';
import { writeReports } from '../../src/run/write-reports.ts';
import { DOOR_END, DOOR_RUN, storedRun, temporaryFolder } from './stored-run.ts';

export const KEYS = generateKeyPairSync('ed25519');
export const STRANGER = generateKeyPairSync('ed25519');

/** As a digest is: 64 hex digits. */
export const SPECS_DIGEST = 'c'.repeat(64);

/** A walk past the door, after its tour. */
export const DOOR_EVENTS: readonly TraceEvent[] = [
  { ...DOOR_RUN, specsDigest: SPECS_DIGEST },
  ...DOOR_TOUR,
  ...sampleCase(
    { case: 'walk/1', kind: 'walk', first: 5 },
    sampleExchange({ purpose: 'walk', operation: 'getDoor', response: { body: { id: 'd1', state: 'SHUT' } } }),
  ),
  DOOR_END,
];

/** The door's document, of which only what a tour shows can be judged: a run of the tour is conformant. */
export function tourSpecs(): Specs {
  const whole = sampleSpecs(doorSpec());
  const open = judge(whole, sampleProfile(), DOOR_EVENTS).clauses.filter(({ verdict }) => verdict !== 'pass');
  const judged = sampleSpecs(doorSpec({ clauses: open.map(({ clause }) => ({ id: clause.id, status: 'informative' })) }));
  return { ...judged, digest: SPECS_DIGEST };
}

/** The package of the release that those specs belong to. */
export function releasedPackage(specs: Specs): string {
  const root = temporaryFolder();
  const write = (path: string, value: unknown): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(value));
  };
  write('specs/releases/1.2.3.json', requirementsOf(specs, '1.2.3'));
  write(STAMP_FILE, { commit: 'b'.repeat(40), changes: [], files: suiteFiles(root, []) });
  return root;
}

export interface DoorRun {
  readonly folder: string;
  readonly specs: Specs;
  /** the package that judges */
  readonly root: string;
}

/** The folder of a run against the door with its report, and a package to certify it with; `waivers` is the text of their file. */
export async function reportedRun(
  lock: Partial<RunPlan> = {},
  events: readonly TraceEvent[] = DOOR_EVENTS,
  waivers?: string,
): Promise<DoorRun> {
  const specs = tourSpecs();
  const digest = waivers === undefined ? null : createHash('sha256').update(waivers).digest('hex');
  const root = releasedPackage(specs);
  const { digest: suite, commit } = suiteState(root, specs.digest, undefined);
  const folder = storedRun(events, { suite: { digest: suite, commit, dirty: [] }, waivers: digest, ...lock });
  if (waivers !== undefined) writeFileSync(join(folder, WAIVERS_FILE), waivers);
  writeReports(folder, rejudge(folder, specs));
  return { folder, specs, root };
}

/** The same, signed. */
export async function certifiedRun(): Promise<DoorRun> {
  const run = await reportedRun();
  const examined = examine(run.folder, run.specs, run.root);
  if ('refusals' in examined) throw new Error(JSON.stringify(examined.refusals));
  signRun(run.folder, examined.fit, KEYS.privateKey);
  return run;
}
