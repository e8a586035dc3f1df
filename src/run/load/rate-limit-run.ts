import { documentOf } from '../../model/document-of.ts';
import { join } from 'node:path';
import type { DocumentName, Report, Selection, Specs, DocumentSpec, LimiterSettings, ProfileFile } from '../../model/types.ts';
import { loadSpecs } from '../../model/load.ts';
import { indexTrace } from '../../judge/evidence.ts';
import { judge, EMPTY_JUDGEMENT } from '../../judge/judgement.ts';
import { limiterJudge } from '../../load/limiter/judge/limiter-judge.ts';
import { probeEvidence } from '../../load/limiter/judge/probe-evidence.ts';
import { readProfile, resolveProfile } from '../../profile/load-profile.ts';
import type { Profile } from '../../profile/profile.ts';
import { systemTimer } from '../../drive/timer.ts';
import { readTrace } from '../../trace/reader.ts';
import { demandFreeFolder } from '../write-files.ts';
import { openDrive } from '../open-drive.ts';
import { plansFor } from '../plans.ts';
import { inOneLine, type Mistake } from '../preflight/mistake.ts';
import { preflight } from '../preflight/preflight.ts';
import { endOfTrace, lasted, openRunTrace, TRACE_FILE } from '../run-trace.ts';
import { reportedAnyway } from '../reported-anyway.ts';
import { placeholderAddresses } from '../profile-to-plan.ts';
import { waiversOf } from '../waivers.ts';
import { inRealTime, probedLimiter, startLimited, type EmbeddedOrder } from './embedded-limiter.ts';
import { finishProbe, type FinishedProbe } from './finish-probe.ts';
import { beginLoad, reportOfLoad, type LoadFacts } from './load-facts.ts';
import { probeRateLimit, type ProbeWatch } from './probe.ts';
import { preparation, requestsBefore } from './subjects.ts';
import { RunError } from '../run-error.ts';
import { judges } from '../../judge/judges.ts';

export interface RateLimitOptions extends ProbeWatch, EmbeddedOrder {
  /** the package's own unless told */
  readonly specs?: Specs;
  readonly profileFile: string;
  readonly document: DocumentName | undefined;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly node: string;
  readonly signal: AbortSignal;
  readonly onPlan: (plan: RateLimitPlan, profile: Profile) => void;
  /** told of what is worth knowing before the probe, and stops nothing */
  readonly onNotice: (notice: string) => void;
}

/** What would be sent, without sending anything; an embedded deployment is not started. Throws RunError, SpecError. */
export function planOnly(
  options: Pick<RateLimitOptions, 'specs' | 'profileFile' | 'document' | 'env' | keyof EmbeddedOrder>,
): RateLimitPlan {
  const { specs = loadSpecs() } = options;
  const source = inRealTime(readProfile(options.profileFile, specs), options);
  const limiter = probedLimiter(source, options);
  const profile = resolveProfile(
    source,
    options.profileFile,
    options.env,
    source.embedded === undefined ? undefined : placeholderAddresses(specs),
  );
  demandPermission(profile);
  return planRateLimit(profile, documentOf(specs, chosenDocument(specs, source, options.document)), limiter);
}

/** A probe of one rate limit from start to end: target up, preflight, probe, judgement, reports. Throws RunError, SpecError. */
export async function runRateLimitProbe(options: RateLimitOptions): Promise<FinishedProbe> {
  const begunAt = systemTimer.now();
  const startedAt = new Date().toISOString();
  const { specs = loadSpecs() } = options;
  const source = inRealTime(readProfile(options.profileFile, specs), options);
  const document = chosenDocument(specs, source, options.document);
  const limiter = probedLimiter(source, options);
  demandFreeFolder(options.folder);
  const mock = limiter === undefined ? undefined : await startLimited(limiter, options);
  try {
    const profile = resolveProfile(source, options.profileFile, options.env, mock);
    demandPermission(profile);
    const plan = planRateLimit(profile, documentOf(specs, document), limiter);
    options.onPlan(plan, profile);
    const selection: Selection = { documents: [document], features: [featureOf(specs, document)] };
    const waivers = waiversOf(source, options.profileFile, specs);
    const { folder, seed, node, faults } = options;
    const { requests } = plan;
    const facts = beginLoad({ folder, specs, profile, seed, node, startedAt, selection, requests, faults, waivers });
    const leftMs = begunAt + profile.limits.durationMs - systemTimer.now();
    return await reportedAnyway({ folder, specs, leftMs, planned: requests, signal: options.signal }, async () => {
      const stopped = await probe(options, facts, { document, begunAt });
      return conclude(facts, document, stopped, options.signal.aborted);
    });
  } finally {
    await mock?.close();
  }
}

/** The feature of a document that its rate-limit headers belong to. */
function featureOf({ documents, clauses }: Specs, document: DocumentName): string {
  const [row] = documentOf({ documents }, document).limits.rateLimitHeaders ?? [];
  const feature = clauses.get(row?.clauses[0] ?? '')?.feature;
  if (feature === undefined) throw new TypeError(`${document} has no feature of rate limits`);
  return feature;
}

/** Proves the configuration, probes, and ends the trace. Answers what has to be put right before anything can be probed. */
async function probe(
  options: RateLimitOptions,
  { folder, specs, profile, plan: { seed, selection, startedAt } }: LoadFacts,
  { document, begunAt }: { readonly document: DocumentName; readonly begunAt: number },
): Promise<NonNullable<Report['stopped']>> {
  const { signal } = options;
  const trace = openRunTrace(folder);
  const runId = startedAt.replace(/[-:.]/g, '');
  const { drive, send, close } = openDrive({ specs, profile, seed, runId, trace, begunAt, sent: 0, signal });
  try {
    const planned = plansFor(specs, profile, { seed, selection, walks: 0 }).get(document);
    const plans = new Map(
      planned === undefined ? [] : [[document, { ...planned, cases: [preparation(documentOf(specs, document))], walks: [] }]],
    );
    const { mistakes, notices } = await preflight({ drive, plans, send, anyClock: true });
    const hidden = (text: string): string => drive.redactor.redactText(text);
    for (const notice of notices) options.onNotice(hidden(notice));
    const wrong: readonly Mistake[] = mistakes.length > 0 || signal.aborted ? mistakes : await probeRateLimit(drive, document, options);
    const stopped = wrong.map((mistake) => ({
      key: mistake.key,
      message: hidden(inOneLine(profile.file, mistake)),
      blame: mistake.blame,
    }));
    const how = signal.aborted ? 'interrupted' : stopped.length > 0 ? 'stopped' : 'completed';
    trace.append(endOfTrace(folder, how, how === 'stopped' ? { stopped } : {}));
    return how === 'stopped' ? stopped : [];
  } finally {
    await close();
    trace.close();
  }
}

/** Judges the trace and writes the reports. */
function conclude(facts: LoadFacts, document: DocumentName, stopped: NonNullable<Report['stopped']>, interrupted: boolean): FinishedProbe {
  const {
    folder,
    specs,
    profile,
    plan: { selection, startedAt },
  } = facts;
  const { events } = readTrace(join(folder, TRACE_FILE));
  const isStopped = stopped.length > 0;
  const judgement = isStopped ? EMPTY_JUDGEMENT : judge(specs, profile, events, selection, [...judges, limiterJudge]);
  const report = reportOfLoad(facts, { events, judgement, durationMs: lasted(startedAt, events), interrupted, stopped });
  const seen = isStopped ? undefined : probeEvidence(documentOf(specs, document), indexTrace(events));
  return finishProbe(folder, document, { report, events }, judgement, seen);
}

/** What a probe of a limit would send at most, before anything is sent. */
export interface RateLimitPlan {
  readonly document: DocumentName;
  readonly origin: string;
  /** in all, at once, and milliseconds, at most: where the limiter is known what it will take, else the budget */
  readonly requests: number;
  readonly concurrency: number;
  readonly durationMs: number;
}

/** The document whose limit is probed: the one asked for, else the first of the profile that says something of a limit. Throws RunError. */
function chosenDocument(specs: Specs, source: ProfileFile, asked: DocumentName | undefined): DocumentName {
  const known = Object.values(specs.documents).flatMap(({ name, load }) =>
    load.limiter !== undefined && source.services?.[name] !== undefined ? [name] : [],
  );
  const chosen = asked === undefined ? known[0] : known.find((name) => name === asked);
  if (chosen !== undefined) return chosen;
  throw new RunError(
    'service-unknown',
    asked === undefined
      ? `the profile has no service whose rate limit can be probed: expected ${Object.values(specs.documents)
          .flatMap(({ name, load }) => (load.limiter === undefined ? [] : [`services.${name}`]))
          .join(' or ')}`
      : `--document ${asked}: the profile has no such service, or its document says nothing of a rate limit. Known: ${known.join(', ') || 'none'}`,
  );
}

/** A limit is brought to its end only where the profile permits it. Throws RunError. */
function demandPermission({ permissions, file }: Profile): void {
  if (permissions.exhaustRateLimit) return;
  throw new RunError(
    'limit-not-permitted',
    `${file}  permissions.exhaustRateLimit  expected true, found false: this uses up a rate limit, up to three times. Permit it, and use a dedicated key`,
  );
}

/** What a kind of limiter takes at most: how often its limit is used up, how many requests more, and how many periods; once more where only refusals tell of it. */
const TAKES: Readonly<Record<LimiterSettings['kind'], readonly [times: number, more: number, periods: number]>> = {
  'fixed-aligned': [2, 20, 7],
  'fixed-first': [2, 20, 7],
  'sliding-log': [1, 35, 3],
  'sliding-counter': [1, 35, 6],
  'token-bucket': [1, 35, 3],
  concurrency: [2, 240, 0],
  none: [2, 240, 0],
};
const BESIDE_MS = 10_000;

/** Where the limiter is known, what its kind takes; else the budget. */
function planRateLimit({ limits, services }: Profile, spec: DocumentSpec, limiter: LimiterSettings | undefined): RateLimitPlan {
  const { name: document } = spec;
  const base = { document, origin: new URL(services[document]?.baseUrl ?? 'http://localhost').origin, concurrency: limits.concurrency };
  if (limiter?.limit === undefined || limiter.periodMs === undefined)
    return { ...base, requests: limits.requests, durationMs: limits.durationMs };
  const [times, more, periods] = TAKES[limiter.kind];
  const again = spec.limits.rateLimitHeaders?.every(({ on }) => on === '429') === true ? 1 : 0;
  return {
    ...base,
    requests: Math.min(limits.requests, requestsBefore(spec) + (times + again) * limiter.limit + more),
    durationMs: Math.min(limits.durationMs, (periods + 2 * again) * limiter.periodMs + BESIDE_MS),
  };
}
