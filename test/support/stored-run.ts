import { defined } from '../../src/model/defined.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { errataDigest } from '../../src/model/errata.ts';
import type { EndEvent, RunEvent, RunPlan } from '../../src/model/types.ts';
import { DOOR_TOUR } from '../../src/judge/judge-fixtures.ts';
import { publicPart } from '../../src/profile/profile.ts';
import { sampleProfile } from '../../src/profile/profile-fixtures.ts';
import type { TraceEvent } from '../../src/trace/events.ts';
import { writePlan } from '../../src/run/run-plan.ts';
import { TRACE_FILE } from '../../src/run/run-trace.ts';

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-run-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The first event of a run against the authentication of the fixtures. */
export const DOOR_RUN: RunEvent = {
  type: 'run',
  schemaVersion: 1,
  tool: { name: 'assay', version: '1.2.3' },
  specsDigest: '0123456789abcdef',
  profileDigest: 'fedcba',
  profile: { ...publicPart(sampleProfile()) },
  seed: 42,
  startedAt: '2030-01-02T03:04:05.000Z',
  selection: {},
  walks: 50,
  faults: [],
};

export const DOOR_END: EndEvent = { type: 'end', at: '2030-01-02T03:04:06.500Z', how: 'completed' };

/** What that run was made of. */
export const DOOR_LOCK: RunPlan = {
  schemaVersion: 1,
  tool: { name: 'assay', version: '1.2.3' },
  suite: { digest: 'a'.repeat(64), commit: 'b'.repeat(40), dirty: [] },
  specs: { digest: '0123456789abcdef', errata: errataDigest([]) },
  profile: { name: 'doors', digest: 'fedcba' },
  seed: 42,
  walks: 50,
  selection: {},
  faults: [],
  providerStates: ['http https://states.example.test/states'],
  waivers: null,
  planned: { requests: 4, lowerBound: 2 },
  startedAt: '2030-01-02T03:04:05.000Z',
  node: 'v20.19.0',
};

/** The folder of a run that took the authentication's tour, unless told otherwise; removed after the test. */
export function storedRun(
  events: readonly TraceEvent[] = [DOOR_RUN, ...DOOR_TOUR, DOOR_END],
  lock: Partial<RunPlan> = {},
  tail = '',
): string {
  const folder = temporaryFolder();
  const { tool, selection, walks, depth, faults } = lock;
  const agreed = {
    ...defined({ tool, selection, walks, depth, faults }),
  };
  const told = events.map((event) => (event.type === 'run' ? { ...event, ...agreed } : event));
  writeFileSync(join(folder, TRACE_FILE), told.map((event) => `${JSON.stringify(event)}\n`).join('') + tail);
  writePlan(folder, { ...DOOR_LOCK, ...sharedBy(events), ...lock });
  return folder;
}

/** What the lock of a run says as well as its trace. */
function sharedBy([first]: readonly TraceEvent[]): Partial<RunPlan> {
  if (first?.type !== 'run') return {};
  const { tool, specsDigest, profileDigest, seed, startedAt, selection, walks, faults } = first;
  return {
    tool,
    specs: { ...DOOR_LOCK.specs, digest: specsDigest },
    profile: { ...DOOR_LOCK.profile, digest: profileDigest },
    seed,
    startedAt,
    selection,
    walks,
    faults,
  };
}
