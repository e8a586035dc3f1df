import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { LimiterSettings, LoadEvent, ProfileFile, Report, Selection, Specs } from '../../spec/types.ts';
import { loadSpecs } from '../../spec/load.ts';
import { judge } from '../../judge/judgement.ts';
import { shownUnderLoad } from '../../judge/under-load/answer-judges.ts';
import type { Accounts } from '../../load/engine/accounting.ts';
import { runLoad } from '../../load/engine/engine.ts';
import type { LoadOutcome } from '../../load/engine/engine.ts';
import type { Slice } from '../../load/engine/timeline.ts';
import { createLimitGuard } from '../../load/limit-guard.ts';
import { measure } from '../../load/measure.ts';
import { holdAgainst } from '../../load/thresholds.ts';
import type { Threshold } from '../../load/thresholds.ts';
import { createVerifier } from '../../load/verify.ts';
import type { Verified } from '../../load/verify.ts';
import { learner } from '../../drive/send.ts';
import { readProfile, resolveProfile } from '../../profile/load-profile.ts';
import type { Profile } from '../../profile/profile.ts';
import { latencySvg } from '../../report/latency-svg.ts';
import { systemTimer } from '../../target/timer.ts';
import { readTrace } from '../../trace/reader.ts';
import { openTrace } from '../../trace/writer.ts';
import { assembleReport } from '../assemble-report.ts';
import { chooseBySeed } from '../choices.ts';
import { demandFreeFolder } from '../free-folder.ts';
import { openDrive } from '../open-drive.ts';
import type { OpenDrive } from '../open-drive.ts';
import { plansFor } from '../plans.ts';
import { inOneLine } from '../preflight/mistake.ts';
import { preflight } from '../preflight/preflight.ts';
import { RunError } from '../run-error.ts';
import { TRACE_FILE } from '../session.ts';
import { TOOL } from '../tool.ts';
import { writeVerdicts } from '../write-reports.ts';
import type { Told } from '../write-reports.ts';
import type { WrittenFile } from '../write-reports.ts';
import { beginLoad } from './begin-load.ts';
import { planLoad } from './load-plan.ts';
import type { LoadAsked, LoadPlan } from './load-plan.ts';
import { loadSummary } from './load-figures.ts';
import type { LoadFigures } from './load-figures.ts';
import { openMix } from './mix.ts';
import type { Mix, MixedRequest } from './mix.ts';
import { startMockThread } from './mock-thread.ts';

export interface LoadOptions {
  readonly asked: LoadAsked;
  readonly profileFile: string;
  /** of the embedded deployment */
  readonly limiter: LimiterSettings | undefined;
  readonly faults: readonly string[];
  readonly thresholds: readonly Threshold[];
  readonly seed: number;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly node: string;
  readonly signal: AbortSignal;
  readonly onPlan: (plan: LoadPlan, profile: Profile) => void;
  readonly onMix: (mix: Mix) => void;
  readonly onSlice: (slice: Slice, accounts: Accounts, plan: LoadPlan) => void;
}

export interface FinishedLoad {
  readonly report: Report;
  readonly event: LoadEvent;
  readonly figures: LoadFigures;
  readonly files: readonly WrittenFile[];
}

/** The embedded deployment sets no limit unless it is asked for one. */
const NO_LIMIT: LimiterSettings = { kind: 'none' };

/** What would be sent, without sending anything; an embedded deployment is not started. Throws RunError, SpecError. */
export function planLoadOnly({
  asked,
  profileFile,
  limiter,
  env,
}: Pick<LoadOptions, 'asked' | 'profileFile' | 'limiter' | 'env'>): LoadPlan {
  const specs = loadSpecs();
  const source = sourceOf(specs, profileFile, limiter);
  const nowhere = 'http://127.0.0.1';
  const unstarted = { services: { 'privileged-access': nowhere, authentication: nowhere, governance: nowhere }, control: nowhere };
  return planLoad(specs, resolveProfile(source, profileFile, env, source.embedded === undefined ? undefined : unstarted), asked);
}

/** A load from start to end: target up, mix, load, judgement, reports. Throws RunError, SpecError. */
export async function runLoadTest(options: LoadOptions): Promise<FinishedLoad> {
  const { seed, folder, node, faults, signal } = options;
  const begunAt = systemTimer.now();
  const startedAt = new Date().toISOString();
  const specs = loadSpecs();
  const source = sourceOf(specs, options.profileFile, options.limiter);
  demandFreeFolder(folder);
  const mock = await startTarget(source, options);
  try {
    const profile = withRoom(resolveProfile(source, options.profileFile, options.env, mock));
    const plan = planLoad(specs, profile, options.asked);
    options.onPlan(plan, profile);
    mkdirSync(folder, { recursive: true });
    const selection: Selection = { documents: [plan.document] };
    beginLoad({ folder, specs, profile, seed, node, startedAt, selection, requests: plan.requests, faults });
    await drive(options, specs, profile, { plan, selection, startedAt, begunAt });
    const { events } = readTrace(join(folder, TRACE_FILE));
    const event = events.find((one) => one.type === 'load');
    if (event === undefined) throw new RunError('error', 'the load has left no figures');
    const judgement = shownUnderLoad(judge(specs, profile, events, selection));
    const report = assembleReport({
      tool: TOOL,
      specs,
      profile,
      seed,
      selection,
      node,
      startedAt,
      durationMs: Math.round(systemTimer.now() - begunAt),
      planned: { requests: Number.isFinite(plan.requests) ? plan.requests : 0, lowerBound: 0, transitions: [] },
      events,
      judgement,
      harnessErrors: [],
      interrupted: signal.aborted,
      ordered: { walks: 0, faults },
    });
    return { report, event, ...(await write(folder, { report, events }, event)) };
  } finally {
    await mock?.close();
  }
}

function sourceOf(specs: Specs, file: string, limiter: LimiterSettings | undefined): ProfileFile {
  const source = readProfile(file, specs);
  const { embedded } = source;
  if (embedded === undefined && limiter !== undefined)
    throw new RunError('usage', '--limiter sets the limiter of the embedded deployment: this profile is of another one');
  // Load takes real time.
  return embedded === undefined ? source : { ...source, embedded: { ...embedded, clock: 'real' } };
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

interface Order {
  readonly plan: LoadPlan;
  readonly selection: Selection;
  readonly startedAt: string;
  readonly begunAt: number;
}

const CASE = 'load';

/** Proves the configuration, prepares the mix, loads, and ends the trace. Throws RunError. */
async function drive(options: LoadOptions, specs: Specs, profile: Profile, { plan, selection, startedAt, begunAt }: Order): Promise<void> {
  const { seed, signal } = options;
  const trace = openTrace(join(options.folder, TRACE_FILE));
  const open = openDrive({ specs, profile, seed, runId: startedAt.replace(/[-:.]/g, ''), trace, begunAt, sent: 0, signal });
  try {
    const plans = plansFor(specs, profile, { seed, selection, walks: 0 });
    const { mistakes } = await preflight({ drive: open.drive, plans, send: open.send });
    if (mistakes.length > 0) throw new RunError('usage', mistakes.map((mistake) => inOneLine(profile.file, mistake)).join('\n'));
    trace.append({ type: 'case', case: CASE, document: plan.document, kind: 'load', title: `${plan.kind}: every answer judged` });
    const mix = await openMix(open.drive, plan.document, CASE);
    try {
      options.onMix(mix);
      if (mix.requests.length > 0) await load(options, open, plan, mix);
      // Interrupted before there was anything to send.
      else trace.append(loadEvent(plan, NOTHING_SENT, NOTHING_JUDGED, []));
    } finally {
      await mix.release();
    }
    trace.append({ type: 'end', at: new Date().toISOString(), how: signal.aborted ? 'interrupted' : 'completed' });
  } finally {
    await open.close();
    trace.close();
  }
}

/** Credentials are exchanged for new ones so often in a long load. */
const RENEWAL_MS = 300_000;

async function load(options: LoadOptions, { drive }: OpenDrive, plan: LoadPlan, mix: Mix): Promise<void> {
  const { specs, profile, exchanger } = drive;
  const spec = specs.documents[plan.document];
  // Renewed in place, while the load goes on.
  const requests: MixedRequest[] = [...mix.requests];
  const verifier = createVerifier({
    specs,
    spec,
    profile,
    requests,
    note: (exchange) => {
      const { head, response } = exchange;
      const running = requests[0]?.running;
      if (response !== undefined && running !== undefined) learner(running, head.operation)(response);
      exchanger.note(exchange);
    },
    wallClock: (engineMs) => Math.round(performance.timeOrigin + engineMs),
  });
  const guard = plan.mayExhaust ? undefined : createLimitGuard(spec.limits.rateLimitHeaders ?? [], plan.connections);
  const prepared = requests.map((request) => request.prepared);
  const renewal = setInterval(() => {
    void Promise.all(
      requests.map(async (request, index) => {
        const renewed = await request.renewed();
        if (renewed === undefined) return;
        requests[index] = renewed;
        prepared[index] = renewed.prepared;
      }),
    );
  }, RENEWAL_MS);
  const left = profile.limits.requests - (exchanger.nextSeq() - 1);
  const outcome = await runLoad(
    {
      requests: prepared,
      connections: plan.connections,
      rate: plan.rate,
      durationMs: Math.min(plan.durationMs, drive.pacer.leftMs()),
      most: { requests: Math.max(1, left), bodyBytes: profile.limits.bodyBytes },
      timeoutMs: profile.limits.timeoutMs,
      signal: options.signal,
    },
    {
      judge: (answer) => {
        const stop = guard?.(answer);
        const judged = verifier.judge(answer);
        return stop === undefined ? judged : { stop };
      },
      onSlice: (slice, accounts) => options.onSlice(slice, accounts, plan),
    },
  ).finally(() => clearInterval(renewal));
  drive.trace.append(loadEvent(plan, outcome, verifier.end(), options.thresholds));
}

const NO_LATENCY = { count: 0, p50: 0, p90: 0, p99: 0, p999: 0, max: 0 };
const NOTHING_JUDGED: Verified = { judged: 0, violating: 0, kept: 0, violations: [] };
const NOTHING_SENT: LoadOutcome = {
  end: { how: 'interrupted' },
  accounts: { scheduled: 0, sent: 0, neverSent: 0, answered: 0, timedOut: 0, lost: 0, lostBy: {}, byStatus: {}, bytes: 0 },
  violations: 0,
  latencyMs: NO_LATENCY,
  coordinatedOmission: 'not corrected',
  durationMs: 0,
  throughput: 0,
  slices: [],
  generator: { eventLoopDelayMs: { p50: 0, p99: 0, max: 0 }, processorShare: 0, sendLagMs: NO_LATENCY, bottleneck: [] },
};

function loadEvent({ rate, connections }: LoadPlan, outcome: LoadOutcome, verified: Verified, thresholds: readonly Threshold[]): LoadEvent {
  const { end, accounts, latencyMs, coordinatedOmission, durationMs, throughput, slices, generator } = outcome;
  return {
    type: 'load',
    case: CASE,
    model: rate === undefined ? 'closed' : 'open',
    ...(rate === undefined ? {} : { rate }),
    connections,
    end: end.how,
    ...('why' in end ? { why: end.why } : {}),
    accounts: { ...accounts, lostBy: { ...accounts.lostBy }, byStatus: { ...accounts.byStatus } },
    judged: verified.judged,
    violating: verified.violating,
    rejudgeable: verified.kept,
    violations: verified.violations.map((one) => ({ ...one, clauses: [...one.clauses] })),
    latencyMs,
    coordinatedOmission,
    throughput: rounded(throughput),
    durationMs: rounded(durationMs),
    slices: slices.map((slice) => ({ ...slice, byClass: { ...slice.byClass } })),
    generator: { ...generator, bottleneck: [...generator.bottleneck] },
    thresholds: holdAgainst(thresholds, measure(outcome, verified.violating)).map((one) => ({ ...one })),
  };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

async function write(folder: string, told: Told, event: LoadEvent): Promise<Pick<FinishedLoad, 'figures' | 'files'>> {
  const file = (name: string): string => join(folder, name);
  const figures = loadSummary(told.report, event);
  writeFileSync(file('latency.svg'), latencySvg(event.slices));
  writeFileSync(file('load.json'), `${JSON.stringify(figures, undefined, 2)}\n`);
  return {
    figures,
    files: [
      { about: 'latency', path: file('latency.svg') },
      { about: 'figures', path: file('load.json') },
      ...(await writeVerdicts(folder, told)),
    ],
  };
}
