import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { isDeepStrictEqual } from 'node:util';
import { resultOf } from '../../bench/shards/but-for-times.ts';
import type { Report } from '../../src/model/types.ts';
import { installedIn, packed } from './installed.ts';
import { assay, run } from './workplace.ts';
import type { JobResult, Workplace } from './workplace.ts';

const VITEST = 'vitest@4.1.12';
const PAIRS = 3;
/** How much longer a suite may take than the command. */
const RATIO = 1.3;
const FAULTS = 30;
const FAULT = 'authn-refused-with-other-summary';

const SUITE = `import { conformanceSuite } from 'assay/vitest';

conformanceSuite({
  target: 'mock',
  faults: JSON.parse(process.env.FAULTS),
  out: process.env.OUT,
});
`;

/** Each fault by a suite of its own. */
const SUITES = `import { readFileSync } from 'node:fs';
import { conformanceSuite } from 'assay/vitest';
import { describe } from 'vitest';

for (const { id, breaks } of JSON.parse(readFileSync('faults.json', 'utf8')))
  describe(id, () => conformanceSuite({ target: 'mock', faults: [id], clause: breaks, walks: 0, out: 'vitest/' + id }));
`;

/** Each fault by the library: whole, and in two shards that are merged. */
const PROGRAM = `import { readFileSync } from 'node:fs';
import { merge, run } from 'assay';

for (const { id, breaks } of JSON.parse(readFileSync('faults.json', 'utf8'))) {
  const options = { faults: [id], clause: breaks, walks: 0 };
  await run({ ...options, out: 'api/' + id });
  const shards = [1, 2].map((number) => ({ number, of: 2 }));
  for (const shard of shards) await run({ ...options, shard, out: 'shard-' + shard.number + '/' + id });
  merge(shards.map(({ number }) => 'shard-' + number + '/' + id), 'shards/' + id);
}
`;

/** A fault, and the clauses that its runs are narrowed to. */
interface Fault {
  readonly id: string;
  readonly breaks: readonly string[];
}

/** As `assay faults --json` has it. */
interface KnownFault {
  readonly id: string;
  readonly kind: string;
  readonly document: string;
  readonly clause: string;
  readonly alsoBreaks: readonly string[];
}

interface TestOfSuite {
  readonly title: string;
  readonly status: string;
  readonly ancestorTitles: readonly string[];
}

/** A suite in a project of its own: a test for each clause, the verdicts of the command, of the library and of merged shards, and the time. */
export async function vitest(place: Workplace): Promise<JobResult> {
  const { node, env } = place;
  const tarball = await packed(place);
  const folder = await installedIn(place, 'in-vitest', { packages: [tarball, VITEST], env });
  writeFileSync(join(folder, 'whole.test.js'), SUITE);
  writeFileSync(join(folder, 'faults.test.js'), SUITES);
  writeFileSync(join(folder, 'program.js'), PROGRAM);
  const module = (...path: readonly string[]): string => join(folder, 'node_modules', ...path);
  const timed = async (args: readonly string[], about: Readonly<Record<string, string>> = {}): Promise<number> => {
    const begun = performance.now();
    await run(node, args, { cwd: folder, env: { ...env, ...about } });
    return performance.now() - begun;
  };
  const command = (out: string, ...flags: readonly string[]): Promise<number> =>
    timed([assay(module('assay')), 'run', '--out', out, ...flags]);
  const suite = (file: string, about?: Readonly<Record<string, string>>): Promise<number> =>
    timed([module('vitest', 'vitest.mjs'), 'run', file, '--reporter=json', '--outputFile=tests.json'], about);
  const reportIn = (out: string): Report => JSON.parse(readFileSync(join(folder, out, 'report.json'), 'utf8'));
  const testsOfClauses = (): readonly TestOfSuite[] => {
    const { testResults }: { readonly testResults: readonly { readonly assertionResults: readonly TestOfSuite[] }[] } = JSON.parse(
      readFileSync(join(folder, 'tests.json'), 'utf8'),
    );
    return testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ title }) => title.includes('  '));
  };
  const broken: string[] = [];
  const demand = (holds: boolean, otherwise: string): void => void (holds || broken.push(otherwise));

  const ratios: number[] = [];
  for (let pair = 1; pair <= PAIRS; pair += 1) {
    const alone = await command(`command-${pair}`);
    ratios.push((await suite('whole.test.js', { FAULTS: '[]', OUT: `suite-${pair}` })) / alone);
    place.say(`pair ${pair}: a suite takes ${ratios.at(-1)?.toFixed(2)} times as long as the command`);
  }
  const ratio = ratios.toSorted((one, other) => one - other)[Math.floor(PAIRS / 2)] ?? Infinity;
  const passed = testsOfClauses().filter(({ status }) => status === 'passed').length;
  const expected = reportIn('command-1').summary.clauses.passed;
  demand(ratio <= RATIO, `the suite takes ${ratio.toFixed(2)} times as long as the command, more than ${RATIO}`);
  demand(passed === expected, `${passed} tests of clauses pass, ${expected} clauses pass by the command`);

  await command('faulty', '--fault', FAULT);
  await suite('whole.test.js', { FAULTS: JSON.stringify([FAULT]), OUT: 'faulty-suite' });
  const red = redOf(testsOfClauses());
  demand(isDeepStrictEqual(red, violatedIn(reportIn('faulty'))), `${FAULT}: red are ${red.join(', ')}`);

  const faults = await chosenFaults(place, folder);
  writeFileSync(join(folder, 'faults.json'), JSON.stringify(faults));
  for (const { id, breaks } of faults)
    await command(`command/${id}`, '--walks', '0', '--fault', id, ...breaks.flatMap((clause) => ['--clause', clause]));
  await timed(['program.js']);
  await suite('faults.test.js');
  const tests = testsOfClauses();
  const differing = faults.flatMap(({ id }) => {
    const report = reportIn(`command/${id}`);
    const others = ['api', 'vitest'].filter((way) => !isDeepStrictEqual(resultOf(reportIn(`${way}/${id}`)), resultOf(report)));
    if (!isDeepStrictEqual(verdictsOf(reportIn(`shards/${id}`)), verdictsOf(report))) others.push('shards');
    const own = redOf(tests.filter(({ ancestorTitles }) => ancestorTitles[0] === id));
    return [...others, ...(isDeepStrictEqual(own, violatedIn(report)) ? [] : ['tests'])].map(
      (way) => `${id}: ${way} and the command differ`,
    );
  });
  broken.push(...differing);
  const killed = faults.filter(({ id }) => reportIn(`command/${id}`).exitCode === 1).length;
  return {
    kind: 'done',
    figures: `${passed} of ${expected} clauses pass as tests; ${ratio.toFixed(2)} times the time of the command, median of ${PAIRS} pairs; with ${FAULT}, ${red.length} are red; ${faults.length} faults, ${killed} killed, by command, library, vitest and merged shards: ${differing.length} differ`,
    broken,
  };
}

/** Shards have a deployment each: its data differ, and the order in which failures come. */
const verdictsOf = ({ outcome, exitCode, summary, clauses, failures }: Report): unknown => ({
  outcome,
  exitCode,
  summary,
  clauses: clauses.map(({ id, verdict, basis, blame }) => ({ id, verdict, basis, blame })),
  failures: failures.map(({ clause, check }) => `${clause} ${check}`).toSorted(),
});

const redOf = (tests: readonly TestOfSuite[]): readonly string[] =>
  tests.flatMap(({ title, status }) => (status === 'failed' ? [title.split('  ')[0] ?? title] : [])).toSorted();

const violatedIn = ({ clauses }: Report): readonly string[] =>
  clauses.flatMap(({ id, verdict, basis }) => (verdict === 'fail' && basis === 'documented' ? [id] : [])).toSorted();

/** As many handwritten faults of each document, from the first to the last. */
async function chosenFaults({ node, env }: Workplace, folder: string): Promise<readonly Fault[]> {
  const { stdout } = await run(node, [assay(join(folder, 'node_modules', 'assay')), 'faults', '--json'], { cwd: folder, env });
  const all: readonly KnownFault[] = JSON.parse(stdout);
  const own = all.filter(({ kind }) => kind === 'behavioural');
  const documents = [...new Set(own.map(({ document }) => document))];
  const each = FAULTS / documents.length;
  const chosen = documents.flatMap((document) => {
    const of = own.filter((fault) => fault.document === document);
    return of.filter((_, index) => Math.floor(((index + 1) * each) / of.length) > Math.floor((index * each) / of.length));
  });
  return chosen.map(({ id, clause, alsoBreaks }) => ({ id, breaks: [clause, ...alsoBreaks] }));
}
