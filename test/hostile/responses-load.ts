import type { IncomingMessage } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { metaValidator } from '../../src/model/meta-schemas.ts';
import type { ProfileFile, Report } from '../../src/model/types.ts';
import { loadSpecs } from '../../src/model/load.ts';
import { startMock } from '../../src/mock/kit/start-mock.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { renderLoadText } from '../../src/report/load-text.ts';
import { runLoadTest } from '../../src/run/load/load-run.ts';
import { runRateLimitProbe } from '../../src/run/load/rate-limit-run.ts';
import { profileFile } from '../../src/run/targets.ts';
import { hostileProfile } from '../support/strangers-run.ts';
import { filesOf } from './outcome.ts';
import type { Encounter } from './responses-run.ts';
import { hostileTarget } from './server.ts';
import type { HostileTarget, Hostility } from './server.ts';
import { ownTime } from '../../src/run/own-time.ts';

export interface LoadMeeting {
  readonly hostility: Hostility;
  readonly service: 'authentication' | 'privileged-access' | 'governance';
  readonly budget: NonNullable<ProfileFile['budget']>;
  /** the first request for which this is true turns it as well */
  readonly turns?: (request: IncomingMessage) => boolean;
}

/** Loads a deployment of which one service turns hostile once the load begins, in this process; the same that `assay load saturate` does. */
export function meetLoad(meeting: LoadMeeting & { readonly durationMs: number }): Promise<Encounter> {
  const { service, durationMs } = meeting;
  return meet(meeting, (place) => loaded(place, service, durationMs));
}

async function loaded(
  { file, folder, hostile }: Place,
  document: LoadMeeting['service'],
  durationMs: number,
): Promise<Pick<Encounter, 'report' | 'terminal'>> {
  const { report, event, files } = await runLoadTest({
    asked: { kind: 'saturate', document, connections: 4, rate: undefined, durationMs },
    ...common(file, folder),
    limiter: undefined,
    thresholds: [],
    onPlan: () => undefined,
    onMix: hostile.turn,
    onSlice: () => undefined,
  });
  return { report, terminal: renderLoadText(report, event, { color: false, width: 100, files }) };
}

/** Probes a deployment's rate limit, one service of which is hostile after so many requests; the same that `assay load ratelimit` does. */
export function meetProbe(meeting: LoadMeeting): Promise<Encounter> {
  return meet(meeting, async ({ file, folder, hostile }) => {
    const said: string[] = [];
    const { report } = await runRateLimitProbe({
      ...common(file, folder),
      document: meeting.service,
      limiter: undefined,
      onPlan: () => undefined,
      onNotice: (notice) => void said.push(notice),
      onSample: hostile.turn,
      onWait: hostile.turn,
    });
    return { report, terminal: [...said, ...(report.stopped ?? []).map(({ message }) => message)].join('\n') };
  });
}

interface Place {
  readonly file: string;
  readonly folder: string;
  readonly hostile: HostileTarget;
}

/** What is left in the folder of a load that has to be refused, and why it was. */
export async function meetRefusal(meeting: LoadMeeting): Promise<{ readonly message: string; readonly report: Report | undefined }> {
  const left: { report?: Report } = {};
  const message = await meet(meeting, async ({ file, folder, hostile }) => {
    try {
      return await loaded({ file, folder, hostile }, meeting.service, 150);
    } finally {
      const stored = filesOf(folder)['report.json'];
      if (stored !== undefined) left.report = readReport(stored);
    }
  }).then(
    () => 'it was not refused',
    (error: unknown) => String(error),
  );
  return { message, report: left.report };
}

function readReport(text: string): Report {
  const report: unknown = JSON.parse(text);
  if (!metaValidator<Report>('report')(report)) throw new TypeError('report.json is not what its schema says');
  return report;
}

async function meet(
  { hostility, service, budget, turns }: LoadMeeting,
  drive: (place: Place) => Promise<Pick<Encounter, 'report' | 'terminal'>>,
): Promise<Encounter> {
  const scratch = await mkdtemp(join(tmpdir(), 'assay-hostile-'));
  const folder = join(scratch, 'run');
  const mock = await startMock({ seed: 1 });
  const hostile = await hostileTarget(hostility, mock.services[service], turns);
  const own = readProfile(profileFile('mock'), loadSpecs());
  const profile = hostileProfile(own, { ...mock, services: { ...mock.services, [service]: hostile.url } });
  const file = join(scratch, 'target.yaml');
  await writeFile(file, stringify({ ...profile, budget }));
  const start = ownTime();
  try {
    const { report, terminal } = await drive({ file, folder, hostile });
    return {
      exitCode: report.exitCode,
      durationMs: ownTime() - start,
      terminal,
      files: filesOf(folder),
      report,
      strangerSaw: hostile.strangerSaw,
      canaries: new Set([
        ...hostile.canaries,
        ...Object.values(own.services?.[service]?.credentials ?? {}).flatMap(({ value }) => value ?? []),
      ]),
    };
  } finally {
    hostile.close();
    await mock.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

function common(
  profileFile: string,
  folder: string,
): {
  readonly profileFile: string;
  readonly folder: string;
  readonly seed: number;
  readonly faults: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly node: string;
  readonly signal: AbortSignal;
} {
  const { signal } = new AbortController();
  return { profileFile, folder, seed: 1, faults: [], env: {}, node: process.version, signal };
}
