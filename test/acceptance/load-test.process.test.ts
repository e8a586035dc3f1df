import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assay, emptyFolder, startAssay } from '../support/assay-process.ts';
import { oddServer, profileOf } from '../support/odd-server.ts';
import { readEvents, readReport } from '../support/run-folder.ts';

test('a load of the mock: every request is accounted for, every answer judged, and the trace makes the same report again', async () => {
  const folder = emptyFolder();
  const { code, stdout, stderr } = await assay(folder, 'load', 'saturate', '--duration', '1s', '--out', 'out', '--json');
  const figures = JSON.parse(stdout);
  const { scheduled, sent, neverSent, answered, timedOut, lost } = figures.accounts;
  expect({
    code,
    outcome: figures.outcome,
    violations: figures.violations,
    adds: scheduled === sent + neverSent && sent === answered + timedOut + lost && answered > 0,
    judged: figures.judged === answered,
    mix: /^mix: .*$/m.exec(stderr)?.[0],
    limiter: figures.limiter,
  }).toEqual({
    code: 0,
    outcome: 'conformant',
    violations: [],
    adds: true,
    judged: true,
    mix: 'mix: issueToken/key, listGroups/team, listGroups/page, getGroup/existing',
    limiter: { kind: 'unknown', limit: 1000, periodMs: null, confidence: 0 },
  });
  const { report, findings } = readReport(join(folder, 'out'));
  expect({ findings, load: report.load?.accounts }).toEqual({ findings: [], load: figures.accounts });
  expect(stdout + stderr + JSON.stringify(readEvents(join(folder, 'out')))).not.toMatch(/Bearer [\w-]{20,}/);
});

test('a fault under load is found, counted, and its exchanges kept up to a bound', async () => {
  const folder = emptyFolder();
  const { code, stdout } = await assay(
    folder,
    'load',
    'saturate',
    '--duration',
    '1s',
    '--fault',
    'pam-limit-as-policy',
    '--out',
    'out',
    '--json',
  );
  const { violations, violating, judged, rejudgeable } = JSON.parse(stdout);
  const kept = readEvents(join(folder, 'out')).filter((event) => event.type === 'exchange' && event.purpose === 'load').length;
  expect({
    code,
    violations: violations.map(({ clause, count }: { clause: string; count: number }) => [clause, count === judged]),
    all: violating === judged,
    bounded: rejudgeable <= 120 && kept >= rejudgeable,
  }).toEqual({ code: 1, violations: [['pam.limits.header-limit', true]], all: true, bounded: true });
});

test('what is no threshold is named; a plan sends nothing', async () => {
  const folder = emptyFolder();
  const wrong = await assay(folder, 'load', 'saturate', '--threshold', 'p42<1ms');
  expect([wrong.code, wrong.stderr.includes("'p42<1ms' is invalid. Expected one of p50, p75, p90, p95, p99")]).toEqual([2, true]);
  const strange = await assay(folder, 'load', 'saturate', '--dry-run', '--threshold', 'authenticate:p95<1ms');
  expect([strange.code, strange.stderr.includes('one of issueToken, listGroups, getGroup, found')]).toEqual([2, true]);
  const plan = await assay(folder, 'load', 'soak', '--dry-run', '--json', '--duration', '2m');
  expect([plan.code, JSON.parse(plan.stdout)]).toEqual([
    0,
    {
      kind: 'soak',
      document: 'privileged-access',
      origin: 'http://127.0.0.1',
      connections: 10,
      rate: 50,
      durationMs: 120_000,
      requests: 6000,
      mayExhaust: true,
      needs: {
        states: [
          { state: "'a service user with an API key'", requests: 1 },
          { state: "'a team with groups'", requests: 3 },
        ],
        sources: [{ key: 'providerStates.0', source: 'http http://127.0.0.1/states', uses: 4, spends: 0, cost: 15 }],
        credentials: [{ caller: 'service-user', credential: 'issueToken' }],
      },
    },
  ]);
});

test('a ramp finds a rate that keeps the thresholds; stages that fall to nothing are refused', async () => {
  const folder = emptyFolder();
  const below = await assay(folder, 'load', 'ramp', '--from', '100', '--step', '-50', '--stages', '3');
  expect([below.code, below.stderr]).toEqual([
    2,
    'assay: --from 100 --step -50 --stages 3: expected each stage above 0 requests a second, found 100, 50, 0\n',
  ]);
  const strange = await assay(folder, 'load', 'ramp', '--abort-on', 'authenticate:p99<1s', '--dry-run');
  expect([strange.code, strange.stderr.includes('one of issueToken, listGroups, getGroup, found')]).toEqual([2, true]);
  const stages = ['--from', '100', '--stages', '2', '--duration', '1s', '--confirm', '1s', '--abort-on', 'p99<10s'];
  const { code, stdout } = await assay(folder, 'load', 'ramp', ...stages, '--out', 'out', '--json');
  const figures = JSON.parse(stdout);
  const { report } = readReport(join(folder, 'out'));
  // A busy machine holds the generator up: then what is found may be less, and is inconclusive.
  expect([0, 3].includes(code ?? -1) && (code !== 0 || figures.ramp.confirmed > 0)).toBe(true);
  expect([report.load?.ramp, report.load?.thresholds.map(({ expression }) => expression)]).toEqual([
    figures.ramp,
    ['errors<=1%', 'p99<10s'],
  ]);
});

test('anything but the mock must permit what would use up its limit, and its budget is kept', async () => {
  const folder = emptyFolder();
  let requests = 0;
  const server = await oddServer((_request, response) => {
    requests += 1;
    response.end();
  });
  const profile = profileOf(folder, server, 'budget: { perSecond: 5, concurrency: 2 }\n');
  const fast = await assay(folder, 'load', 'soak', '--target', profile, '--rate', '6');
  const many = await assay(folder, 'load', 'soak', '--target', profile, '--connections', '3');
  const planned = await assay(folder, 'load', 'saturate', '--target', profile, '--duration', '2s', '--dry-run', '--json');
  const unpaced = await assay(folder, 'load', 'saturate', '--target', profileOf(folder, server));
  const missing = "nothing provides 'a user who can sign in' (profile key providerStates)";
  expect(JSON.parse(planned.stdout)).toMatchObject({
    mostPerSecond: 5,
    connections: 2,
    requests: 10,
    needs: { states: expect.arrayContaining([{ state: "'a user who can sign in'", requests: 1, missing }]) },
  });
  expect([fast, many, unpaced].map(({ code, stderr }) => [code, /(budget|permissions)\.\w+/.exec(stderr)?.[0]])).toEqual([
    [2, 'budget.perSecond'],
    [2, 'budget.concurrency'],
    [2, 'permissions.exhaustRateLimit'],
  ]);
  expect(requests).toBe(0);
});

test.each(['ratelimit', 'saturate', 'soak'])('what only the embedded deployment can be is refused of another by %s', async (kind) => {
  const folder = emptyFolder();
  const profile = profileOf(folder, 'http://127.0.0.1:1', 'permissions: { exhaustRateLimit: true }\n');
  const limiter = ['--limiter', 'token-bucket:limit=40,period=8'];
  const fault = ['--fault', 'pam-limit-as-policy'];
  const asked = [limiter, fault, [...fault, '--dry-run']];
  const refused = await Promise.all(asked.map((flags) => assay(folder, 'load', kind, '--target', profile, ...flags)));
  expect(refused.map(({ code, stderr }) => [code, stderr])).toEqual([
    [2, 'assay: --limiter sets the limiter of the embedded deployment: this profile is of another one\n'],
    [2, "assay: --fault is for the embedded deployment: 'odd' is another one. Leave it out\n"],
    [2, "assay: --fault is for the embedded deployment: 'odd' is another one. Leave it out\n"],
  ]);
});

test.each(['interrupt', 'closeTerminal'] as const)('%s ends all senders; the report says that it is partial', async (how) => {
  const folder = emptyFolder();
  const run = startAssay(folder, 'load', 'soak', '--duration', '10m', '--out', 'out');
  await run.said(/^mix: /m);
  run[how]();
  const { code } = await run.ended;
  const { report } = readReport(join(folder, 'out'));
  expect([code, report.outcome, report.load?.end]).toEqual([3, 'partial', 'interrupted']);
});
