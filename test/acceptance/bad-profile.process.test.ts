import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assay, emptyFolder } from '../support/assay-process.ts';
import { oddServer, profileOf } from '../support/odd-server.ts';
import { readReport } from '../support/run-folder.ts';

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
    errorCode: 'not-the-embedded-mock',
  });
  expect(existsSync(join(folder, 'out'))).toBe(false);
});
