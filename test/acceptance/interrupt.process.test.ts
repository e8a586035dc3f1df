import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as after } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createRealClock } from '../../src/mock/kit/clock.ts';
import { startMock } from '../../src/mock/kit/start-mock.ts';
import { assay, assayWith, emptyFolder, startAssay } from '../support/assay-process.ts';
import type { Ended } from '../support/assay-process.ts';
import { oddServer, profileOf } from '../support/odd-server.ts';
import { endingOf, INTERRUPTED, readEvents, readReport } from '../support/run-folder.ts';
import { draw } from '../support/draw.ts';

test('Ctrl-C while a request hangs: the run ends without waiting for it, and says that it is partial', async () => {
  const folder = emptyFolder();
  let hangs = (): void => undefined;
  const hanging = new Promise<void>((resolve) => {
    hangs = resolve;
  });
  let requests = 0;
  const slow = await oddServer((_request, response) => {
    requests += 1;
    if (requests > 1) hangs();
    else response.writeHead(400, { 'content-type': 'application/json' }).end('{}');
  });
  // The answer may take longer than this test.
  const run = startAssay(folder, 'run', '--target', profileOf(folder, slow, 'budget: { timeout: PT5M }\n'), '--out', 'out');
  await Promise.race([hanging, run.ended]);
  run.interrupt();
  const { code, stdout } = await run.ended;
  expect({ code, said: stdout.includes('PARTIAL  the run stopped early') }).toEqual({ code: 3, said: true });
  expect(endingOf(join(folder, 'out'))).toEqual(INTERRUPTED);
});

/** What a run waits for when it is interrupted, once it has set up so many provider states. */
const WAITS_FOR = { 'is being set up': 'setup', 'has a request that hangs': 'request' };
const STATES = 10;

test.each(Object.entries(WAITS_FOR))('Ctrl-C while a provider state %s: it is taken down', async (_what, waitsFor) => {
  const folder = emptyFolder();
  const mock = await startMock({ clock: createRealClock() });
  onTestFinished(() => mock.close());
  const passedOn = async (url: string, method = 'GET', body = ''): Promise<{ readonly status: number; readonly made: string }> => {
    const answer = await fetch(url, { method, headers: { 'content-type': 'application/json' }, ...(body === '' ? {} : { body }) });
    return { status: answer.status, made: await answer.text() };
  };
  const standing = new Set<string>();
  let setUps = 0;
  let isWaiting = (): void => undefined;
  const waiting = new Promise<void>((resolve) => {
    isWaiting = resolve;
  });
  const states = await oddServer(async (request, response) => {
    const body = await text(request);
    const { action, data }: { readonly action: string; readonly data?: { readonly userId: string } } = JSON.parse(body);
    const { status, made } = await passedOn(`${mock.control}/states`, 'POST', body);
    if (action === 'setup') {
      setUps += 1;
      standing.add(JSON.parse(made).userId);
      if (setUps === STATES && waitsFor === 'setup') {
        isWaiting();
        await after(300);
      }
    } else standing.delete(data?.userId ?? '');
    response.writeHead(status, { 'content-type': 'application/json' }).end(made);
  });
  const target = await oddServer(async (request, response) => {
    if (setUps >= STATES && waitsFor === 'request') return isWaiting();
    const { status, made } = await passedOn(`${mock.services.authentication}${request.url}`, request.method, await text(request));
    response.writeHead(status, { 'content-type': 'application/json' }).end(made);
  });
  const profile = profileOf(folder, target, `budget: { timeout: PT5M }\nproviderStates: [{ http: '${states}' }]\n`);
  const run = startAssay(folder, 'run', '--target', profile, '--out', 'out');
  await Promise.race([waiting, run.ended]);
  const before = { setUps, isStanding: standing.size > 0 };
  run.interrupt();
  const { code } = await run.ended;
  const leftovers = readEvents(join(folder, 'out')).filter(({ type }) => type === 'leftover');
  expect({ code, before, standing: [...standing], leftovers }).toEqual({
    code: 3,
    before: { setUps, isStanding: true },
    standing: [],
    leftovers: [],
  });
});

test('a terminal that is closed ends a run as Ctrl-C does, however often that is told', async () => {
  const folder = emptyFolder();
  const silent = await oddServer(() => undefined);
  const run = startAssay(folder, 'run', '--target', profileOf(folder, silent, 'budget: { timeout: PT5M }\n'), '--out', 'out');
  await run.said(/about [\d,]+ requests/);
  run.closeTerminal();
  const { code } = await run.ended;
  expect([code, endingOf(join(folder, 'out'))]).toEqual([3, INTERRUPTED]);
});

test('Ctrl-C right after start-up: the plan is not driven', async () => {
  const folder = emptyFolder();
  const run = startAssay(folder, 'run', '--out', 'out');
  await run.said(/about [\d,]+ requests/);
  run.interrupt();
  const { code } = await run.ended;
  const { report } = readReport(join(folder, 'out'));
  expect([code, report.outcome, report.requests.sent < report.requests.planned / 2]).toEqual([3, 'partial', true]);
});

test('a second Ctrl-C ends at once; the trace is kept', async () => {
  const folder = emptyFolder();
  const silent = await oddServer(() => undefined);
  const run = startAssay(folder, 'run', '--target', profileOf(folder, silent, 'budget: { timeout: PT5M }\n'), '--out', 'out');
  await run.said(/about [\d,]+ requests/);
  run.interrupt();
  await run.said(/once more ends at once/);
  run.interrupt();
  await run.ended;
  expect(existsSync(join(folder, 'out', 'trace.ndjson'))).toBe(true);
});

/** For good, and without a core that others need meanwhile. */
const STAND_STILL = 'const standStill = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';

/** What is made of a response comes to stand still, once, as soon as a case is driven. */
const STANDSTILL = `
import { existsSync, readFileSync } from 'node:fs';
const { parse } = JSON;
let stood = false;
const isDriven = () => existsSync('out/trace.ndjson') && readFileSync('out/trace.ndjson', 'utf8').includes('"type":"blocked"');
JSON.parse = (...args) => {
  if (!stood && isDriven()) { stood = true; standStill(); }
  return parse(...args);
};
`;

/** The second is said where the machine is too busy to judge within what is left: 'assay report' does it then. */
const OVER = [
  'the budget was over, and what was under way did not end (budget.duration)',
  'the budget was over, and judging or reporting did not end (budget.duration)',
];

/** A run of so many seconds against a target that answers nothing but 500, with a module that makes it stand still. */
async function runStill(preload: string, duration: `PT${number}S`): Promise<Ended & { readonly folder: string }> {
  const folder = emptyFolder();
  const target = await oddServer((_request, response) => void response.writeHead(500, { 'content-type': 'application/json' }).end('{}'));
  const ended = await assayWith(
    { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(STAND_STILL + preload)}` },
    folder,
    'run',
    '--target',
    profileOf(folder, target, `budget: { duration: ${duration}, perSecond: 5 }\n`),
    '--out',
    'out',
  );
  return { ...ended, folder };
}

async function driveStandsStill(): Promise<void> {
  const { code, folder } = await runStill(STANDSTILL, 'PT6S');
  const judged = await assay(folder, 'report', 'out');
  const { report, findings } = readReport(join(folder, 'out'));
  const end = readEvents(join(folder, 'out')).at(-1);
  expect({ codes: [code, judged.code].filter((one) => one !== 1 && one !== 3), findings, end }).toEqual({
    codes: [],
    findings: [],
    end: { type: 'end', at: expect.any(String), how: 'interrupted', because: report.partial, events: expect.any(Number) },
  });
  expect(OVER).toContain(report.partial);
}

/** What stands still, once, when a trace is there already. */
const STANDS_STILL = {
  'what proves the configuration': `
    import { existsSync } from 'node:fs';
    const { parse } = JSON;
    let stood = false;
    JSON.parse = (...args) => {
      if (!stood && existsSync('out/trace.ndjson')) { stood = true; standStill(); }
      return parse(...args);
    };`,
  'a judge': `
    const { flatMap } = Array.prototype;
    let stood = false;
    Array.prototype.flatMap = function (...args) {
      if (!stood && / judgeEvidence /.test(new Error().stack)) { stood = true; standStill(); }
      return flatMap.apply(this, args);
    };`,
  'a report': `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { writeFileSync } = fs;
    let stood = false;
    fs.writeFileSync = (file, ...args) => {
      if (!stood && String(file).endsWith('report.html')) { stood = true; standStill(); }
      return writeFileSync(file, ...args);
    };
    syncBuiltinESMExports();`,
};

async function standsStill(preload: string): Promise<void> {
  const { code, errorCode, folder } = await runStill(preload, 'PT5S');
  const { report } = readReport(join(folder, 'out'));
  expect({ code, errorCode, outcome: report.outcome, partial: report.partial }).toEqual({
    code: 3,
    errorCode: 'not-judged-in-time',
    outcome: 'partial',
    partial: 'the budget was over, and judging or reporting did not end (budget.duration)',
  });
}

const NEVER_WRITTEN = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { writeFileSync } = fs;
fs.writeFileSync = (file, ...args) => {
  if (String(file).endsWith('report.html')) standStill();
  return writeFileSync(file, ...args);
};
syncBuiltinESMExports();
`;

async function reportIsNeverWritten(): Promise<void> {
  const { code, errorCode, folder } = await runStill(NEVER_WRITTEN, 'PT5S');
  const later = await assay(folder, 'report', 'out');
  const { report } = readReport(join(folder, 'out'));
  expect({ code, errorCode, later: later.code }).toEqual({ code: 3, errorCode: 'not-judged-in-time', later: report.exitCode });
}

/** Each takes as long as the budget lasts, and a little longer. */
const STILL: readonly (readonly [string, () => Promise<void>])[] = [
  ['the drive stands still: the run ends with its budget, and is judged by what its trace holds', driveStandsStill],
  ...Object.entries(STANDS_STILL).map(
    ([what, preload]) =>
      [`${what} stands still: the run ends soon after its budget, with a report that says so`, () => standsStill(preload)] as const,
  ),
  ['a report can never be written: the run ends all the same, and its trace can be reported later', reportIsNeverWritten],
];

test.each(draw(1, STILL))('%s', (_title, ends) => ends());
