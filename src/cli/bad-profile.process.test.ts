import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assay, emptyFolder } from './test-kit/assay-process.ts';
import { oddServer, profileOf } from './test-kit/odd-server.ts';
import { readReport } from './test-kit/run-folder.ts';

interface Told {
  /** below the service */
  readonly service?: string;
  /** beside the services */
  readonly rest?: string;
  readonly files?: Readonly<Record<string, string>>;
}

/** What `run` says of a profile that was written by mistake, before anything is sent. */
async function complaint({ service = '', rest = '', files = {} }: Told): Promise<string> {
  const folder = emptyFolder();
  writeFileSync(
    join(folder, 'target.yaml'),
    `name: bad\nservices:\n  authentication:\n    baseUrl: http://127.0.0.1:1\n${service.replace(/^(?=.)/gm, '    ')}${rest}`,
  );
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { code, stdout, stderr } = await assay(folder, 'run', '--target', 'target.yaml', '--out', 'out');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  return stderr;
}

const ACCOUNT = `accounts:
  - state: a user whose password has expired
    data: { userId: u1, login: ann, password: old-password, weakPassword: a }
`;

test.each<[string, Told, RegExp]>([
  [
    'an unknown key',
    { service: 'claim: [authn.primary]\n' },
    /^assay: target\.yaml:5:12 {2}services\.authentication {2}expected one of the keys .*, found 'claim'\. Did you mean 'claims'\?\n$/,
  ],
  [
    'a value of the wrong type',
    { rest: 'budget: { requests: many }\n' },
    /^assay: target\.yaml:5:21 {2}budget\.requests {2}expected integer, found "many"\n$/,
  ],
  [
    'a claim that does not exist',
    { service: 'claims: [authn.primary, authn.primry]\n' },
    /^assay: target\.yaml:5:29 {2}services\.authentication\.claims\.1 {2}expected a feature of authentication \(.*\), found authn\.primry/,
  ],
  [
    'a binding for what the document shows',
    { service: 'bindings:\n  authenticate: { method: PUT }\n' },
    /^assay: target\.yaml:6:31 {2}services\.authentication\.bindings\.authenticate\.method {2}the document says POST: remove this key\n$/,
  ],
  [
    'an environment variable that is not set',
    { service: 'credentials: { apiToken: { env: NO_SUCH_TOKEN } }\n' },
    /^assay: target\.yaml:5:\d+ {2}services\.authentication\.credentials\.apiToken\.env {2}expected the environment variable NO_SUCH_TOKEN to be set, found nothing\. Export it before the run\n$/,
  ],
  [
    'a credential that nobody uses',
    { service: 'credentials: { apiTokn: { value: x } }\n' },
    /^assay: target\.yaml:5:\d+ {2}services\.authentication\.credentials\.apiTokn {2}expected a credential that somebody uses \(apiToken\), found apiTokn\. Did you mean 'apiToken'\?\n$/,
  ],
  [
    'an origin that is an address',
    { rest: 'permissions: { origins: ["https://id.example.test/login"] }\n' },
    /^assay: target\.yaml:5:\d+ {2}permissions\.origins\.0 {2}expected an origin such as https:\/\/id\.example\.test, scheme, host and port alone, found 'https:\/\/id\.example\.test\/login'\n$/,
  ],
  [
    'two providers for one account that a use spends',
    { rest: 'providerStates: [{ accounts: one.yaml }, { accounts: two.yaml }]\n', files: { 'one.yaml': ACCOUNT, 'two.yaml': ACCOUNT } },
    /^assay: two\.yaml:2:5 {2}expected another account: this one stands at one\.yaml:2:5 already, and a use spends it\. Prepare an account of its own/,
  ],
  [
    'a module that is not there',
    { rest: 'providerStates: [{ module: ./nowhere.mjs }]\n' },
    /^assay: target\.yaml:5:\d+ {2}providerStates\.0\.module {2}expected a file, found none at .*nowhere\.mjs\. Correct the path/,
  ],
])('%s stops before anything is sent, with file, line, column, key and remedy', async (_what, told, message) => {
  expect(await complaint(told)).toMatch(message);
});

/** What the preflight says of a profile whose service is there: the message, and what the report holds. */
async function stopped(rest: string, files: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const target = await oddServer((_request, response) => response.writeHead(404, { 'content-type': 'application/json' }).end('{}'));
  const folder = emptyFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { code, stderr } = await assay(folder, 'run', '--target', profileOf(folder, target, rest), '--out', 'out');
  const { report, findings } = readReport(join(folder, 'out'));
  const said = (report.stopped ?? []).filter(({ message }) => stderr.includes(`assay: ${message.replaceAll(folder, '<folder>')}\n`));
  return { code, outcome: report.outcome, findings, stopped: said.map(({ key, message, blame }) => [key, blame, message.split('  ')[0]]) };
}

test('a module that throws stops the preflight', async () => {
  const module = "throw new Error('no database');\n";
  expect(await stopped('providerStates:\n  - module: ./states.mjs\n', { 'states.mjs': module })).toEqual({
    code: 2,
    outcome: 'usage',
    findings: [],
    stopped: [['providerStates.0', 'provider-state', 'target.yaml:5:5']],
  });
});

test('a control plane that answers nonsense stops the preflight, with every key that names it', async () => {
  const page = await oddServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'));
  const rest = `providerStates:\n  - http: ${page}/states\nclock: { http: "${page}/clock" }\nevents: { http: "${page}/events" }\n`;
  expect(await stopped(rest)).toEqual({
    code: 2,
    outcome: 'usage',
    findings: [],
    stopped: [
      ['providerStates.0', 'provider-state', 'target.yaml:5:5'],
      ['clock.http', 'config', 'target.yaml:6:16'],
      ['events.http', 'config', 'target.yaml:7:17'],
    ],
  });
});

test("a fault is the embedded deployment's: for another one nothing is driven", async () => {
  const folder = emptyFolder();
  const profile = profileOf(folder, 'http://127.0.0.1:1');
  const refused = await assay(folder, 'run', '--target', profile, '--fault', 'authn-refused-with-other-summary', '--out', 'out');
  expect(refused).toEqual({
    code: 2,
    stdout: '',
    stderr: "assay: --fault is for the embedded deployment: 'odd' is another one. Leave it out\n",
  });
  expect(existsSync(join(folder, 'out'))).toBe(false);
});
