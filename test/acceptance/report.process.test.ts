import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { assay, assayOnFullDisk, assayWith, emptyFolder, startAssay } from '../support/assay-process.ts';
import { readEvents, readReport } from '../support/run-folder.ts';

const REPORTS = ['allure-results', 'annotations.txt', 'junit.xml', 'report.html', 'report.json', 'summary.md'];

test('a run that is killed leaves a trace, from which every report is made, marked as partial', async () => {
  const folder = emptyFolder();
  const run = startAssay(folder, 'run', '--out', 'out');
  await run.said(/drive +[1-9]\d+ of/);
  run.kill();
  await run.ended;
  const out = join(folder, 'out');
  expect(REPORTS.filter((name) => existsSync(join(out, name)))).toEqual([]);
  const { code, stdout, stderr } = await assay(folder, 'report', 'out');
  const { report, findings } = readReport(out);
  expect({
    code,
    stderr,
    said: /^(PARTIAL {2}the run stopped early: )\d+( of \d+ clauses judged; it was killed)/m.exec(stdout)?.slice(1),
    findings,
    outcome: report.outcome,
    sent: report.requests.sent,
    files: readdirSync(out).toSorted(),
  }).toEqual({
    code: 3,
    stderr: '',
    said: ['PARTIAL  the run stopped early: ', expect.stringMatching(/^ of \d+ clauses judged; it was killed$/)],
    findings: [],
    outcome: 'partial',
    sent: readEvents(out).filter(({ type }) => type === 'exchange').length,
    files: [...REPORTS, 'run.lock.json', 'trace.ndjson'].toSorted(),
  });
});

test('reports of a finished run are made again to the same verdicts; a CI is told where to show what fails', async () => {
  const folder = emptyFolder();
  const fault = ['--clause', 'authn.errors.e0000004.*', '--fault', 'authn-refused-with-other-summary'];
  await assay(folder, 'run', '--out', 'out', ...fault);
  const first = readFileSync(join(folder, 'out', 'report.json'), 'utf8');
  const { code, stdout, stderr } = await assayWith({ GITHUB_ACTIONS: 'true' }, folder, 'report', 'out', '--json');
  expect({ code, printed: JSON.parse(stdout), same: readFileSync(join(folder, 'out', 'report.json'), 'utf8') === first }).toEqual({
    code: 1,
    printed: JSON.parse(first),
    same: true,
  });
  const annotations = readFileSync(join(folder, 'out', 'annotations.txt'), 'utf8');
  expect([stderr.endsWith(annotations), annotations.startsWith('::error title=')]).toEqual([true, true]);
  const files = ['json', 'markdown', 'html', 'junit', 'summary', 'har', 'otel', 'allure'].flatMap((name) => [
    '--reporter',
    `${name}=ci/${name}`,
  ]);
  const again = await assay(folder, 'report', 'out', ...files, '--reporter', 'github');
  expect([
    again.code,
    again.stdout,
    readFileSync(join(folder, 'ci', 'html'), 'utf8') === readFileSync(join(folder, 'out', 'report.html'), 'utf8'),
  ]).toEqual([1, annotations, true]);
  const judged = await assay(folder, 'judge', 'ci/har');
  expect([judged.code, judged.stdout]).toEqual([1, expect.stringContaining('✗ authn.errors.e0000004.summary')]);
});

test('spans are sent to a collector; one that does not take them is named', async () => {
  const folder = emptyFolder();
  await assay(folder, 'run', '--clause', 'authn.errors.e0000004.*', '--depth', 'quick', '--out', 'out');
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    received.push(`${request.method} ${request.headers['content-type']} ${await text(request)}`);
    response.statusCode = request.url === '/v1/traces' ? 200 : 404;
    response.end(request.url === '/v1/traces' && received.length > 1 ? '{"partialSuccess":{"rejectedSpans":"3"}}' : '{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const send = (path: string): ReturnType<typeof assay> => assay(folder, 'report', 'out', '--reporter', `otel=${url}${path}`);
  const [taken, partly, unknown] = [await send('/v1/traces'), await send('/v1/traces'), await send('/')];
  server.close();
  const gone = await send('/v1/traces');
  await assay(folder, 'report', 'out', '--reporter', 'otel=spans.json');
  expect([taken.code, taken.stderr, received[0]]).toEqual([
    0,
    expect.stringContaining(`otel: ${url}/v1/traces`),
    `POST application/json ${readFileSync(join(folder, 'spans.json'), 'utf8')}`,
  ]);
  expect([partly, unknown, gone].map(({ code, stderr }) => [code, stderr])).toEqual([
    [2, expect.stringMatching(/it did not take all spans: .*"3".*Start a collector there, or name a file: otel=FILE\n$/)],
    [2, expect.stringMatching(/--reporter otel=\S+: it answered 404\. /)],
    [2, expect.stringMatching(/it does not answer: .*ECONNREFUSED/)],
  ]);
});

test('what is no run, of another version, or broken is refused with its place, and nothing is overwritten', async () => {
  const folder = emptyFolder();
  await assay(folder, 'run', '--clause', 'authn.errors.e0000004.*', '--out', 'good');
  const changed = (name: string, file: string, change: (text: string) => string): string => {
    cpSync(join(folder, 'good'), join(folder, name), { recursive: true });
    const path = join(folder, name, file);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
    return name;
  };
  mkdirSync(join(folder, 'empty'));
  writeFileSync(join(folder, 'file'), '');
  changed('half', 'trace.ndjson', (text) => text.replace(/\n.*\n/, '\n{"type":\n'));
  changed('version', 'trace.ndjson', (text) => text.replace('"schemaVersion":1', '"schemaVersion":7'));
  changed('lock', 'run.lock.json', (text) => text.replace('"schemaVersion": 1', '"schemaVersion": 7'));
  changed('bare', 'trace.ndjson', () => '');
  changed('signed', 'report.json', (text) => text);
  appendFileSync(join(folder, 'signed', 'certificate.json'), '{}');
  const answers = [];
  for (const name of ['nowhere', 'file', 'empty', 'half', 'version', 'lock', 'bare', 'signed']) {
    const before = existsSync(join(folder, name, 'report.json')) ? readFileSync(join(folder, name, 'report.json'), 'utf8') : undefined;
    const { code, stderr } = await assay(folder, 'report', name);
    const after = before === undefined ? undefined : readFileSync(join(folder, name, 'report.json'), 'utf8');
    answers.push([name, code, stderr.trim(), after === before]);
  }
  expect(answers).toEqual([
    ['nowhere', 2, 'assay: <folder>/nowhere: expected the folder of a run, found nothing', true],
    ['file', 2, 'assay: <folder>/file: expected the folder of a run, found a file', true],
    [
      'empty',
      2,
      "assay: <folder>/empty: expected the folder of a run, found no run.lock.json in it. 'assay run --out DIR' makes one",
      true,
    ],
    [
      'half',
      2,
      'assay: <folder>/half/trace.ndjson:2  expected JSON, found a text that is cut off or none. Take the file as the run has left it',
      true,
    ],
    [
      'version',
      2,
      'assay: <folder>/version/trace.ndjson:1  schemaVersion  expected 1, found 7: another version of Assay wrote it. Read it with that version',
      true,
    ],
    ['lock', 2, expect.stringMatching(/^assay: .*run\.lock\.json:2:20 .*schemaVersion.*7/), true],
    ['bare', 2, "assay: <folder>/bare/trace.ndjson:1  expected an event of type 'run', found nothing", true],
    ['signed', 2, expect.stringMatching(/^assay: <folder>\/signed: it is certified/), true],
  ]);
});

test('a disk that takes no more is told as such, exit code 4, and the reports that were there are as they were', async () => {
  const folder = emptyFolder();
  await assay(folder, 'run', '--clause', 'authn.errors.e0000004.*', '--out', 'out');
  const before = readFileSync(join(folder, 'out', 'report.json'), 'utf8');
  const { code, stderr } = await assayOnFullDisk(10, folder, 'report', 'out');
  expect({
    code,
    said: /cannot be written: EFBIG: .*The reports that were there are as they were, and the trace is kept: /.test(stderr),
    same: readFileSync(join(folder, 'out', 'report.json'), 'utf8') === before,
    left: readdirSync(join(folder, 'out')).filter((name) => name.endsWith('.part')),
  }).toEqual({ code: 4, said: true, same: true, left: [] });
});
