import type { DocumentName } from '../../src/mock/kit/documents.ts';
import { drawCell } from './cell.ts';
import type { Cell, SimulatedKind } from './cell.ts';
import { CLEAN } from './defect.ts';
import { DEFECTS } from './defects.ts';
import { foreignUse } from './foreign-use.ts';
import type { Rhythm } from './foreign-use.ts';
import { createRandom } from './random.ts';
import { runTrial } from './trial.ts';
import type { Trial, TrialBench } from './trial.ts';

/** Trials of one kind of limiter with one defect, or with none. */
export interface Series {
  readonly document: DocumentName;
  readonly kind: SimulatedKind;
  /** name of a defect; undefined: none */
  readonly defect?: string;
  /** ordinal of the first */
  readonly from: number;
  readonly runs: number;
  readonly seed: number;
  /** how somebody else uses the same allowance; undefined: nobody does */
  readonly foreign?: Rhythm;
}

/** What came of one trial, in the terms of what is to be shown. */
export interface Result {
  readonly seed: number;
  readonly cell: Cell;
  readonly isRight: boolean;
  /** limit as it is, period within a second or a twentieth */
  readonly isExact: boolean;
  readonly requests: number;
  /** operations that came back while the rest were being used: a bucket gives them in any case */
  readonly refilled: number;
  /** in periods */
  readonly lasted: number;
  readonly failed: readonly string[];
  readonly isOpen: boolean;
  readonly found: string;
}

const PERIOD_SLACK_MS = 1000;
const PERIOD_SHARE = 0.05;

/** Runs a series; the same seed gives the same results. */
export async function runSeries(bench: TrialBench, series: Series): Promise<readonly Result[]> {
  const results: Result[] = [];
  const { document, foreign } = series;
  const defect = DEFECTS.find(({ name }) => name === series.defect) ?? CLEAN;
  for (let run = series.from; run < series.from + series.runs; run++) {
    const seed = series.seed * 100_003 + run;
    const random = createRandom(seed);
    const cell = drawCell(random, series.kind, defect.isFine);
    const options = foreign === undefined ? { document, cell, defect } : { document, cell, defect, foreign: foreignUse(foreign, cell) };
    results.push(resultOf(seed, cell, await runTrial(bench, options, random)));
  }
  return results;
}

function resultOf(seed: number, cell: Cell, { classification, requests, durationMs, findings, passedBeforeRefusal }: Trial): Result {
  const { kind, limit, periodMs, open } = classification;
  const isPeriodic = cell.kind !== 'none' && cell.kind !== 'concurrency';
  const off = Math.abs((periodMs ?? 0) - cell.periodMs);
  return {
    seed,
    cell,
    isRight: kind === cell.kind,
    isExact: limit === cell.limit && (!isPeriodic || off <= Math.max(PERIOD_SLACK_MS, cell.periodMs * PERIOD_SHARE)),
    requests,
    refilled: Math.max(0, passedBeforeRefusal - cell.limit),
    lasted: durationMs / cell.periodMs,
    failed: [...new Set(findings.flatMap(({ verdict, clauses }) => (verdict === 'fail' ? clauses : [])))],
    isOpen: findings.some(({ verdict }) => verdict === 'inconclusive'),
    found: `${kind} ${limit} in ${periodMs} ms${open === '' ? '' : ` (${open})`}`,
  };
}

/** The most requests that a probe of a limit should take; a fixed window is used up twice. */
export function permittedRequests({ kind, limit }: Cell): number {
  return kind.startsWith('fixed') ? 2 * limit + 20 : limit + 35;
}
