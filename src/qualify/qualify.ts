import { performance } from 'node:perf_hooks';
import type { DocumentSpec, ProfileFile, Specs } from '../model/types.ts';
import { includedIn } from '../model/families/family.ts';
import { isJudgeable } from '../model/selection.ts';
import type { Check } from '../judge/finding.ts';
import { checksOf } from '../judge/judges.ts';
import { knownFaults, MUST_DIE } from '../mock/kit/known-faults.ts';
import { harmlessChanges, lives } from './controls.ts';
import { drawFaults } from './draw-faults.ts';
import { nextRound, taskFor } from './next-round.ts';
import { driveSuite, type InProcessRun } from './in-process.ts';
import { qualification, type Qualification, type Trial } from './qualification.ts';
import { coverageOf, type Coverage } from './coverage.ts';
import { prepareSuite, type Suite } from './suite.ts';
import { driveUnwilling } from './unwilling/unwilling.ts';
import { openTrialPool } from './trials.ts';

export interface QualifyOptions {
  /** only faults whose id matches; `**` crosses dots */
  readonly fault?: string;
  /** so many of them, drawn by the seed */
  readonly sample?: number;
  readonly seed: number;
  readonly walks: number;
  /** every fault against all cases to the end, so that nothing that goes red is missed */
  readonly full?: boolean;
  /** every operation refused in every way, not in one that the seed draws */
  readonly unwilling?: boolean;
  /** faults tried at a time, each in a thread of its own; 0 does all in this thread */
  readonly threads: number;
  readonly onProgress: (done: number, total: number, trial: Trial) => void;
}

/** Judges the suite by the mock's seeded faults, in process. */
export async function qualify(specs: Specs, source: ProfileFile, file: string, options: QualifyOptions): Promise<Qualification> {
  const started = performance.now();
  const { seed, walks, full = false, threads, onProgress } = options;
  const faults = drawFaults(knownFaults(), options);
  const isWhole = options.fault === undefined && options.sample === undefined;
  const control = knownFaults().filter(({ id }) => id === MUST_DIE && !faults.some((fault) => fault.id === id));
  const suite = prepareSuite(specs, source, file, { seed, walks });
  const clean = await driveSuite(suite);
  const coverage = reachIn(suite, clean);
  const pool = openTrialPool({ file, walks }, threads);
  try {
    const tasks = [...control, ...faults].map((fault) => taskFor(fault, seed, coverage, full ? 'end' : 'caught'));
    const told: Trial[] = [];
    // The threads try the faults while this one changes what is harmless, and is refused.
    const [trials, harmless, unwilling] = await Promise.all([
      pool.run(tasks, (trial) => {
        told.push(trial);
        onProgress(told.length, tasks.length, trial);
      }),
      driveSuite(suite, { change: harmlessChanges() }),
      isWhole || options.unwilling === true
        ? driveUnwilling(specs, source, file, { seed, full: options.unwilling === true })
        : Promise.resolve(undefined),
    ]);
    // Some faults prove nothing about the checks and clauses that others break: only all of them account for those.
    const checks = isWhole ? Object.values(specs.documents).flatMap(checksDriven) : [];
    const judged = clean.judgement.clauses
      .filter(({ clause, verdict }) => isWhole && isJudgeable(clause) && verdict === 'pass')
      .map(({ clause }) => clause.id);
    // Who stops at the first failure leaves checks behind; what the seed's choices keep from being asked, another seed asks.
    const asked = { faults, checks, judged, trials, seed, coverage };
    const further = full
      ? []
      : await nextRound(pool, asked, async (other) => {
          const sown = prepareSuite(specs, source, file, { seed: other, walks });
          return reachIn(sown, await driveSuite(sown));
        });
    return qualification({
      faults,
      trials,
      further,
      checks: checks.map(({ id }) => id),
      judged,
      controls: {
        mustDie: trials.some(({ fault, caughtBy }) => fault === MUST_DIE && caughtBy.length > 0),
        mustLive: lives(clean.judgement) && lives(harmless.judgement),
      },
      unwilling,
      durationMs: Math.round(performance.now() - started),
    });
  } finally {
    await pool.close();
  }
}

/** The checks of a document, but those of probes in whose place another one takes the same steps. */
function checksDriven(spec: DocumentSpec): readonly Check[] {
  const { probes } = spec.probes;
  const idle = new Set(probes.filter(includedIn(probes)).map(({ id }) => id));
  return checksOf(spec).filter(({ id }) => !id.startsWith('probe/') || !idle.has(id.split('/')[1] ?? ''));
}

function reachIn(suite: Suite, { events, judgement }: InProcessRun): Coverage {
  return coverageOf(suite, events, judgement.findings);
}
