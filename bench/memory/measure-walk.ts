import { documentOf } from '../../src/model/document-of.ts';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executeCase } from '../../src/drive/case-runner.ts';
import { judge } from '../../src/judge/judgement.ts';
import { sizedCase } from '../../src/plan/cases.ts';
import { readProfile, resolveProfile } from '../../src/profile/load-profile.ts';
import { openDrive } from '../../src/run/open-drive.ts';
import { profileFile } from '../../src/run/targets.ts';
import { loadSpecs } from '../../src/model/load.ts';
import { readTrace } from '../../src/trace/reader.ts';
import { openTrace } from '../../src/trace/writer.ts';

/** A mock that listens, and how many groups a team of it is to have. */
export interface WalkOrder {
  readonly groups: number;
  readonly mock: Parameters<typeof resolveProfile>[3];
}

/** What a walk to the end of a list and back took: peaks of the process's resident memory, in bytes, up to each moment. */
export interface WalkMemory {
  readonly requests: number;
  readonly traceBytes: number;
  /** how often a law of the walk held, and how often not */
  readonly passed: number;
  readonly failed: number;
  readonly ready: number;
  readonly driven: number;
  readonly judged: number;
}

/** The probe whose steps walk there and back on pages of the service's own size. */
const PROBE = 'pagination.walk';

/** Walks as a run does, into a trace on disk, and judges the trace. `peak` answers the process's peak so far. */
export async function measureWalk({ groups, mock }: WalkOrder, peak: () => number): Promise<WalkMemory> {
  const specs = loadSpecs();
  const spec = documentOf(specs, 'privileged-access');
  const probe = spec.probes.probes.find(({ id }) => id === PROBE);
  if (probe === undefined) throw new TypeError(`there is no probe ${PROBE}`);
  const profiled = profileFile('mock');
  const profile = resolveProfile(readProfile(profiled, specs), profiled, {}, mock);
  const folder = mkdtempSync(join(tmpdir(), 'assay-memory-'));
  const file = join(folder, 'trace.ndjson');
  const trace = openTrace(file);
  const signal = new AbortController().signal;
  const { drive, close } = openDrive({ specs, profile, seed: 1, runId: 'memory', trace, begunAt: Date.now(), sent: 0, signal });
  try {
    const ready = peak();
    const { sent, blocked } = await executeCase(drive, sizedCase(spec, probe, 'memory', { objects: groups }));
    if (blocked !== undefined) throw new Error(`the walk over ${groups} groups ended early: ${blocked.because}`);
    const driven = peak();
    const { findings } = judge(specs, profile, readTrace(file).events, { features: ['pam.pagination'] });
    const laws = findings.filter(({ check }) => check.startsWith('law/pagination.'));
    return {
      requests: sent,
      traceBytes: statSync(file).size,
      passed: laws.filter(({ verdict }) => verdict === 'pass').length,
      failed: laws.filter(({ verdict }) => verdict !== 'pass').length,
      ready,
      driven,
      judged: peak(),
    };
  } finally {
    await close();
    trace.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
