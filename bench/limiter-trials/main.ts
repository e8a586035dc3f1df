import { parseArgs } from 'node:util';
import { clean } from './parts/clean.ts';
import { defective } from './parts/defective.ts';
import { foreign } from './parts/foreign.ts';
import { others } from './parts/others.ts';
import type { Order, Told } from './parts/part.ts';
import { unusual } from './parts/unusual.ts';
import { openSeriesPool } from './pool.ts';

// Probes simulated limiters on virtual time: is the kind found, does every defect turn its clause red, does nothing else?
const PARTS = { clean, others, unusual, foreign, defects: defective } as const;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true },
    defect: { type: 'string' },
    threads: { type: 'string', default: '2' },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [runs, seed, threads] = [Number(values.runs), Number(values.seed), Number(values.threads)];
const only = values.only ?? (values.defect === undefined ? Object.keys(PARTS) : ['defects']);
const isWrong = [runs, seed, threads].some((number) => !Number.isSafeInteger(number) || number < 1);
if (values.help || isWrong || only.some((part) => !Object.hasOwn(PARTS, part))) {
  console.error('usage: npm run limiter-trials -- [--runs N] [--seed N] [--only PART]… [--defect TEXT] [--threads N] [--verbose]');
  console.error(
    `  N clean probes of each kind of limiter, and a tenth as many, at least 5, for each kind and defect; PART: ${Object.keys(PARTS).join(', ')}`,
  );
  process.exit(values.help ? 0 : 2);
}

const pool = openSeriesPool(threads);
const started = performance.now();
const seconds = (): string => ((performance.now() - started) / 1000).toFixed(0);
const order: Order = {
  runs,
  seed,
  defect: values.defect ?? '',
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
    if (!values.verbose) return;
    for (const { seed: own, cell, found, failed } of results)
      console.log(`    ${what}: seed ${own} ${JSON.stringify(cell)} found ${found}; failed ${failed.join(' ')}`);
  },
};

const told: Told[] = [];
for (const [name, part] of Object.entries(PARTS)) if (only.includes(name)) told.push(await part(order));
await pool.close();
console.error(`${seconds()} s`);
const missed = told.flatMap((one) => one.missed);
console.log(missed.length === 0 ? 'all goals reached' : `missed: ${missed.join('; ')}`);
console.log(told.map(({ figure }) => figure).join('; '));
process.exitCode = missed.length === 0 ? 0 : 1;
