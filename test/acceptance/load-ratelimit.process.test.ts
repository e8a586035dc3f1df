import { readFileSync } from 'node:fs';
import { request as send } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rejudge } from '../../src/run/rejudge.ts';
import { loadSpecs } from '../../src/model/load.ts';
import type { Report } from '../../src/model/types.ts';
import { assay, emptyFolder, startAssay } from '../support/assay-process.ts';
import { oddServer } from '../support/odd-server.ts';
import { writeMockProfile } from '../support/prepared-accounts.ts';
import type { MockAddresses } from '../support/prepared-accounts.ts';
import { endingOf, INTERRUPTED, readReport } from '../support/run-folder.ts';

const probe = ['load', 'ratelimit'];
const EACH_HEADER = ['pam.limits.header-limit', 'pam.limits.header-remaining', 'pam.limits.header-reset', 'pam.limits.header-retry-at'];

interface LoadJson {
  readonly limiter: { readonly kind: string };
  readonly violations: readonly { readonly clause: string }[];
  readonly requests: number;
}

type Edit = (name: string, was: string) => string | undefined;

/** Hands a request on to another server, and its answer back; its headers with other values, or without them. */
function relay(to: string, request: IncomingMessage, response: ServerResponse, edit: Edit = (_name, was) => was): void {
  const { method, headers } = request;
  const onward = send(new URL(request.url ?? '/', to), { method, headers }, (answer) => {
    const kept = Object.entries(answer.headers).flatMap(([name, was]): readonly (readonly [string, string | string[]])[] => {
      const now = typeof was === 'string' ? edit(name, was) : was;
      return now === undefined ? [] : [[name, now]];
    });
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
    answer.pipe(response);
  });
  request.pipe(onward);
}
const verdicts = ({ clauses }: Report): unknown => clauses.map(({ id, verdict }) => [id, verdict]);

test('a limit of the embedded mock is named, drawn and judged; the trace is enough to judge it again', async () => {
  const folder = emptyFolder();
  const { code, stdout, stderr } = await assay(folder, ...probe, '--limiter', 'token-bucket:limit=12,period=8', '--out', 'out', '--json');
  const out = join(folder, 'out');
  const { report, findings } = readReport(out);
  const summary: { limiter: { kind: string; limit: number; periodMs: number }; requests: number } = JSON.parse(stdout);
  const { kind, limit, periodMs } = summary.limiter;
  expect({ code, findings, outcome: report.outcome, kind, limit, seconds: Math.round(periodMs / 1000) }).toEqual({
    code: 0,
    findings: [],
    outcome: 'conformant',
    kind: 'token-bucket',
    limit: 12,
    seconds: 8,
  });
  expect(JSON.parse(readFileSync(join(out, 'load.json'), 'utf8'))).toEqual(summary);
  expect([summary.requests, report.requests.load]).toEqual([report.requests.sent, report.requests.sent - report.requests.preflight]);
  expect(stderr).toMatch(/^mock: the rate limit of privileged-access at http:\S+: at most 52 requests, 4 at once, in at most 34\.0 s\n/);
  expect(stderr).toMatch(/\nlimiter {7}token bucket \(GCRA\): .+\n(?:.*\n)*because {7}token-bucket of \d/);
  expect(readFileSync(join(out, 'rate-limit.svg'), 'utf8')).toMatch(/^<svg [^>]+>\n<style>[^]*<\/svg>\n?$/);
  expect(readFileSync(join(out, 'rate-limit.html'), 'utf8')).not.toMatch(/(?:src|href)="?http/);
  const again = rejudge(out, loadSpecs()).report;
  expect([again.outcome, verdicts(again), again.observations]).toEqual([report.outcome, verdicts(report), report.observations]);
});

test('a limit that does not do what it says is a violation, tied to its clause', async () => {
  const folder = emptyFolder();
  const { code, stdout } = await assay(
    folder,
    ...probe,
    '--limiter',
    'fixed-aligned:limit=10,period=5',
    '--fault',
    'pam-remaining-below-zero',
    '--out',
    'out',
    '--json',
  );
  const { violations }: { violations: readonly { clause: string; received: string }[] } = JSON.parse(stdout);
  expect([code, violations.map(({ clause, received }) => [clause, received])]).toEqual([1, [['pam.limits.header-remaining', '-1']]]);
});

test('a limit of requests at the same time is named, and none of a period claimed', async () => {
  const folder = emptyFolder();
  const { code, stdout } = await assay(folder, ...probe, '--limiter', 'concurrency:limit=3,period=5', '--out', 'out', '--json');
  const { limiter, violations }: LoadJson = JSON.parse(stdout);
  expect({ code, limiter, violations }).toEqual({
    code: 3,
    limiter: { kind: 'concurrency', limit: 3, periodMs: null, confidence: 0.8 },
    violations: [],
  });
});

test('--dry-run says what would be sent, and sends nothing', async () => {
  const folder = emptyFolder();
  const { code, stdout, stderr } = await assay(folder, ...probe, '--limiter', 'sliding-log:limit=20,period=6', '--dry-run', '--json');
  expect([code, stderr, JSON.parse(stdout)]).toEqual([
    0,
    '',
    { document: 'privileged-access', origin: 'http://127.0.0.1', concurrency: 4, requests: 60, durationMs: 28_000 },
  ]);
});

test('Ctrl-C while a limit is waited for: the probe ends with a report of what was seen', async () => {
  const folder = emptyFolder();
  const run = startAssay(folder, ...probe, '--limiter', 'fixed-first:limit=10,period=60', '--out', 'out');
  await run.said(/waits/);
  run.interrupt();
  const { code } = await run.ended;
  expect([code, endingOf(join(folder, 'out'))]).toEqual([3, INTERRUPTED]);
});

test('Ctrl-C right after start-up: nothing more is sent, and a report says so', async () => {
  const folder = emptyFolder();
  const run = startAssay(folder, ...probe, '--limiter', 'fixed-first:limit=10,period=60', '--out', 'out');
  await run.said(/^budget: /m);
  run.interrupt();
  const { code } = await run.ended;
  expect([code, endingOf(join(folder, 'out'))]).toEqual([3, INTERRUPTED]);
});

test('Ctrl-C while a limit is being used up: all senders stop, and no request goes unrecorded', async () => {
  const folder = emptyFolder();
  const limit = 1900;
  const mock = startAssay(folder, 'mock', '--clock', 'real', '--limiter', `sliding-log:limit=${limit},period=600`);
  const addresses: MockAddresses = JSON.parse(await mock.said(/\{"services".*\}\}?\n?/));
  let served = 0;
  const url = await oddServer((request, response) => {
    served += 1;
    relay(addresses.services['privileged-access'], request, response);
  });
  const services = { ...addresses.services, 'privileged-access': url };
  const permissions = { mutate: true, destroy: true, exhaustRateLimit: true };
  const providerStates = [{ http: `${addresses.control}/states` }];
  const target = writeMockProfile(folder, { ...addresses, services }, { providerStates, clock: 'real', permissions });
  const run = startAssay(folder, ...probe, '--target', target, '--out', 'out');
  await run.said(/using it up/);
  run.interrupt();
  const { code } = await run.ended;
  const { report } = readReport(join(folder, 'out'));
  const { sent } = report.requests;
  // What was under way is given up, and may not have arrived.
  expect({ code, outcome: report.outcome, isRecorded: served <= sent, isWhole: sent > limit }).toEqual({
    code: 3,
    outcome: 'partial',
    isRecorded: true,
    isWhole: false,
  });
  mock.interrupt();
  await mock.ended;
});

const ofRateLimit = (name: string): boolean => name.startsWith('x-ratelimit-');
const MANGLED: readonly (readonly [what: string, edit: Edit, clauses: readonly string[]])[] = [
  ['no limiter at all', (name, was) => (ofRateLimit(name) ? undefined : was), ['pam.limits.headers-every-response']],
  ['values that are no numbers', (name, was) => (ofRateLimit(name) ? 'soon' : was), EACH_HEADER],
];

test.each(MANGLED)('%s, behind a target that answers: the headers fail, and nothing else is claimed', async (_what, edit, clauses) => {
  const folder = emptyFolder();
  const mock = startAssay(folder, 'mock', '--clock', 'real', '--limiter', 'none');
  const addresses: MockAddresses = JSON.parse(await mock.said(/\{"services".*\}\}?\n?/));
  const url = await oddServer((request, response) => relay(addresses.services['privileged-access'], request, response, edit));
  const services = { ...addresses.services, 'privileged-access': url };
  const permissions = { mutate: true, destroy: true, exhaustRateLimit: true };
  const target = writeMockProfile(
    folder,
    { ...addresses, services },
    { providerStates: [{ http: `${addresses.control}/states` }], clock: 'real', permissions, budget: { requests: 60, concurrency: 4 } },
  );
  const { code, stdout } = await assay(folder, ...probe, '--target', target, '--out', 'out', '--json');
  const { limiter, violations, requests }: LoadJson = JSON.parse(stdout);
  expect({
    code,
    kind: limiter.kind,
    clauses: [...new Set(violations.map(({ clause }) => clause))].toSorted(),
    isKept: requests <= 60,
  }).toEqual({
    code: 1,
    kind: 'unknown',
    clauses,
    isKept: true,
  });
  mock.interrupt();
  await mock.ended;
});

test('a reader of --help that has read enough is no reason for a complaint', async () => {
  const run = startAssay(emptyFolder(), ...probe, '--help');
  run.hangUp('stdout');
  expect(await run.ended).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('another target: by its profile, with its permission, and for as long as its limit takes', async () => {
  const folder = emptyFolder();
  const mock = startAssay(folder, 'mock', '--clock', 'real', '--limiter', 'fixed-first:limit=10,period=9');
  const addresses: MockAddresses = JSON.parse(await mock.said(/\{"services".*\}\}?\n?/));
  const rest = { providerStates: [{ http: `${addresses.control}/states` }], clock: 'real' as const };
  const budget = { requests: 200, concurrency: 4, duration: 'PT2M' };
  const forbidden = writeMockProfile(folder, addresses, { ...rest, permissions: { mutate: true, destroy: true }, budget });
  const refused = await assay(folder, ...probe, '--target', forbidden);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/permissions\.exhaustRateLimit {2}expected true, found false/)]);
  const permissions = { mutate: true, destroy: true, exhaustRateLimit: true };
  const target = writeMockProfile(folder, addresses, { ...rest, permissions, budget });
  const { code } = await assay(folder, ...probe, '--target', target, '--out', 'out');
  const { report } = readReport(join(folder, 'out'));
  const kind = report.observations.find(({ about }) => about === 'limiter/kind')?.value;
  expect({ code, outcome: report.outcome, kind }).toEqual({ code: 0, outcome: 'conformant', kind: 'fixed-first' });
  mock.interrupt();
  await mock.ended;
});

test('a target whose clock is an hour off is told, and judged by its own clock', async () => {
  const folder = emptyFolder();
  const mock = startAssay(folder, 'mock', '--clock', 'real', '--limiter', 'fixed-first:limit=10,period=6');
  const addresses: MockAddresses = JSON.parse(await mock.said(/\{"services".*\}\}?\n?/));
  const ahead: Edit = (name, was) => {
    if (name === 'date') return new Date(Date.parse(was) + 3_600_000).toUTCString();
    return /^x-ratelimit-re(?:set|try-at)$/.test(name) ? String(Number(was) + 3600) : was;
  };
  const url = await oddServer((request, response) => relay(addresses.services['privileged-access'], request, response, ahead));
  const services = { ...addresses.services, 'privileged-access': url };
  const permissions = { mutate: true, destroy: true, exhaustRateLimit: true };
  const rest = { providerStates: [{ http: `${addresses.control}/states` }], clock: 'real' as const, permissions };
  const target = writeMockProfile(folder, { ...addresses, services }, { ...rest, budget: { requests: 200, concurrency: 4 } });
  const { code, stdout, stderr } = await assay(folder, ...probe, '--target', target, '--out', 'out', '--json');
  const { limiter }: LoadJson = JSON.parse(stdout);
  expect([code, limiter.kind]).toEqual([0, 'fixed-first']);
  expect(stderr).toMatch(
    /the Date of privileged-access is 3(?:599|60[01]) s ahead of the clock of this machine: moments are read by its own clock/,
  );
  mock.interrupt();
  await mock.ended;
});

test('a target that cannot be probed is for the profile to be put right: nothing is judged', async () => {
  const folder = emptyFolder();
  const mock = startAssay(folder, 'mock', '--clock', 'real');
  const addresses: MockAddresses = JSON.parse(await mock.said(/\{"services".*\}\}?\n?/));
  const target = writeMockProfile(folder, addresses, { providerStates: [], permissions: { exhaustRateLimit: true } });
  const { code, stderr } = await assay(folder, ...probe, '--target', target, '--out', 'out');
  const { report, findings } = readReport(join(folder, 'out'));
  expect({ code, findings, outcome: report.outcome, keys: report.stopped?.map(({ key, blame }) => [key, blame]) }).toEqual({
    code: 2,
    findings: [],
    outcome: 'usage',
    keys: [['providerStates', 'provider-state']],
  });
  expect(stderr).toMatch(/the provider state 'a service user in groups' is missing/);
  mock.interrupt();
  await mock.ended;
});
