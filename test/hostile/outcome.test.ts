import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/stored-run.ts';
import { breaches, runAssay, STEERING } from './outcome.ts';
import type { Demand, Outcome } from './outcome.ts';

const GOOD: Outcome = { exitCode: 3, durationMs: 10, terminal: 'INCONCLUSIVE\n', files: {} };
const DEMAND: Demand = { budgetMs: 1_000, canaries: ['kanarie-7f3a9c'], exitCodes: [1, 3], reports: false };

test('an encounter that meets every demand breaches none', () => {
  expect(breaches(GOOD, DEMAND)).toEqual([]);
});

test.each<[string, Partial<Outcome>, Partial<Demand>, RegExp]>([
  ['another exit code', { exitCode: 0 }, {}, /^exit code 0, expected 1 or 3$/],
  ['exit code 4, even where it is named', { exitCode: 4 }, { exitCodes: [4] }, /^exit code 4/],
  ['a process that was killed', { exitCode: null }, {}, /^exit code none/],
  ['more time than budget and grace', { durationMs: 6_001 }, {}, /^took 6001 ms/],
  ['more memory', { residentBytes: 513 * 1024 * 1024 }, {}, /^513 MB resident$/],
  ['missing reports', {}, { reports: true }, /^no trace\.ndjson$/],
  ['a report that is none', { files: { 'report.json': '{}' } }, { reports: true }, /report\.json is not what its schema says/],
  [
    'a canary',
    { files: { 'trace.ndjson': `{"at":"${Buffer.from('x kanarie-7f3a9c').toString('base64')}"}` } },
    {},
    /^in clear: trace\.ndjson/,
  ],
  ['a terminal that is steered', { terminal: STEERING.terminal }, {}, /^steers the terminal/],
  ['a log that is steered', { terminal: `a ${STEERING.workflow}` }, {}, /^steers the log/],
])('%s is found', (_what, outcome, demand, found) => {
  expect(breaches({ ...GOOD, ...outcome }, { ...DEMAND, ...demand }).some((one) => found.test(one))).toBe(true);
});

test('a process is measured: how it ended, what it said and left, and its memory', async () => {
  const folder = temporaryFolder();
  const main = join(folder, 'main.mjs');
  writeFileSync(
    main,
    `import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('out');
writeFileSync('out/file', process.env.GREETING);
console.error(process.argv[2]);
process.exitCode = 3;`,
  );
  const ended = await runAssay({ main, args: ['said'], folder, out: 'out', env: { GREETING: 'hello' }, killAfterMs: 30_000 });
  expect({ ...ended, durationMs: 0, residentBytes: (ended.residentBytes ?? 0) > 1_000_000 }).toEqual({
    exitCode: 3,
    durationMs: 0,
    residentBytes: true,
    terminal: 'said\n',
    files: { file: 'hello' },
  });
});
