import { documentOf } from '../../model/document-of.ts';
import { join } from 'node:path';
import type { DocumentName, Report, Selection, Specs } from '../../model/types.ts';
import { loadSpecs } from '../../model/load.ts';
import { indexTrace } from '../../judge/evidence.ts';
import { judge, EMPTY_JUDGEMENT } from '../../judge/judgement.ts';
import { limiterJudge } from '../../load/limiter/judge/limiter-judge.ts';
import { probeEvidence } from '../../load/limiter/judge/probe-evidence.ts';
import { readProfile, resolveProfile } from '../../profile/load-profile.ts';
import type { Profile } from '../../profile/profile.ts';
import { systemTimer } from '../../drive/timer.ts';
import { readTrace } from '../../trace/reader.ts';
import { demandFreeFolder } from '../free-folder.ts';
import { openDrive } from '../open-drive.ts';
import { plansFor } from '../plans.ts';
import { inOneLine } from '../preflight/mistake.ts';
import type { Mistake } from '../preflight/mistake.ts';
import { preflight } from '../preflight/preflight.ts';
import { endOfTrace, lasted, openRunTrace, TRACE_FILE } from '../run-trace.ts';
import { reportedAnyway } from '../reported-anyway.ts';
import { placeholderAddresses } from '../placeholder-addresses.ts';
import { waiversOf } from '../waivers.ts';
import { inRealTime, probedLimiter, startLimited } from './embedded-limiter.ts';
import type { EmbeddedOrder } from './embedded-limiter.ts';
import { finishProbe } from './finish-probe.ts';
import type { FinishedProbe } from './finish-probe.ts';
import { beginLoad, reportOfLoad } from './load-facts.ts';
import type { LoadFacts } from './load-facts.ts';
import { probeRateLimit } from './probe.ts';
import type { ProbeWatch } from './probe.ts';
import { chosenDocument, demandPermission, planRateLimit } from './rate-limit-plan.ts';
import type { RateLimitPlan } from './rate-limit-plan.ts';
import { preparation } from './recipes.ts';

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
  const judgement = isStopped ? EMPTY_JUDGEMENT : judge(specs, profile, events, selection, [limiterJudge]);
  const report = reportOfLoad(facts, { events, judgement, durationMs: lasted(startedAt, events), interrupted, stopped });
  const seen = isStopped ? undefined : probeEvidence(documentOf(specs, document), indexTrace(events));
  return finishProbe(folder, document, { report, events }, judgement, seen);
}
