import { progressOf } from './progress.ts';
import { openSeedPool } from './sow.ts';
import type { Sown } from './sow.ts';
import type { DocumentName } from '../../src/model/types.ts';

export interface SeedsOptions {
  /** of the mock's choices */
  readonly preset?: string;
  /** the first seed, and how many */
  readonly from: number;
  readonly seeds: number;
  /** only these */
  readonly document?: DocumentName[];
  readonly walks: number;
  /** with a limit: the seeds take turns through every kind of limiter, this many requests in a minute */
  readonly limiters?: number;
  /** seeds at a time; 0 runs all in one thread */
  readonly threads: number;
}

/** Runs the suite in process over many seeds, its walks too: every judgeable clause must pass, and no two seeds send the same requests. */
export async function seeds(options: SeedsOptions): Promise<void> {
  const { preset, from, document, walks, limiters, threads } = options;
  const numbers = Array.from({ length: options.seeds }, (_none, index) => from + index);
  const progress = progressOf(numbers.length, Date.now(), (line) => process.stderr.write(`${line}\n`));
  const done: Sown[] = [];
  const sum = (count: (sown: Sown) => number): number => done.reduce((total, sown) => total + count(sown), 0);
  const order = { preset, selection: document === undefined ? {} : { documents: document }, walks, limit: limiters };
  const pool = openSeedPool(order, Math.min(threads, numbers.length));
  await pool.run(numbers, (sown) => {
    done.push(sown);
    for (const line of sown.lines) console.log(line);
    progress(
      { done: done.length, requests: sum(({ requests }) => requests), falseAlarms: sum(({ falseAlarms }) => falseAlarms) },
      Date.now(),
    );
  });
  await pool.close();
  const requests = done.map((sown) => sown.requests);
  const distinct = new Set(done.map(({ digest }) => digest)).size;
  const [falseAlarms, unjudged] = [sum((sown) => sown.falseAlarms), sum((sown) => sown.unjudged)];
  const total = sum((sown) => sown.requests).toLocaleString('en');
  const range = `${Math.min(...requests)} to ${Math.max(...requests)} each`;
  console.log(
    `${preset ?? 'mock'}: ${done.length} seeds (${distinct} distinct), ${walks} walks each; ${total} requests (${range}); ${falseAlarms} false alarms, ${unjudged} clauses not judged`,
  );
  process.exitCode = falseAlarms + unjudged === 0 && distinct === done.length ? 0 : 1;
}
