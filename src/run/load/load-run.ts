import { documentOf } from '../../model/document-of.ts';
import { join } from 'node:path';
import type { TraceEvent } from '../../trace/events.ts';
import type { DocumentSpec, LimiterSettings, ProfileFile, Selection, Specs } from '../../model/types.ts';
import { loadSpecs } from '../../model/load.ts';
import { judge } from '../../judge/judgement.ts';
import { isConcurrencyRefusal } from '../../load/limiter/facts.ts';
import { sampleOf } from '../../load/limiter/sample.ts';
import { shownUnderLoad } from '../../judge/under-load/answer-judges.ts';
import { readProfile, resolveProfile } from '../../profile/load-profile.ts';
import type { Profile } from '../../profile/profile.ts';
import { systemTimer } from '../../drive/timer.ts';
import { readTrace } from '../../trace/reader.ts';
import { chooseBySeed } from '../choices.ts';
import { demandFreeFolder } from '../write-files.ts';
import { reportedAnyway } from '../reported-anyway.ts';
import { RunError } from '../run-error.ts';
import { TRACE_FILE } from '../run-trace.ts';
import { placeholderAddresses } from '../profile-to-plan.ts';
import { waiversOf } from '../waivers.ts';
import { driveLoad, type LoadDriveOptions } from './drive-load.ts';
import { inRealTime, type EmbeddedOrder } from './embedded-limiter.ts';
import { beginLoad, reportOfLoad } from './load-facts.ts';
import { planLoad, type LoadSettings, type LoadPlan } from './load-plan.ts';
import { finishLoad, type FinishedLoad } from './finish-load.ts';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { WORKER_FLAGS } from '../../drive/worker-flags.ts';
import type { RunningMock } from '../../mock/kit/start-mock.ts';

export interface LoadOptions extends LoadDriveOptions, EmbeddedOrder {
  readonly asked: LoadSettings;
  /** the package's own unless told */
  readonly specs?: Specs;
  readonly profileFile: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly node: string;
  readonly onPlan: (plan: LoadPlan, profile: Profile) => void;
}

/** The embedded deployment sets no limit unless it is asked for one. */
const NO_LIMIT: LimiterSettings = { kind: 'none' };

/** What would be sent, without sending anything; an embedded deployment is not started. Throws RunError, SpecError. */
export function planLoadOnly(
  options: Pick<LoadOptions, 'asked' | 'thresholds' | 'abortOn' | 'specs' | 'profileFile' | 'env' | keyof EmbeddedOrder>,
): LoadPlan {
  const { asked, specs = loadSpecs(), profileFile, env } = options;
  const source = inRealTime(readProfile(profileFile, specs), options);
  return planLoad(
    specs,
    resolveProfile(source, profileFile, env, source.embedded === undefined ? undefined : placeholderAddresses(specs)),
    asked,
    [...options.thresholds, ...(options.abortOn ?? [])],
  );
}

/** A load from start to end: target up, mix, load, judgement, reports. Throws RunError, SpecError. */
export async function runLoadTest(options: LoadOptions): Promise<FinishedLoad> {
  const { specs = loadSpecs(), seed, folder, node, faults, signal } = options;
  const begunAt = systemTimer.now();
  const startedAt = new Date().toISOString();
  const source = inRealTime(readProfile(options.profileFile, specs), options);
  const waivers = waiversOf(source, options.profileFile, specs);
  demandFreeFolder(folder);
  const mock = await startTarget(source, options);
  try {
    const profile = withRoom(resolveProfile(source, options.profileFile, options.env, mock));
    const plan = planLoad(specs, profile, options.asked, [...options.thresholds, ...(options.abortOn ?? [])]);
    options.onPlan(plan, profile);
    const selection: Selection = { documents: [plan.document] };
    const requests = Number.isFinite(plan.requests) ? plan.requests : 0;
    const facts = beginLoad({ folder, specs, profile, seed, node, startedAt, selection, requests, faults, waivers });
    const leftMs = begunAt + profile.limits.durationMs - systemTimer.now();
    return await reportedAnyway({ folder, specs, leftMs, planned: 0, signal }, async () => {
      await driveLoad(options, specs, profile, { plan, selection, startedAt, begunAt });
      const { events } = readTrace(join(folder, TRACE_FILE));
      const event = events.find((one) => one.type === 'load');
      if (event === undefined) throw new RunError('no-figures', 'the load has left no figures');
      const judgement = shownUnderLoad(judge(specs, profile, events, selection));
      const durationMs = Math.round(systemTimer.now() - begunAt);
      const report = reportOfLoad(facts, { events, judgement, durationMs, interrupted: signal.aborted });
      return finishLoad(folder, { report, events }, event, { limit: announcedLimit(documentOf(specs, plan.document), events) });
    });
  } finally {
    await mock?.close();
  }
}

/** The limit that answers have announced last: a load shows the size of a limiter, not its kind. */
function announcedLimit({ name, limits }: DocumentSpec, events: readonly TraceEvent[]): number | undefined {
  const rows = limits.rateLimitHeaders ?? [];
  const told = events.flatMap((event) => {
    const sample = event.type === 'exchange' && event.document === name ? sampleOf(rows, event) : undefined;
    return sample?.limit === undefined || isConcurrencyRefusal(sample) ? [] : [sample.limit];
  });
  return told.at(-1);
}

function startTarget(
  { embedded }: ProfileFile,
  { seed, faults, limiter }: LoadOptions,
): ReturnType<typeof startMockThread> | Promise<undefined> {
  if (embedded === undefined) return Promise.resolve(undefined);
  return startMockThread({
    seed,
    faults: [...faults],
    limiter: limiter ?? embedded.limiter ?? NO_LIMIT,
    choices: chooseBySeed(embedded, seed),
  });
}

/** The embedded deployment is there to be loaded: what a profile without a budget grants others is no bound for it. */
function withRoom(profile: Profile): Profile {
  return profile.embedded ? { ...profile, limits: { ...profile.limits, requests: 1e9, durationMs: 86_400_000 } } : profile;
}

/** What the embedded deployment is to be; plain data, because it crosses into a thread. */
export interface MockOrder {
  readonly seed: number;
  readonly limiter: LimiterSettings;
  readonly choices: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly faults: readonly string[];
}

/** Starts the embedded deployment in a thread of its own. Rejects with what kept it from starting. */
async function startMockThread(order: MockOrder): Promise<Pick<RunningMock, 'services' | 'control' | 'close'>> {
  const worker = new Worker(new URL('./mock-worker.js', import.meta.url), { workerData: order, ...WORKER_FLAGS });
  const [addresses] = await once(worker, 'message');
  return { ...addresses, close: async () => void (await worker.terminate()) };
}
