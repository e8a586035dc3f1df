import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import type { ProfileFile } from '../../src/model/types.ts';
import { assayWith, emptyFolder } from '../support/assay-process.ts';
import { startCanaryDeployment } from '../support/canaries/canary-deployment.ts';
import { secretsOf } from '../support/canaries/harvest.ts';
import { hunt, textsBelow } from '../support/canaries/hunt.ts';
import type { Hunt } from '../support/canaries/hunt.ts';
import { writeMockProfile } from '../support/prepared-accounts.ts';
import { draw } from '../support/draw.ts';

/** Defects that are found in each document, so that failures, scripts and sequences are written. */
const FAULTS = ['authn-refused-with-other-summary', 'authn-state-token-changes', 'pam-next-repeats-one', 'gov-beta-missing-in-preview'];
const flags = ['--walks', '3', '--out', 'out', '--json'];

interface Ran {
  readonly code: number | null;
  readonly texts: Readonly<Record<string, string>>;
}

async function run(folder: string, environment: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ran> {
  const { code, stdout, stderr } = await assayWith(environment, folder, 'run', ...flags, ...args);
  return { code, texts: { ...textsBelow(join(folder, 'out')), 'standard output': stdout, 'standard error': stderr } };
}

/** Every kind of artefact must have been written, or the search means nothing. */
function kinds({ texts }: Ran): readonly string[] {
  return [
    ...new Set(Object.keys(texts).map((name) => name.replace(/allure-results\/.*-(\w+)\.(\w+)$/, 'allure-results/$1.$2'))),
  ].toSorted();
}

function report(what: string, { planted, encodings, artefacts, bytes, found }: Hunt): void {
  const megabytes = (bytes / 1_000_000).toFixed(1);
  process.stderr.write(
    `${what}: ${planted} canaries in ${encodings.length} encodings, ${artefacts} artefacts (${megabytes} MB), ${found.length} found\n`,
  );
}

async function overHttp(): Promise<void> {
  const deployment = await startCanaryDeployment(FAULTS);
  onTestFinished(() => deployment.close());
  const folder = emptyFolder();
  const guard = 'Bearer kanarie-of-the-control-plane+/=';
  const target = writeMockProfile(folder, deployment, {
    providerStates: [{ http: `${deployment.control}/states`, headers: { authorization: { env: 'GUARD' } } }],
    clock: { http: `${deployment.control}/clock`, headers: { 'x-api-key': { env: 'CLOCK_KEY' } } },
    events: { http: `${deployment.control}/events` },
  });
  const environment = { GUARD: guard, CLOCK_KEY: 'kanarie-of-the-clock' };
  const ran = await run(folder, environment, '--target', target);
  const planted = new Set([
    ...deployment.secrets,
    ...Object.values(environment),
    guard.slice('Bearer '.length),
    ...credentialsIn(target, folder),
  ]);
  const result = hunt(planted, ran.texts);
  report('over HTTP', result);
  expect(kinds(ran)).toEqual(
    expect.arrayContaining([
      'annotations.txt',
      'junit.xml',
      'report.html',
      'report.json',
      'run.lock.json',
      'standard error',
      'standard output',
      'summary.md',
      'trace.ndjson',
    ]),
  );
  expect(ran.texts['trace.ndjson']?.match(/"x-echo":\[\{"raw":"~/g)?.length).toBeGreaterThan(500);
  expect({ code: ran.code, many: result.planted > 300, found: result.found }).toEqual({ code: 1, many: true, found: [] });
}

/** What a process of the embedded deployment hears and says, line by line, for the test to read. */
const RECORDER = `
import { appendFileSync } from 'node:fs';
import { Server, ServerResponse } from 'node:http';

const keep = (headers, body) => appendFileSync(process.env.RECORD, JSON.stringify({ headers, body }) + '\\n');
const emit = Server.prototype.emit;
Server.prototype.emit = function (event, request, ...rest) {
  if (event === 'request') {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => keep(request.headers, Buffer.concat(chunks).toString()));
  }
  return emit.call(this, event, request, ...rest);
};
const end = ServerResponse.prototype.end;
ServerResponse.prototype.end = function (body, ...rest) {
  keep(this.getHeaders(), typeof body === 'string' ? body : '');
  return end.call(this, body, ...rest);
};
`;

async function embedded(): Promise<void> {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'recorder.mjs'), RECORDER);
  const record = join(folder, 'record.ndjson');
  const environment = { NODE_OPTIONS: `--import=${join(folder, 'recorder.mjs')}`, RECORD: record };
  const ran = await run(folder, environment, ...FAULTS.flatMap((fault) => ['--fault', fault]));
  const messages: readonly { readonly headers: Record<string, string>; readonly body: string }[] = existsSync(record)
    ? readFileSync(record, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
  const planted = messages.flatMap(({ headers, body }) => secretsOf(headers, body));
  const result = hunt([...planted, ...credentialsIn(join(PACKAGE_ROOT, 'specs', 'profiles', 'mock.yaml'))], ran.texts);
  report('embedded', result);
  expect({ code: ran.code, many: result.planted > 300, found: result.found }).toEqual({ code: 1, many: true, found: [] });
}

const WAYS = { 'over HTTP, whatever the target echoes': overHttp, 'on the embedded deployment': embedded };

test.each(draw(1, Object.entries(WAYS)))('no secret leaves a run %s', (_way, hunt) => hunt());

/** The credentials that a profile holds in clear. */
function credentialsIn(file: string, folder = ''): readonly string[] {
  const { services = {} }: ProfileFile = parse(readFileSync(folder === '' ? file : join(folder, file), 'utf8'));
  return Object.values(services).flatMap(({ credentials = {} }) => Object.values(credentials).flatMap(({ value }) => value ?? []));
}
