import { documentOf } from '../../src/model/document-of.ts';
import { join } from 'node:path';
import type { DocumentName } from '../../src/mock/kit/documents.ts';
import type { Specs } from '../../src/model/types.ts';
import { loadSpecs } from '../../src/model/load.ts';
import { SPECS_FOLDER } from '../../src/model/specs-folder.ts';
import { judge } from '../../src/judge/judgement.ts';
import { judges } from '../../src/judge/judges.ts';
import type { Finding, Judge } from '../../src/judge/finding.ts';
import { readProfile, resolveProfile } from '../../src/profile/load-profile.ts';
import type { Profile } from '../../src/profile/profile.ts';
import type { TraceEvent } from '../../src/trace/events.ts';
import type { Classification } from '../../src/load/limiter/classify.ts';
import { probeLimiter } from '../../src/load/limiter/probe/probe.ts';
import { judgeProbe, limiterJudge } from '../../src/load/limiter/judge/limiter-judge.ts';
import { probeEvidence } from '../../src/load/limiter/judge/probe-evidence.ts';
import type { ProbeEvidence } from '../../src/load/limiter/judge/probe-evidence.ts';
import { PROBE_ROW, sampleOf } from '../../src/load/limiter/sample.ts';
import { indexTrace } from '../../src/judge/evidence.ts';
import { BUILDS } from './cell.ts';
import type { Cell } from './cell.ts';
import type { Defect } from './defect.ts';
import type { ForeignUse } from './foreign-use.ts';
import type { Random } from './random.ts';
import { createTarget } from './target.ts';
import { createVirtualTime } from './virtual-time.ts';

/** What trials are judged with: the specs, and a profile that binds what the simulated target answers. */
export interface TrialBench {
  readonly specs: Specs;
  readonly profile: Profile;
}

export function trialBench(): TrialBench {
  const specs = loadSpecs();
  const file = join(SPECS_FOLDER, 'profiles', 'mock.yaml');
  const url = 'https://target.example.test';
  const services = { 'privileged-access': url, authentication: url, governance: url };
  return { specs, profile: resolveProfile(readProfile(file, specs), file, {}, { services, control: url }) };
}

/** What came of one probe of a simulated target. */
export interface Trial {
  readonly classification: Classification;
  readonly requests: number;
  /** operations that passed since the last fresh start, until one was refused */
  readonly passedBeforeRefusal: number;
  /** virtual milliseconds */
  readonly durationMs: number;
  readonly findings: readonly Finding[];
  readonly events: readonly TraceEvent[];
}

export interface TrialOptions {
  readonly document: DocumentName;
  readonly cell: Cell;
  readonly defect: Defect;
  /** undefined: nobody else is there */
  readonly foreign?: ForeignUse;
  readonly budget?: { readonly requests?: number; readonly durationMs?: number };
}

/** Where in the second and in the minute a probe begins is drawn; the day makes no difference. */
const EPOCH_MS = Date.UTC(2030, 0, 1);
const DAY_MS = 86_400_000;
const BUDGET_MS = 20 * 60_000;
const CASE = 'load/rate-limit';

/** Probes a simulated target on virtual time, and judges the trace as a real one is judged. */
export async function runTrial(
  { specs, profile }: TrialBench,
  { document, cell, defect, foreign, budget = {} }: TrialOptions,
  random: Random,
): Promise<Trial> {
  const startMs = startOf(random, cell, defect);
  const time = createVirtualTime(startMs);
  const target = createTarget({ ...cell, document, build: BUILDS[cell.kind], defect, foreign }, time, random, startMs);
  const spec = documentOf(specs, document);
  const rows = spec.limits.rateLimitHeaders ?? [];
  const end = await time.live(() =>
    probeLimiter({
      clock: time,
      send: async (place) => sampleOf(rows, await target.send(place)),
      others: ['other-token', 'other-user', 'other-team'],
      budget: { requests: budget.requests ?? 20_000, concurrency: cell.concurrency, endsAt: startMs + (budget.durationMs ?? BUDGET_MS) },
      isInterrupted: () => false,
      onSample: () => undefined,
    }),
  );
  const events: readonly TraceEvent[] = [
    { type: 'case', case: CASE, document, kind: 'load', title: 'the rate limit' },
    ...target.events,
    ...(end.stopped === undefined
      ? []
      : [
          {
            type: 'blocked' as const,
            case: CASE,
            place: { row: PROBE_ROW, at: 'end' },
            because: end.stopped.message,
            blame: 'config' as const,
          },
        ]),
  ];
  const evidence = probeEvidence(spec, indexTrace(events));
  if (evidence === undefined) throw new Error('the probe sent nothing');
  return {
    classification: evidence.classification,
    requests: end.samples.length,
    passedBeforeRefusal: Math.max(
      0,
      evidence.facts.decisions.findIndex(({ passed }) => !passed),
    ),
    durationMs: time.now() - startMs,
    findings: judge(specs, profile, events, {}, [...judges, knowing(document, evidence)]).findings,
    events,
  };
}

/** Where the window before still weighs, a share of an operation may be rounded up or down: one more or less is no defect then. */
const INTO_WINDOW = 0.5;

function startOf(random: Random, { kind, periodMs, skewMs }: Cell, { isFine = false }: Defect): number {
  for (;;) {
    const startMs = EPOCH_MS + random.between(0, DAY_MS);
    const isEarly = (startMs + skewMs) % periodMs < periodMs * INTO_WINDOW;
    if (!isFine || kind !== 'sliding-counter' || isEarly) return startMs;
  }
}

/** The judge of limiters, spared from understanding the same probe again. */
function knowing(document: DocumentName, evidence: ProbeEvidence): Judge {
  return {
    ...limiterJudge,
    judge: (bench) => (bench.spec.name === document ? judgeProbe(bench, evidence) : { findings: [] }),
  };
}
