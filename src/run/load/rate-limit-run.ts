import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DocumentName, LimiterSettings, ProfileFile, Report, Selection, Specs } from '../../spec/types.ts';
import { loadSpecs } from '../../spec/load.ts';
import { indexTrace } from '../../judge/evidence.ts';
import { judge } from '../../judge/judgement.ts';
import type { Judgement } from '../../judge/judgement.ts';
import { limiterJudge } from '../../load/limiter/judge/limiter-judge.ts';
import { probeEvidence } from '../../load/limiter/judge/probe-evidence.ts';
import type { ProbeEvidence } from '../../load/limiter/judge/probe-evidence.ts';
import { conclusion, evidence as evidenceInWords } from '../../load/limiter/words.ts';
import { createRealClock } from '../../mock/core/clock.ts';
import { startMock } from '../../mock/core/start-mock.ts';
import type { RunningMock } from '../../mock/core/start-mock.ts';
import { readProfile, resolveProfile } from '../../profile/load-profile.ts';
import type { Profile } from '../../profile/profile.ts';
import { rateLimitPage } from '../../report/rate-limit-page.ts';
import type { RateLimitFindings } from '../../report/rate-limit-page.ts';
import { timelineSvg } from '../../report/timeline-svg.ts';
import { systemTimer } from '../../target/timer.ts';
import { readTrace } from '../../trace/reader.ts';
import { openTrace } from '../../trace/writer.ts';
import { assembleReport } from '../assemble-report.ts';
import { demandFreeFolder } from '../free-folder.ts';
import { openDrive } from '../open-drive.ts';
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
import { summaryOf } from './load-summary.ts';
import type { LoadSummary } from './load-summary.ts';
import { probeRateLimit } from './probe.ts';
import type { ProbeWatch } from './probe.ts';
import { chosenDocument, demandPermission, planRateLimit, USUAL_LIMITER } from './rate-limit-plan.ts';
import type { RateLimitPlan } from './rate-limit-plan.ts';
import { timelineOfProbe } from './timeline-of-probe.ts';

export interface RateLimitOptions extends ProbeWatch {
  readonly profileFile: string;
  readonly document: DocumentName | undefined;
  /** of the embedded deployment */
  readonly limiter: LimiterSettings | undefined;
  readonly seed: number;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly node: string;
  readonly signal: AbortSignal;
  readonly onPlan: (plan: RateLimitPlan, profile: Profile) => void;
}

export interface FinishedProbe {
  readonly report: Report;
  readonly summary: LoadSummary;
  readonly findings: RateLimitFindings;
  readonly files: readonly WrittenFile[];
}

/** What would be sent, without sending anything; an embedded deployment is not started. Throws RunError, SpecError. */
export function planOnly(options: Pick<RateLimitOptions, 'profileFile' | 'document' | 'limiter' | 'env'>): RateLimitPlan {
  const specs = loadSpecs();
  const { source, document, limiter } = asked(specs, options);
  const nowhere = 'http://127.0.0.1';
  const unstarted = { services: { 'privileged-access': nowhere, authentication: nowhere, governance: nowhere }, control: nowhere };
  const profile = resolveProfile(source, options.profileFile, options.env, source.embedded === undefined ? undefined : unstarted);
  demandPermission(profile);
  return planRateLimit(profile, document, limiter);
}

/** A probe of one rate limit from start to end: target up, probe, judgement, reports. Throws RunError, SpecError. */
export async function runRateLimitProbe(options: RateLimitOptions): Promise<FinishedProbe> {
  const begunAt = systemTimer.now();
  const startedAt = new Date().toISOString();
  const specs = loadSpecs();
  const { source, document, limiter } = asked(specs, options);
  demandFreeFolder(options.folder);
  const mock = source.embedded === undefined || limiter === undefined ? undefined : await startTarget(limiter, options.seed);
  try {
    const profile = resolveProfile(source, options.profileFile, options.env, mock);
    demandPermission(profile);
    const plan = planRateLimit(profile, document, limiter);
    options.onPlan(plan, profile);
    mkdirSync(options.folder, { recursive: true });
    const selection: Selection = { documents: [document], features: [featureOf(specs, document)] };
    const { folder, seed, node } = options;
    beginLoad({ folder, specs, profile, seed, node, startedAt, selection, requests: plan.requests, faults: [] });
    await probe(options, specs, profile, { document, selection, startedAt, begunAt });
    const { events } = readTrace(join(options.folder, TRACE_FILE));
    const judgement = judge(specs, profile, events, selection, [limiterJudge]);
    const report = assembleReport({
      tool: TOOL,
      specs,
      profile,
      seed: options.seed,
      selection,
      node: options.node,
      startedAt,
      durationMs: Math.round(systemTimer.now() - begunAt),
      planned: { requests: plan.requests, lowerBound: 0, transitions: [] },
      events,
      judgement,
      harnessErrors: [],
      interrupted: options.signal.aborted,
    });
    const seen = probeEvidence(specs.documents[document], indexTrace(events));
    if (seen === undefined) throw new RunError('error', 'nothing was sent to the target');
    return await finish(options.folder, document, { report, events }, judgement, seen);
  } finally {
    await mock?.close();
  }
}

/** What is to be probed: of the profile the document, and of an embedded deployment the limiter. */
function asked(
  specs: Specs,
  { profileFile, document, limiter }: Pick<RateLimitOptions, 'profileFile' | 'document' | 'limiter'>,
): { readonly source: ProfileFile; readonly document: DocumentName; readonly limiter: LimiterSettings | undefined } {
  const source = readProfile(profileFile, specs);
  const { embedded } = source;
  if (embedded === undefined && limiter !== undefined)
    throw new RunError('usage', '--limiter sets the limiter of the embedded deployment: this profile is of another one');
  return {
    // A limit is probed in real time.
    source: embedded === undefined ? source : { ...source, embedded: { ...embedded, clock: 'real' } },
    document: chosenDocument(specs, source, document),
    limiter: embedded === undefined ? undefined : (limiter ?? embedded.limiter ?? USUAL_LIMITER),
  };
}

/** A limit of requests at the same time shows only where requests take a time. */
const HOLD_MS = 20;

function startTarget(limiter: LimiterSettings, seed: number): Promise<RunningMock> {
  const hold = limiter.kind === 'concurrency' ? { pause: () => wait(HOLD_MS) } : {};
  return startMock({ seed, limiter, clock: createRealClock(), ...hold });
}

/** The feature of a document's ledger that its rate-limit headers belong to. */
function featureOf({ documents, clauses }: Specs, document: DocumentName): string {
  const [row] = documents[document].limits.rateLimitHeaders ?? [];
  const feature = clauses.get(row?.clauses[0] ?? '')?.feature;
  if (feature === undefined) throw new TypeError(`${document} has no feature of rate limits`);
  return feature;
}

interface Order {
  readonly document: DocumentName;
  readonly selection: Selection;
  readonly startedAt: string;
  readonly begunAt: number;
}

/** Proves the configuration, probes, and ends the trace. Throws RunError. */
async function probe(options: RateLimitOptions, specs: Specs, profile: Profile, order: Order): Promise<void> {
  const { document, selection, startedAt, begunAt } = order;
  const { folder, seed, signal } = options;
  const trace = openTrace(join(folder, TRACE_FILE));
  const runId = startedAt.replace(/[-:.]/g, '');
  const { drive, send, close } = openDrive({ specs, profile, seed, runId, trace, begunAt, sent: 0, signal });
  try {
    const plans = plansFor(specs, profile, { seed, selection, walks: 0 });
    const { mistakes } = await preflight({ drive, plans, send });
    if (mistakes.length > 0) throw new RunError('usage', mistakes.map((mistake) => inOneLine(profile.file, mistake)).join('\n'));
    await probeRateLimit(drive, document, options);
    trace.append({ type: 'end', at: new Date().toISOString(), how: signal.aborted ? 'interrupted' : 'completed' });
  } finally {
    await close();
    trace.close();
  }
}

async function finish(
  folder: string,
  document: DocumentName,
  { report, events }: Told,
  judgement: Judgement,
  seen: ProbeEvidence,
): Promise<FinishedProbe> {
  const { classification, samples } = seen;
  const summary = summaryOf({ report, samples, classification, findings: judgement.findings });
  const findings: RateLimitFindings = {
    target: report.target.name,
    document,
    conclusion: conclusion(classification),
    evidence: evidenceInWords(seen),
    violations: summary.violations,
    open: report.clauses.flatMap(({ id, verdict, reason = '' }) => (verdict === 'inconclusive' ? [{ clause: id, reason }] : [])),
    observations: report.observations.filter(({ about }) => about.startsWith('limiter/')),
    timeline: timelineOfProbe(seen),
  };
  const file = (name: string): string => join(folder, name);
  writeFileSync(file('rate-limit.html'), rateLimitPage(findings));
  writeFileSync(file('rate-limit.svg'), timelineSvg(findings.timeline));
  writeFileSync(file('load.json'), `${JSON.stringify(summary, undefined, 2)}\n`);
  const files = [
    { about: 'report', path: file('rate-limit.html') },
    { about: 'timeline', path: file('rate-limit.svg') },
    { about: 'figures', path: file('load.json') },
    ...(await writeVerdicts(folder, { report, events })),
  ];
  return { report, summary, findings, files };
}
