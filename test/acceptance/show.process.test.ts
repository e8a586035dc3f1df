import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../src/model/types.ts';
import { assay, assayWith, emptyFolder } from '../support/assay-process.ts';

const CLAUSE = 'authn.errors.e0000004.summary';
const FAULT = ['--fault', 'authn-refused-with-other-summary'];
const NARROW = ['--clause', CLAUSE, '--walks', '0', '--quiet'];

test('a run is shown piece by piece, and what failed is run again alone', async () => {
  const folder = emptyFolder();
  const first = await assay(folder, 'run', '--clause', 'authn.errors.e0000004.*', ...FAULT, '--out', 'first', '--json');
  const { failures }: Report = JSON.parse(first.stdout);
  const [failure] = failures;
  const number = String(failure?.exchanges.at(-1));

  const both = await assay(folder, 'show', 'first', number, CLAUSE);
  expect([both.code, both.stderr]).toEqual([0, '']);
  expect(both.stdout).toMatch(new RegExp(`^exchange ${number}  authentication, authenticate, `));
  expect(both.stdout).toMatch(
    /\nPOST http:\S+\/api\/v1\/authn\n {2}accept: .*[^]*\n401\n {2}date: [^]*"errorSummary": "Sign-in was refused"/,
  );
  expect(both.stdout).toMatch(
    /\n {2}verdict {3}fail, documented; blame: target\n[^]*\n {2}received {2}'Sign-in was refused'\n {2}evidence/,
  );
  const json = await assay(folder, 'show', 'first', number, CLAUSE, '--json');
  expect(JSON.parse(json.stdout)).toEqual([
    expect.objectContaining({ type: 'exchange', seq: Number(number) }),
    expect.objectContaining({ id: CLAUSE, verdict: 'fail' }),
  ]);

  const again = await assay(folder, 'run', '--last-failed', 'first', '--walks', '0', '--quiet', '--out', 'again');
  expect([again.code, again.stderr, again.stdout.split('\n')[0]]).toEqual([
    0,
    '',
    `CONFORMANT  mock: 1 clause judged, none contradicted (only clauses ${CLAUSE});`,
  ]);
  const refusals = [
    await assay(folder, 'show', 'first', '99999'),
    await assay(folder, 'show', 'first', 'authn.errors.e0000004.sumary'),
    await assay(folder, 'run', '--last-failed', 'again'),
    await assay(folder, 'run', '--last-failed', 'first', '--clause', CLAUSE),
  ];
  expect(refusals.map(({ code, stdout, stderr }) => [code, stdout, stderr.trim()])).toEqual([
    [2, '', expect.stringMatching(/^assay: there is no exchange 99999: the run has 1 to \d+$/)],
    [2, '', expect.stringMatching(new RegExp(`^assay: the run has no clause authn.errors.e0000004.sumary; the nearest: .*${CLAUSE}`))],
    [2, '', 'assay: --last-failed again: no clause failed there: there is nothing to run again. Leave it out'],
    [2, '', 'assay: --clause and --last-failed: expected one of them. Leave the other out'],
  ]);
});

test('a profile is found where it lies, and flags come from the environment unless they are typed', async () => {
  const folder = emptyFolder();
  writeFileSync(
    join(folder, 'assay.yaml'),
    'name: found\nembedded: {}\nservices: { authentication: { credentials: { apiToken: { value: x } } } }\n',
  );
  const list = await assayWith({ ASSAY_CLAUSE: CLAUSE, ASSAY_WALKS: '0' }, folder, 'run', '--list');
  const { code, stdout } = await assay(folder, 'run', '--list', '--clause', CLAUSE, '--walks', '0');
  expect([list.code, list.stdout, code]).toEqual([0, stdout, 0]);
  expect(stdout).toMatch(/^authentication {2}\S+ {2}.*, \d+ requests?\n[^]*\n\n\d+ cases, \d+ requests; nothing was sent\n$/);
  const typed = await assayWith({ ASSAY_CLAUSE: 'nope.*' }, folder, 'run', '--list', '--clause', CLAUSE, '--walks', '0');
  expect(typed.stdout).toBe(stdout);
  const wrong = await assayWith({ ASSAY_SEED: 'x' }, folder, 'run');
  expect([wrong.code, wrong.stderr.split('\n')[0]]).toEqual([
    2,
    "assay: option '--seed <n>' value 'x' from env 'ASSAY_SEED' is invalid. Expected a whole number of at least 0.",
  ]);
  const mock = await assay(folder, 'run', '--target', 'mock', ...NARROW, '--exclude', 'authn.errors.*.summary');
  expect([mock.code, mock.stderr]).toEqual([2, `assay: no clause matches ${CLAUSE}, beside the other filters. Leave one out\n`]);
});
