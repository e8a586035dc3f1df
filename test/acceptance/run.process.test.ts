import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assay, assayInShell, emptyFolder, startAssay } from '../support/assay-process.ts';
import { readEvents, readReport, requestsDigest } from '../support/run-folder.ts';

test('the same seed sends the same requests', async () => {
  const folder = emptyFolder();
  const digest = async (name: string, seed: string): Promise<string> => {
    await assay(folder, 'run', '--clause', 'gov.collection.**', '--walks', '10', '--seed', seed, '--out', name);
    return requestsDigest(join(folder, name));
  };
  const first = await digest('first', '7');
  expect(await digest('again', '7')).toBe(first);
  expect(await digest('other', '8')).not.toBe(first);
});

test('--json prints the report and nothing else on standard output', async () => {
  const folder = emptyFolder();
  const { code, stdout } = await assay(folder, 'run', '--json', '--out', 'out', '--clause', 'authn.errors.e0000004.*');
  const { report } = readReport(join(folder, 'out'));
  expect({ code, printed: JSON.parse(stdout), lines: stdout.match(/\n/g)?.length }).toEqual({ code: 0, printed: report, lines: 1 });
  expect(report.selection).toEqual({ clauses: 'authn.errors.e0000004.*' });
  expect(report.clauses.filter(({ id }) => !id.startsWith('authn.errors.e0000004.'))).toEqual([]);
});

test('a fault of the mock is found: red for its own clause and for no other', async () => {
  const folder = emptyFolder();
  const { code, stdout } = await assay(
    folder,
    'run',
    '--document',
    'authentication',
    '--fault',
    'authn-refused-with-other-summary',
    '--out',
    'out',
  );
  const { report, findings } = readReport(join(folder, 'out'));
  const red = report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  expect({ code, said: stdout.split('\n').find((line) => /^[A-Z]/.test(line)), findings, outcome: report.outcome, red }).toEqual({
    code: 1,
    said: expect.stringMatching(/^VIOLATIONS {2}mock: \d+ clauses judged, 1 violated \(only documents authentication\); exit code 1$/),
    findings: [],
    outcome: 'violations',
    red: ['authn.errors.e0000004.summary'],
  });
  const [failure] = report.failures;
  const shown = readEvents(join(folder, 'out')).find((event) => event.type === 'exchange' && event.seq === failure?.exchanges.at(-1));
  expect(shown).toMatchObject({ document: 'authentication', response: { status: 401, body: { errorCode: 'E0000004' } } });
  expect({
    clause: failure?.clause,
    lastStep: failure?.sequence.at(-1),
    script: failure?.curl.split('\n')[0],
  }).toEqual({
    clause: 'authn.errors.e0000004.summary',
    lastStep: expect.stringMatching(/^[a-z-]+ +401, E0000004 Sign-in was refused {2}POST \/api\/v1\/authn/),
    script: '#!/bin/sh',
  });
});

test('a run under flags of V8 drives and judges, in each of its threads', async () => {
  const line = 'exec node --max-semi-space-size=16 "$0" "$@"';
  const { code, stderr } = await assayInShell(line, emptyFolder(), 'run', '--clause', 'authn.errors.e0000004.*');
  expect({ code, defect: stderr.match(/\[defect\]/) }).toEqual({ code: 0, defect: null });
});

test('a reader of the progress that has read enough does not cost the run its report', async () => {
  const folder = emptyFolder();
  const run = startAssay(folder, 'run', '--clause', 'gov.collection.**', '--out', 'out');
  await run.said(/about [\d,]+ requests/);
  run.hangUp('stderr');
  expect((await run.ended).code).toBe(0);
  expect(readReport(join(folder, 'out')).findings).toEqual([]);
});
