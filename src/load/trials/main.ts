import { parseArgs } from 'node:util';
import { CLEAN } from './defect.ts';
import { DEFECTS } from './defects.ts';
import type { SimulatedKind } from './cell.ts';
import { permittedRequests, runSeries } from './series.ts';
import type { Result } from './series.ts';
import { trialBench } from './trial.ts';

const PERIODIC: readonly SimulatedKind[] = ['fixed-aligned', 'fixed-first', 'sliding-log', 'sliding-counter', 'token-bucket'];
/** What has to be reached: see the figures in README. */
const GOALS = { classified: 0.99, weighed: 0.85, defects: 0.98, cell: 0.9 } as const;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    defect: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
const seed = Number(values.seed);
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed)) {
  console.error('usage: npm run limiter-trials -- [--runs N] [--seed N] [--defect TEXT] [--verbose]');
  console.error('  N clean probes of each kind of limiter, and a tenth as many, at least 5, for each kind and defect');
  process.exit(2);
}

const bench = trialBench();
const document = 'privileged-access';
const missed: string[] = [];
const say = (line: string): void => console.log(line);
const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const tell = (result: Result, what: string): void => {
  if (values.verbose)
    say(`    ${what}: seed ${result.seed} ${JSON.stringify(result.cell)} found ${result.found}; failed ${result.failed.join(' ')}`);
};

async function clean(): Promise<void> {
  const all: Result[] = [];
  say(`clean probes, ${runs} of each kind, seed ${seed}`);
  for (const kind of PERIODIC) {
    const results = await runSeries(bench, { document, kind, defect: CLEAN, runs, seed });
    all.push(...results);
    const right = results.filter(({ isRight }) => isRight);
    const inexact = right.filter(({ isExact }) => !isExact);
    const over = results.filter(({ cell, requests, refilled }) => requests - refilled > permittedRequests(cell));
    const overall = results.filter(({ cell, requests }) => requests > permittedRequests(cell));
    const alarms = results.filter(({ failed }) => failed.length > 0);
    const extra = median(results.map(({ cell, requests }) => requests - (kind.startsWith('fixed') ? 2 : 1) * cell.limit));
    for (const result of results) if (!result.isRight) tell(result, 'not classified');
    for (const result of inexact) tell(result, 'inexact');
    for (const result of alarms) tell(result, 'false alarm');
    say(
      `  ${kind.padEnd(16)} right ${right.length} of ${runs} (${percent(right.length, runs)}), limit or period inexact ${inexact.length}, ` +
        `requests ${kind.startsWith('fixed') ? '2L' : 'L'} + ${extra}, over the bound ${over.length} (with what came back meanwhile ${overall.length}), ` +
        `${median(results.map(({ lasted }) => lasted)).toFixed(2)} periods, false alarms ${alarms.length}`,
    );
    const goal = kind === 'sliding-counter' ? GOALS.weighed : GOALS.classified;
    if (right.length < goal * runs) missed.push(`${kind} classified`);
    if (inexact.length > 0) missed.push(`${kind} limit and period`);
    if (over.length > 0) missed.push(`${kind} requests`);
    if (alarms.length > 0) missed.push(`${kind} false alarms`);
  }
  const right = all.filter(({ isRight }) => isRight).length;
  say(
    `  together         right ${right} of ${all.length} (${percent(right, all.length)}), false alarms ${all.filter(({ failed }) => failed.length > 0).length}`,
  );
}

async function others(): Promise<void> {
  const few = Math.max(5, Math.ceil(runs / 5));
  say(`other limits, ${few} of each`);
  for (const kind of ['concurrency', 'none'] as const) {
    const results = await runSeries(bench, { document, kind, defect: CLEAN, runs: few, seed });
    say(`  ${kind.padEnd(16)} right ${results.filter(({ isRight }) => isRight).length} of ${few}`);
  }
  for (const kind of PERIODIC) {
    const results = await runSeries(bench, { document: 'authentication', kind, defect: CLEAN, runs: few, seed });
    const wrong = results.filter(({ isRight, found }) => !isRight && !found.startsWith('unknown'));
    for (const result of results) if (!result.isRight) tell(result, 'headers on refusals only');
    say(
      `  ${kind.padEnd(16)} headers on refusals only: right ${results.filter(({ isRight }) => isRight).length} of ${few}, wrong ${wrong.length}, ` +
        `false alarms ${results.filter(({ failed }) => failed.length > 0).length}`,
    );
  }
  for (const kind of PERIODIC) {
    const results = await runSeries(bench, { document, kind, defect: CLEAN, runs: few, seed, foreignEveryMs: 400 });
    for (const result of results) if (result.failed.length > 0) tell(result, 'false alarm with foreign traffic');
    say(
      `  ${kind.padEnd(16)} with foreign traffic: false alarms ${results.filter(({ failed }) => failed.length > 0).length} of ${few}, ` +
        `left open ${results.filter(({ isOpen }) => isOpen).length}`,
    );
  }
}

async function defects(): Promise<void> {
  const each = Math.max(5, Math.ceil(runs / 10));
  const chosen = DEFECTS.filter(({ name }) => name.includes(values.defect ?? ''));
  say(`${chosen.length} kinds of defect, ${each} probes of each kind of limiter`);
  let found = 0;
  for (const defect of chosen) {
    const cells: string[] = [];
    for (const kind of PERIODIC) {
      const results = await runSeries(bench, { document, kind, defect, runs: each, seed: seed + 1 });
      const hits = results.filter(({ failed }) => defect.clauses.some((clause) => failed.includes(clause)));
      for (const result of results) if (!hits.includes(result)) tell(result, `${defect.name} missed`);
      found += hits.length;
      cells.push(`${hits.length}`.padStart(3));
      if (hits.length < GOALS.cell * each) missed.push(`${defect.name} on ${kind}`);
    }
    say(`  ${defect.name.padEnd(46)} ${cells.join(' ')}`);
  }
  const total = chosen.length * PERIODIC.length * each;
  say(`  together ${found} of ${total} (${percent(found, total)})`);
  if (found < GOALS.defects * total) missed.push('defects together');
}

const started = performance.now();
if (values.defect === undefined) {
  await clean();
  await others();
}
await defects();
say(
  `${((performance.now() - started) / 1000).toFixed(0)} s; ${missed.length === 0 ? 'all goals reached' : `missed: ${missed.join('; ')}`}`,
);
process.exitCode = missed.length === 0 ? 0 : 1;
