import { clean } from './parts/clean.ts';
import { defective } from './parts/defective.ts';
import { foreign } from './parts/foreign.ts';
import { others } from './parts/others.ts';
import type { Order, PartResult } from './parts/part.ts';
import { unusual } from './parts/unusual.ts';
import { openSeriesPool } from './pool.ts';

export const PARTS = { clean, others, unusual, foreign, defects: defective } as const;

export interface TrialsOptions {
  /** clean probes of each kind of limiter; a tenth as many, at least 5, for each kind and defect */
  readonly runs: number;
  readonly seed: number;
  readonly only?: readonly string[];
  /** only defects with this in their name */
  readonly defect?: string;
  readonly threads: number;
  readonly verbose: boolean;
}

/** Probes simulated limiters on virtual time: is the kind found, does every defect turn its clause red, does nothing else? */
export async function limiterTrials({ runs, seed, defect, threads, verbose, ...options }: TrialsOptions): Promise<void> {
  const only = options.only ?? (defect === undefined ? Object.keys(PARTS) : ['defects']);
  const pool = openSeriesPool(threads);
  const started = performance.now();
  const seconds = (): string => ((performance.now() - started) / 1000).toFixed(0);
  const order: Order = {
    runs,
    seed,
    defect: defect ?? '',
    async all(series) {
      const total = series.reduce((sum, [, one]) => sum + one.runs, 0);
      let done = 0;
      let told = 0;
      const results = await pool.run(
        series.map(([, one]) => one),
        (chunk) => {
          done += chunk.runs;
          if (done - told < total / 20 && done < total) return;
          told = done;
          console.error(`  … ${done} of ${total}, ${seconds()} s`);
        },
      );
      return series.map(([key, one]) => [key, results.get(one) ?? []]);
    },
    say: (line) => console.log(line),
    tell: (results, what) => {
      if (!verbose) return;
      for (const { seed: own, cell, found, failed } of results)
        console.log(`    ${what}: seed ${own} ${JSON.stringify(cell)} found ${found}; failed ${failed.join(' ')}`);
    },
  };

  const told: PartResult[] = [];
  for (const [name, part] of Object.entries(PARTS)) if (only.includes(name)) told.push(await part(order));
  await pool.close();
  console.error(`${seconds()} s`);
  const missed = told.flatMap((one) => one.missed);
  console.log(missed.length === 0 ? 'all goals reached' : `missed: ${missed.join('; ')}`);
  console.log(told.map(({ figure }) => figure).join('; '));
  process.exitCode = missed.length === 0 ? 0 : 1;
}
