import type { Cell, SimulatedKind } from '../../bench/limiter-trials/cell.ts';
import { CLEAN } from '../../bench/limiter-trials/defect.ts';
import type { Defect } from '../../bench/limiter-trials/defect.ts';
import { DEFECTS } from '../../bench/limiter-trials/defects.ts';
import { createRandom } from '../../bench/limiter-trials/random.ts';
import { runTrial, trialBench } from '../../bench/limiter-trials/trial.ts';
import type { Trial, TrialOptions } from '../../bench/limiter-trials/trial.ts';
import { draw } from './draw.ts';

// What tests of the judges probe a simulated limiter with.
export const bench = trialBench();

export const KINDS = ['fixed-aligned', 'fixed-first', 'sliding-log', 'sliding-counter', 'token-bucket'] as const;
/** For each of many defects. */
export const DRAWN_KINDS = draw(2, KINDS);
/** One is drawn: what holds by chance fails in another run. */
export const SEEDS = draw(1, [1, 2, 3]);
/** Where chance is the point. */
export const MORE_SEEDS = draw(3, [1, 2, 3, 4, 5, 6]);

const CELL: Omit<Cell, 'kind'> = {
  limit: 12,
  periodMs: 20_000,
  skewMs: -2345,
  latencyMs: [1, 12],
  concurrency: 8,
  unknownPathCounts: true,
  usedBefore: 0,
};

type Options = Omit<Partial<TrialOptions>, 'cell'> & { readonly cell?: Partial<Cell>; readonly seed?: number };

/** Probes 12 operations in 20 seconds, unless told otherwise. */
export function probe(kind: SimulatedKind, options: Options = {}): Promise<Trial> {
  const { cell = {}, seed = 7, ...rest } = options;
  return runTrial(bench, { document: 'privileged-access', defect: CLEAN, ...rest, cell: { ...CELL, kind, ...cell } }, createRandom(seed));
}

/** The clauses that got a verdict, each once. */
export const clausesWith = ({ findings }: Trial, verdict: string): readonly string[] =>
  [...new Set(findings.flatMap((finding) => (finding.verdict === verdict ? finding.clauses : [])))].toSorted((a, b) => a.localeCompare(b));

export const defectOf = (name: string): Defect => DEFECTS.find((defect) => defect.name === name) ?? CLEAN;

/** A target with other headers. */
export const withHeaders = (change: (headers: Record<string, string | string[]>) => Record<string, string | string[]>): Defect => ({
  name: '',
  clauses: [],
  answer: (answer) => ({ ...answer, headers: change(answer.headers) }),
});
