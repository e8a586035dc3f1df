import type { DocumentName } from '../model/types.ts';
import type { FaultSummary } from '../mock/kit/control.ts';
import { defined } from '../model/defined.ts';

/** What came of one fault that was tried. */
export interface Trial {
  readonly fault: string;
  /** checks that failed for the fault's own clause, or for one that it breaks just as much */
  readonly caughtBy: readonly string[];
  /** the clauses of these that they failed for */
  readonly killed: readonly string[];
  /** requests sent until the first of them failed; all that were sent where none did */
  readonly requests: number;
  /** clauses that went red beside those that the fault names, in what was driven */
  readonly collateral: readonly string[];
  /** what broke off the trial: no kill, whatever was seen */
  readonly broke?: string;
}

/** What a refused operation was judged by, although neither the document nor common sense has a ground for it. */
export interface Groundless {
  readonly document: DocumentName;
  /** 'all' where every operation was refused */
  readonly operation: string;
  readonly refusal: string;
  /** undefined where the run as a whole is concerned */
  readonly clause?: string;
  readonly because: string;
}

/** How the suite took a target that refuses one operation after the other. */
export interface Unwilling {
  readonly runs: number;
  readonly requests: number;
  /** clauses that failed with ground: the document promises a success, or another refusal */
  readonly contradicted: number;
  readonly groundless: readonly Groundless[];
}

/** One fault against the suite. */
export interface MatrixRow {
  readonly fault: string;
  readonly clause: string;
  readonly difficulty: string;
  /** checks of the fault's own clause, or of one that it breaks just as much, that failed */
  readonly caughtBy: readonly string[];
  /** requests sent up to the first exchange that shows it, in cases that can; all that were sent where nothing does */
  readonly requests: number;
  /** clauses that went red beside those that the fault names, in what was driven */
  readonly collateral: readonly string[];
  /** what broke off its run: no kill */
  readonly broke?: string;
}

/** What `assay qualify --json` prints. */
export interface Qualification {
  readonly faults: {
    readonly wire: { readonly total: number; readonly caught: number };
    readonly behavioural: { readonly total: number; readonly caught: number };
    /** `reason` is empty: readers of 0.1.0 expect it */
    readonly survived: readonly { readonly fault: string; readonly reason: string }[];
  };
  /** none where only some faults were tried */
  readonly checks: { readonly total: number; readonly neverFailed: readonly string[] };
  /** none where only some faults were tried */
  readonly clauses: { readonly judged: number; readonly withoutKillingFault: readonly string[] };
  readonly controls: { readonly mustDie: boolean; readonly mustLive: boolean };
  /** a target that refuses one operation after the other; absent where only some faults were tried */
  readonly unwilling?: Unwilling;
  readonly requestsToKill: { readonly median: number; readonly max: number };
  readonly durationMs: number;
  readonly matrix: readonly MatrixRow[];
}

/** Everything that a qualification is told from. */
export interface Tried {
  readonly faults: readonly FaultSummary[];
  /** one for each fault */
  readonly trials: readonly Trial[];
  /** further ones of the same faults, that went on until other checks failed */
  readonly further: readonly Trial[];
  /** that the faults are to turn red; none where only some faults were tried */
  readonly checks: readonly string[];
  /** clauses that a run without a fault has judged, and that the faults are to turn red */
  readonly judged: readonly string[];
  readonly controls: Qualification['controls'];
  readonly unwilling: Unwilling | undefined;
  readonly durationMs: number;
}

export function qualification({ faults, trials, further, checks, judged, controls, unwilling, durationMs }: Tried): Qualification {
  const matrix = faults.flatMap((fault) => trials.filter((trial) => trial.fault === fault.id).map((trial) => rowOf(fault, trial, further)));
  const kills = matrix.filter(({ caughtBy }) => caughtBy.length > 0);
  const caught = new Set(kills.map(({ fault }) => fault));
  const tally = (kind: FaultSummary['kind']): { readonly total: number; readonly caught: number } => {
    const some = faults.filter((fault) => fault.kind === kind);
    return { total: some.length, caught: some.filter(({ id }) => caught.has(id)).length };
  };
  const { failed, killed } = proven([...trials, ...further]);
  return {
    faults: {
      wire: tally('wire'),
      behavioural: tally('behavioural'),
      survived: faults.filter(({ id }) => !caught.has(id)).map(({ id }) => ({ fault: id, reason: '' })),
    },
    checks: { total: checks.length, neverFailed: checks.filter((check) => !failed.has(check)) },
    clauses: { judged: judged.length, withoutKillingFault: judged.filter((clause) => !killed.has(clause)) },
    controls,
    ...defined({ unwilling }),
    requestsToKill: { median: median(kills.map(({ requests }) => requests)), max: Math.max(0, ...kills.map(({ requests }) => requests)) },
    durationMs,
    matrix,
  };
}

/** The exit code that a qualification means: 0 only if nothing is left to wish for. */
export function qualificationExitCode({ checks, clauses, controls, faults, unwilling }: Qualification): number {
  if (!controls.mustDie || !controls.mustLive) return 4;
  const missing = [checks.neverFailed, clauses.withoutKillingFault, faults.survived, unwilling?.groundless ?? []];
  return missing.every((list) => list.length === 0) ? 0 : 1;
}

/** Checks that have failed for a clause that the fault names, and those clauses. */
export function proven(trials: readonly Trial[]): { readonly failed: ReadonlySet<string>; readonly killed: ReadonlySet<string> } {
  const failed = trials.flatMap(({ caughtBy }) => caughtBy);
  return {
    failed: new Set(failed.flatMap((check) => [check, inOtherOrder(check)])),
    killed: new Set(trials.flatMap(({ killed }) => killed)),
  };
}

/** The same check of a race whose requests are sent the other way round: which of them comes first is for the target to decide. */
function inOtherOrder(check: string): string {
  return check.replace(/\.(one|two)-first\//, (_, first: string) => `.${first === 'one' ? 'two' : 'one'}-first/`);
}

function rowOf({ id, clause, difficulty }: FaultSummary, trial: Trial, further: readonly Trial[]): MatrixRow {
  const more = further.filter(({ fault }) => fault === id);
  const { requests, broke } = trial;
  return {
    fault: id,
    clause,
    difficulty,
    caughtBy: [...new Set([trial, ...more].flatMap(({ caughtBy }) => caughtBy))],
    requests,
    collateral: [...new Set([trial, ...more].flatMap(({ collateral }) => collateral))].toSorted(),
    ...defined({ broke }),
  };
}

/** The middle one; 0 where there is none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** A line for each fault: whether it was killed, its clause, the first check that failed, and after how many requests. */
export function matrixText({ matrix }: Qualification): string {
  const width = Math.max(0, ...matrix.map(({ fault }) => fault.length));
  return matrix.map((row) => `${row.fault.padEnd(width)}  ${outcome(row)}\n`).join('');
}

function outcome({ caughtBy: [first, ...more], clause, requests }: MatrixRow): string {
  if (first === undefined) return `SURVIVED ${requests} requests  ${clause}`;
  const by = more.length === 0 ? first : `${first} and ${more.length} more`;
  return `killed after ${requests} ${requests === 1 ? 'request' : 'requests'}  ${clause}  by ${by}`;
}

/** The matrix in figures, and whatever is left to wish for by name. */
export function qualificationText({
  faults,
  checks,
  clauses,
  controls,
  unwilling,
  requestsToKill,
  durationMs,
  matrix,
}: Qualification): string {
  const collateral = matrix.filter((row) => row.collateral.length > 0);
  return [
    `wire faults       ${faults.wire.caught} of ${faults.wire.total} killed`,
    `behavioural       ${faults.behavioural.caught} of ${faults.behavioural.total} killed: ${byDifficulty(matrix).join(', ')}`,
    ...faults.survived.map(({ fault }) => `  survived        ${fault}`),
    ...(checks.total === 0
      ? []
      : [`checks            ${checks.total - checks.neverFailed.length} of ${checks.total} have failed for a fault`]),
    ...checks.neverFailed.map((check) => `  never failed    ${check}`),
    ...(clauses.judged === 0
      ? []
      : [`clauses           ${clauses.judged - clauses.withoutKillingFault.length} of ${clauses.judged} killed a fault`]),
    ...clauses.withoutKillingFault.map((clause) => `  without a fault ${clause}`),
    `collateral        ${collateral.length} faults also violated a clause that they do not name`,
    `controls          must die: ${controls.mustDie ? 'died' : 'LIVED'}, must live: ${controls.mustLive ? 'lived' : 'DIED'}`,
    ...(unwilling === undefined
      ? []
      : [
          `unwilling target  ${unwilling.runs} runs that refuse an operation: ${unwilling.contradicted} clauses failed with a ground in the document, ${unwilling.groundless.length} verdicts without one`,
          ...unwilling.groundless.map(
            ({ operation, refusal, clause = '', because }) => `  without ground  ${operation}, ${refusal}: ${clause} ${because}`,
          ),
        ]),
    `requests to kill  median ${requestsToKill.median}, most ${requestsToKill.max}`,
    `time              ${(durationMs / 1000).toFixed(1)} s`,
    '',
  ].join('\n');
}

const DIFFICULTIES = ['response', 'exchange', 'sequence', 'concurrency', 'time'];

/** Caught of tried, by difficulty: behavioural faults only. */
export function byDifficulty(matrix: readonly MatrixRow[]): readonly string[] {
  const behavioural = matrix.filter(({ fault }) => !fault.startsWith('wire-'));
  return DIFFICULTIES.flatMap((difficulty) => {
    const rows = behavioural.filter((row) => row.difficulty === difficulty);
    return rows.length === 0 ? [] : [`${difficulty} ${rows.filter(({ caughtBy }) => caughtBy.length > 0).length}/${rows.length}`];
  });
}
