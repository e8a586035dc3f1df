import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Blame, ProfileFile, Report, Selection } from '../../src/model/types.ts';
import { loadSpecs } from '../../src/model/load.ts';
import { startMock } from '../../src/mock/kit/start-mock.ts';
import { executeCase } from '../../src/drive/case-runner.ts';
import { readProfile, resolveProfile } from '../../src/profile/load-profile.ts';
import { renderSummary } from '../../src/report/summary.ts';
import { openDrive } from '../../src/run/open-drive.ts';
import { recordOmissions } from '../../src/run/drive-plans.ts';
import { makePlan, recordPlan } from '../../src/run/run-plan.ts';
import { plannedBy, plansFor } from '../../src/run/plans.ts';
import { inOneLine } from '../../src/run/preflight/mistake.ts';
import { preflight } from '../../src/run/preflight/preflight.ts';
import { rejudge } from '../../src/run/rejudge.ts';
import { endOfTrace, openRunTrace } from '../../src/run/run-trace.ts';
import { profileFile } from '../../src/run/targets.ts';
import { hostileProfile } from '../support/strangers-run.ts';
import { writeReports } from '../../src/run/write-reports.ts';
import { filesOf, type Outcome } from './outcome.ts';
import { hostileTarget, type HostileTarget, type Hostility } from './server.ts';
import { ownTime } from '../../src/run/own-time.ts';

export interface Meeting {
  /** what the service does, or how to start it before a good one */
  readonly hostility: Hostility | ((goodUrl: string) => Promise<HostileTarget>);
  readonly service: 'authentication' | 'privileged-access' | 'governance';
  /** what is judged, and so about what is asked */
  readonly selection: Pick<Selection, 'features' | 'clauses'>;
  readonly budget: NonNullable<ProfileFile['budget']>;
  /** hostile to the preflight too */
  readonly fromTheFirst?: boolean;
}

/** What an encounter came to, and what shows whether that is right. */
export interface Encounter extends Outcome {
  readonly report: Report;
  readonly strangerSaw: readonly string[];
  /** secrets that were issued or sent */
  readonly canaries: ReadonlySet<string>;
}

/**
 * Runs against a deployment of which one service is hostile, in this process: preflight, cases, trace, and reports that are made of the
 * trace alone. Nothing but suites and follow-up differs from `assay run`.
 */
export async function meetRun({ hostility, service, selection: narrowed, budget, fromTheFirst = false }: Meeting): Promise<Encounter> {
  const selection: Selection = { documents: [service], ...narrowed };
  const specs = loadSpecs();
  const folder = await mkdtemp(join(tmpdir(), 'assay-hostile-'));
  const mock = await startMock({ seed: 1 });
  const { [service]: goodUrl } = mock.services;
  const hostile = typeof hostility === 'function' ? await hostility(goodUrl) : await hostileTarget(hostility, goodUrl);
  const file = profileFile('mock');
  const source = hostileProfile(readProfile(file, specs), { ...mock, services: { ...mock.services, [service]: hostile.url } });
  const profile = resolveProfile({ ...source, budget }, file, {});
  const plans = plansFor(specs, profile, { seed: 1, selection, walks: 0 });
  const sources = { specs, profile, waivers: undefined };
  const planned = plannedBy([...plans.values()]);
  const asked = { seed: 1, selection, walks: 0, faults: [], planned, startedAt: new Date().toISOString(), node: process.version };
  recordPlan(folder, makePlan(sources, asked), sources);
  const trace = openRunTrace(folder);
  const { signal } = new AbortController();
  const drives = { specs, seed: 1, runId: 'hostile', trace, begunAt: Date.now(), signal };
  const start = ownTime();
  try {
    if (fromTheFirst) hostile.turn();
    // Stalls are to be short, and a good deployment on a busy machine is none.
    const patient = fromTheFirst ? profile : { ...profile, limits: { ...profile.limits, timeoutMs: 30_000 } };
    const before = openDrive({ ...drives, profile: patient, sent: 0, scope: 'preflight-' });
    const { mistakes } = await preflight({ drive: before.drive, plans, send: before.send });
    const stopped = mistakes.map((mistake) => ({
      key: mistake.key,
      message: before.drive.redactor.redactText(inOneLine(file, mistake)),
      blame: mistake.blame,
    }));
    const sent = before.drive.exchanger.nextSeq() - 1;
    await before.close();
    hostile.turn();
    const { drive, close } = openDrive({ ...drives, profile, sent });
    for (const plan of mistakes.length > 0 ? [] : plans.values()) {
      recordOmissions(trace, plan);
      for (const planned of plan.cases) await executeCase(drive, planned);
    }
    await close();
    trace.append(endOfTrace(folder, stopped.length > 0 ? 'stopped' : 'completed', stopped.length > 0 ? { stopped } : {}));
    const { report, events } = rejudge(folder, specs);
    writeReports(folder, { report, events });
    const said = stopped.map(({ message }) => `assay: ${message}\n`).join('');
    return {
      exitCode: report.exitCode,
      durationMs: ownTime() - start,
      terminal: said + renderSummary(report, { color: false, width: 100, files: [] }),
      files: filesOf(folder),
      report,
      strangerSaw: hostile.strangerSaw,
      canaries: new Set([...hostile.canaries, ...Object.values(profile.credentials[service] ?? {})]),
    };
  } finally {
    trace.close();
    hostile.close();
    await mock.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Who is to act on what has not passed: clauses that failed or are open, or what stopped the run. */
export function blamesOf({ clauses, stopped = [] }: Report): readonly Blame[] {
  const open = clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive' || verdict === 'error');
  return [...new Set([...open.flatMap(({ blame }) => blame ?? []), ...stopped.map(({ blame }) => blame)])].toSorted();
}
