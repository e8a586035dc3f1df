import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assay, assayWith, emptyFolder } from '../support/assay-process.ts';
import { deadAddress, oddServer, profileOf } from '../support/odd-server.ts';
import { readEvents, readReport } from '../support/run-folder.ts';
import { authority, certificate, secureServer } from '../support/secure-server.ts';
import type { Certified } from '../support/secure-server.ts';

/** What a run says of a target that cannot be judged, and the last exchange that it keeps. */
async function preflight(baseUrl: string, rest = ''): Promise<unknown> {
  const folder = emptyFolder();
  const { code, stdout, stderr } = await assay(folder, 'run', '--target', profileOf(folder, baseUrl, rest), '--out', 'out');
  const last = readEvents(join(folder, 'out')).findLast((event) => event.type === 'exchange');
  return {
    code,
    stdout,
    message: stderr
      .split('\n')
      .findLast((line) => line.startsWith('assay: '))
      ?.replaceAll(baseUrl, '<target>')
      .replaceAll(new URL(baseUrl).host, '<host>'),
    kept: last?.response?.status ?? last?.failure?.kind,
    report: unjudged(folder),
  };
}

/** What the report of a run says that has judged nothing. */
function unjudged(folder: string): unknown {
  const { report, findings } = readReport(join(folder, 'out'));
  const { outcome, exitCode, clauses, failures, stopped = [] } = report;
  return { outcome, exitCode, clauses, failures, findings, stopped: stopped.map(({ key, blame }) => [key, blame]) };
}

const stopped = (blame: 'config' | 'network'): object => ({
  code: 2,
  stdout: '',
  report: {
    outcome: 'usage',
    exitCode: 2,
    clauses: [],
    failures: [],
    findings: [],
    stopped: [['services.authentication.baseUrl', blame]],
  },
});
const place = 'assay: target.yaml:3:30  services.authentication.baseUrl  <target>';

test('nothing listens there', async () => {
  expect(await preflight(await deadAddress())).toEqual({
    ...stopped('config'),
    message: expect.stringMatching(
      new RegExp(
        `^${place} gives no response: connect ECONNREFUSED <host>.*\\. Start the service, or correct host and port \\(blame: config; nothing was judged\\)$`,
      ),
    ),
    kept: 'refused',
  });
});

test('for machines, the report says what stopped the run', async () => {
  const folder = emptyFolder();
  const { code, stdout } = await assay(folder, 'run', '--target', profileOf(folder, await deadAddress()), '--out', 'out', '--json');
  const printed: unknown = JSON.parse(stdout);
  expect([code, printed]).toEqual([2, readReport(join(folder, 'out')).report]);
});

test('a web page answers', async () => {
  const page = await oddServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<!doctype html><title>Sign in</title>'),
  );
  expect(await preflight(page)).toEqual({
    ...stopped('config'),
    message: `${place} answers with a web page (status 200). Give the address of the API, not that of a console or a proxy (blame: config; nothing was judged)`,
    kept: 200,
  });
});

test('the answer comes too late', async () => {
  const silent = await oddServer(() => undefined);
  expect(await preflight(silent, 'budget: { timeout: PT0.3S }\n')).toEqual({
    ...stopped('network'),
    message: `${place} gives no response: no complete answer within 300 ms (budget.timeout). See why it is slow, or allow more with budget.timeout (blame: network; nothing was judged)`,
    kept: 'timeout',
  });
});

test('the connection is closed instead of an answer', async () => {
  const closing = await oddServer((request) => request.socket.destroy());
  expect(await preflight(closing)).toEqual({
    ...stopped('network'),
    message: `${place} gives no response: other side closed (UND_ERR_SOCKET). The service closed the connection: see its log, or correct scheme and port (blame: network; nothing was judged)`,
    kept: 'reset',
  });
});

test('what answers speaks no HTTP', async () => {
  const mail = await oddServer((_request, response) => response.socket?.end('220 mail ready\r\n'));
  expect(await preflight(mail)).toEqual({
    ...stopped('config'),
    message: `${place} gives no response: Response does not match the HTTP/1.1 protocol (Expected HTTP/, RTSP/ or ICE/). This is no HTTP service: correct the port or the scheme (blame: config; nothing was judged)`,
    kept: 'not-http',
  });
});

/** What a run says of a target with this certificate, by an authority that the machine knows or not. */
async function secured(certified: Certified, known?: Certified): Promise<unknown> {
  const target = await secureServer(certified, (_request, response) =>
    response.writeHead(400, { 'content-type': 'application/json' }).end('{}'),
  );
  const folder = emptyFolder();
  writeFileSync(join(folder, 'authority.pem'), known?.cert ?? '');
  const environment: Record<string, string> = known === undefined ? {} : { NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') };
  await assayWith(environment, folder, 'run', '--target', profileOf(folder, target), '--out', 'out', '--walks', '0');
  const { report } = readReport(join(folder, 'out'));
  const [stop] = report.stopped ?? [];
  return [report.outcome, stop?.blame, / has a certificate that ([\w ]+):.* \((\w+)\)\. (\w+)/.exec(stop?.message ?? '')?.slice(1)];
}

test('a certificate that proves nothing stops the run and says why; with one that is known the target is judged', async () => {
  const trusted = await authority();
  expect([
    await secured(await certificate()),
    await secured(await certificate({ by: trusted })),
    await secured(await certificate({ by: trusted, expired: true }), trusted),
    await secured(await certificate({ by: trusted, host: 'id.example.test' }), trusted),
    await secured(await certificate({ by: trusted }), trusted),
  ]).toEqual([
    ['usage', 'config', ['is signed by itself', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'If']],
    ['usage', 'config', ['comes from an authority that is not known here', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'If']],
    ['usage', 'config', ['has expired', 'CERT_HAS_EXPIRED', 'Renew']],
    ['usage', 'config', ['is for another name', 'ERR_TLS_CERT_ALTNAME_INVALID', 'Correct']],
    ['violations', undefined, undefined],
  ]);
});

test('a target that goes away during the run is not judged by its silence', async () => {
  let requests = 0;
  const leaving = await oddServer((request, response) => {
    requests += 1;
    if (requests > 1) request.socket.destroy();
    else response.writeHead(400, { 'content-type': 'application/json' }).end('{}');
  });
  const folder = emptyFolder();
  const { code, stdout } = await assay(folder, 'run', '--target', profileOf(folder, leaving), '--out', 'out', '--json');
  const report: unknown = JSON.parse(stdout);
  expect({ code, report }).toEqual({
    code: 3,
    report: expect.objectContaining({
      outcome: 'inconclusive',
      exitCode: 3,
      failures: [],
      clauses: expect.arrayContaining([expect.objectContaining({ verdict: 'inconclusive', blame: 'network' })]),
    }),
  });
  expect(readFileSync(join(folder, 'out', 'summary.md'), 'utf8')).not.toBe('');
});
