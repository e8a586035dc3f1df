import { performance } from 'node:perf_hooks';
import type { ProfileFile, Specs } from '../spec/types.ts';
import { globPattern, isJudgeable } from '../spec/selection.ts';
import { checksOf } from '../judge/judges.ts';
import type { FaultSummary } from '../mock/core/control.ts';
import { knownFaults } from '../mock/core/known-faults.ts';
import { runInProcess } from './in-process.ts';
import type { InProcessRun } from './in-process.ts';

/** One fault against the suite. */
export interface MatrixRow {
  readonly fault: string;
  readonly clause: string;
  readonly difficulty: string;
  /** checks of the fault's own clause, or of one that it breaks just as much, that failed */
  readonly caughtBy: readonly string[];
  /** requests up to the first exchange that shows it; all of the run's where nothing does */
  readonly requests: number;
  /** clauses that went red beside those that the fault names */
  readonly collateral: readonly string[];
}

/** What `assay qualify --json` prints (DESIGN, section 7). */
export interface Qualification {
  readonly faults: {
    readonly wire: { readonly total: number; readonly caught: number };
    readonly behavioural: { readonly total: number; readonly caught: number };
    readonly survived: readonly { readonly fault: string; readonly reason: string }[];
  };
  readonly checks: { readonly total: number; readonly neverFailed: readonly string[] };
  readonly clauses: { readonly judged: number; readonly withoutKillingFault: readonly string[] };
  readonly controls: { readonly mustDie: boolean; readonly mustLive: boolean };
  readonly requestsToKill: { readonly median: number; readonly max: number };
  readonly durationMs: number;
  readonly matrix: readonly MatrixRow[];
}

export interface QualifyOptions {
  /** only faults whose id matches; `**` crosses dots */
  readonly fault?: string;
  readonly seed: number;
  readonly onProgress: (done: number, total: number, row: MatrixRow) => void;
}

/** A fault that no suite may miss: any password signs a user in. */
const MUST_DIE = 'authn-any-password';

/** Judges the suite by the mock's seeded faults, in process. Crashes of a run go on up: they are no kills. */
export async function qualify(specs: Specs, source: ProfileFile, file: string, options: QualifyOptions): Promise<Qualification> {
  const started = performance.now();
  const pattern = options.fault === undefined ? undefined : globPattern(options.fault);
  const faults = knownFaults().filter(({ id }) => pattern?.test(id) ?? true);
  const clean = await runInProcess(specs, source, file, { seed: options.seed });
  const failedChecks = new Set<string>();
  const killed = new Set<string>();
  const matrix: MatrixRow[] = [];
  for (const fault of faults) {
    const run = await runInProcess(specs, source, file, {
      seed: options.seed,
      selection: { documents: [fault.document] },
      faults: [fault.id],
    });
    const row = judgeFault(fault, run);
    for (const { check } of failing(run)) failedChecks.add(check);
    if (row.caughtBy.length > 0) for (const clause of redClauses(run)) if (ownClauses(fault).includes(clause)) killed.add(clause);
    matrix.push(row);
    options.onProgress(matrix.length, faults.length, row);
  }
  const checks = Object.values(specs.documents).flatMap((spec) => checksOf(spec).map(({ id }) => id));
  const judged = clean.judgement.clauses
    .filter(({ clause, verdict }) => isJudgeable(clause) && verdict === 'pass')
    .map(({ clause }) => clause.id);
  const kills = matrix.filter(({ caughtBy }) => caughtBy.length > 0);
  const dying = matrix.find(({ fault }) => fault === MUST_DIE) ?? (await judgeAlone(specs, source, file, options.seed));
  return {
    faults: {
      wire: { total: 0, caught: 0 },
      behavioural: { total: matrix.length, caught: kills.length },
      survived: matrix.filter(({ caughtBy }) => caughtBy.length === 0).map(({ fault }) => ({ fault, reason: reasonOf(faults, fault) })),
    },
    checks: { total: checks.length, neverFailed: checks.filter((check) => !failedChecks.has(check)) },
    clauses: { judged: judged.length, withoutKillingFault: judged.filter((clause) => !killed.has(clause)) },
    controls: { mustDie: dying.caughtBy.length > 0, mustLive: failing(clean).length === 0 },
    requestsToKill: { median: median(kills.map(({ requests }) => requests)), max: Math.max(0, ...kills.map(({ requests }) => requests)) },
    durationMs: Math.round(performance.now() - started),
    matrix,
  };
}

/** The exit code that a qualification means: 0 only if nothing is left to wish for. */
export function qualificationExitCode({ checks, clauses, controls, faults }: Qualification): number {
  if (!controls.mustDie || !controls.mustLive) return 4;
  return checks.neverFailed.length === 0 && clauses.withoutKillingFault.length === 0 && faults.survived.every(({ reason }) => reason !== '')
    ? 0
    : 1;
}

async function judgeAlone(specs: Specs, source: ProfileFile, file: string, seed: number): Promise<MatrixRow> {
  const fault = knownFaults().find(({ id }) => id === MUST_DIE);
  if (fault === undefined) throw new TypeError(`the control fault ${MUST_DIE} is not in the mock`);
  return judgeFault(
    fault,
    await runInProcess(specs, source, file, { seed, selection: { documents: [fault.document] }, faults: [fault.id] }),
  );
}

function judgeFault(fault: FaultSummary, run: InProcessRun): MatrixRow {
  const own = ownClauses(fault);
  const caught = failing(run).filter(({ clauses }) => clauses.some((clause) => own.includes(clause)));
  const first = Math.min(...caught.map(({ exchanges }) => exchanges[0] ?? Infinity));
  return {
    fault: fault.id,
    clause: fault.clause,
    difficulty: fault.difficulty,
    caughtBy: [...new Set(caught.map(({ check }) => check))],
    requests: Number.isFinite(first) ? first : run.requests,
    collateral: redClauses(run).filter((clause) => !own.includes(clause)),
  };
}

function ownClauses({ clause, alsoBreaks }: FaultSummary): readonly string[] {
  return [clause, ...alsoBreaks];
}

function failing({ judgement }: InProcessRun): InProcessRun['judgement']['findings'] {
  return judgement.findings.filter(({ verdict }) => verdict === 'fail');
}

function redClauses({ judgement }: InProcessRun): readonly string[] {
  return judgement.clauses.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause.id);
}

/** Survivors that are known, each with its sentence; an empty one is still to be explained. */
function reasonOf(faults: readonly FaultSummary[], id: string): string {
  return faults.find((fault) => fault.id === id)?.difficulty === 'concurrency'
    ? 'shows only to callers at the same moment; the suite drives one after the other'
    : '';
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
