import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { DOCUMENT_NAMES } from '../../src/model/sources.ts';
import { DEFAULT_WALKS } from '../../src/run/plans.ts';
import { wholeNumber } from '../../src/qualify/whole-number.ts';
import { progressOf } from './progress.ts';
import { openSeedPool } from './sow.ts';
import type { Sown } from './sow.ts';

// Runs the suite in process over many seeds, its walks too: every judgeable clause must pass, and no two seeds send the same requests.
// npm run seeds -- --target mock-permissive --seeds 200 --limiters 50
// npm run seeds -- --document privileged-access --from 201 --seeds 40
const { values } = parseArgs({
  options: {
    target: { type: 'string', default: 'mock' },
    // The first of them, and how many.
    from: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '200' },
    // Only this document; repeatable.
    document: { type: 'string', multiple: true },
    // Random walks in each.
    walks: { type: 'string', default: String(DEFAULT_WALKS) },
    // With a limit: the seeds take turns through every kind of limiter, this many requests in a minute.
    limiters: { type: 'string' },
    // Seeds at a time; 0 runs all in one thread.
    threads: { type: 'string', default: String(Math.min(4, availableParallelism())) },
  },
});
const documents = DOCUMENT_NAMES.filter((name) => values.document?.includes(name) ?? true);
if (documents.length < (values.document?.length ?? 0)) throw new RangeError(`--document is one of ${DOCUMENT_NAMES.join(', ')}`);
const first = wholeNumber('from', values.from, 0);
const seeds = Array.from({ length: wholeNumber('seeds', values.seeds, 1) }, (_none, index) => first + index);
const progress = progressOf(seeds.length, Date.now(), (line) => process.stderr.write(`${line}\n`));
const done: Sown[] = [];
const sum = (count: (sown: Sown) => number): number => done.reduce((total, sown) => total + count(sown), 0);
const order = {
  target: values.target,
  selection: values.document === undefined ? {} : { documents },
  walks: wholeNumber('walks', values.walks, 0),
  limit: values.limiters === undefined ? undefined : wholeNumber('limiters', values.limiters, 1),
};
const pool = openSeedPool(order, Math.min(wholeNumber('threads', values.threads, 0), seeds.length));
await pool.run(seeds, (sown) => {
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
  `${values.target}: ${done.length} seeds (${distinct} distinct), ${values.walks} walks each; ${total} requests (${range}); ${falseAlarms} false alarms, ${unjudged} clauses not judged`,
);
process.exitCode = falseAlarms + unjudged === 0 && distinct === done.length ? 0 : 1;
