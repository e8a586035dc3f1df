import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assay, emptyFolder, startAssay } from '../support/assay-process.ts';
import { readEvents, readReport, requestsDigest } from '../support/run-folder.ts';

test('the embedded mock conforms, and the run leaves its evidence', async () => {
  const folder = emptyFolder();
  const out = join(folder, 'out');
  const { code, stdout } = await assay(folder, 'run', '--depth', 'standard', '--out', 'out');
  const { report, findings } = readReport(out);
  const { testable, referenceOnly, passed } = report.summary.clauses;
  const { documented, exercised } = report.summary.transitions;
  expect({
    code,
    findings,
    outcome: report.outcome,
    failed: report.failures.map(({ clause }) => clause),
    passed,
    exercised,
    files: readdirSync(out).toSorted(),
  }).toEqual({
    code: 0,
    findings: [],
    outcome: 'conformant',
    failed: [],
    passed: testable + referenceOnly,
    exercised: documented,
    files: ['allure-results', 'annotations.txt', 'junit.xml', 'report.html', 'report.json', 'run.lock.json', 'summary.md', 'trace.ndjson'],
  });
  expect(stdout).toMatch(/^CONFORMANT {2}mock: \d+ clauses judged, none contradicted; exit code 0\n/);
  expect(/^report +(.+)$/m.exec(stdout)?.[1]).toBe('<folder>/out/report.html');
  const judged = report.clauses.filter(({ verdict }) => verdict !== null).length;
  expect(/<testsuites .*?tests="\d+" failures="\d+" errors="\d+"/.exec(readFileSync(join(out, 'junit.xml'), 'utf8'))?.[0]).toBe(
    `<testsuites name="assay" tests="${judged}" failures="0" errors="0"`,
  );
  const events = readEvents(out);
  const numbers = events.flatMap((event) => (event.type === 'exchange' ? [event.seq] : []));
  expect({ exchanges: numbers.length, numbers: new Set(numbers).size }).toEqual({
    exchanges: report.requests.sent,
    numbers: report.requests.sent,
  });
  expect(events.at(-1)).toEqual({ type: 'end', at: expect.any(String), how: 'completed', events: expect.any(Number) });
});

test('the same seed sends the same requests', async () => {
  const folder = emptyFolder();
  const digest = async (name: string, seed: string): Promise<string> => {
    await assay(folder, 'run', '--document', 'governance', '--depth', 'quick', '--walks', '10', '--seed', seed, '--out', name);
    return requestsDigest(join(folder, name));
  };
  const first = await digest('first', '7');
  expect(await digest('again', '7')).toBe(first);
  expect(await digest('other', '8')).not.toBe(first);
});

test('--json prints the report and nothing else on standard output', async () => {
  const folder = emptyFolder();
  const { code, stdout } = await assay(folder, 'run', '--json', '--out', 'out', '--clause', 'authn.errors.**');
  const { report } = readReport(join(folder, 'out'));
  expect({ code, printed: JSON.parse(stdout), lines: stdout.match(/\n/g)?.length }).toEqual({ code: 0, printed: report, lines: 1 });
  expect(report.selection).toEqual({ clauses: 'authn.errors.**' });
  expect(report.clauses.filter(({ id }) => !id.startsWith('authn.errors.'))).toEqual([]);
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

test('a reader of the progress that has read enough does not cost the run its report', async () => {
  const folder = emptyFolder();
  const run = startAssay(folder, 'run', '--feature', 'pam.teams', '--out', 'out');
  await run.said(/about \d+ requests/);
  run.hangUp('stderr');
  expect((await run.ended).code).toBe(0);
  expect(readReport(join(folder, 'out')).findings).toEqual([]);
});
