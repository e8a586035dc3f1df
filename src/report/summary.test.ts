import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { ClauseResult, TransitionResult } from '../model/types.ts';
import { sampleClause, sampleFailure, sampleReport } from './report-fixtures.ts';
import { renderMarkdown } from './markdown.ts';
import { editText } from './reasons.ts';
import { outcomeText } from './outcome.ts';
import { judgedOfClaimed } from './tally.ts';
import { renderSummary } from './summary.ts';

const files = [
  { about: 'report', path: 'reports/r1/report.html' },
  { about: 'data', path: 'reports/r1/report.json' },
];
const plain = { color: false, width: 100, files };

const transition = (id: string, about: Partial<TransitionResult> = {}): TransitionResult => ({
  id,
  document: 'authentication',
  machine: 'authentication-transaction',
  from: 'start',
  to: 'SUCCESS',
  times: 1,
  verdict: 'pass',
  ...about,
});

/** Forty features over the three documents, 320 clauses. */
const everything: readonly ClauseResult[] = Array.from({ length: 320 }, (_, index) => {
  const feature = index % 40;
  const prefix = ['pam', 'authn', 'gov'][feature % 3] ?? 'gov';
  return sampleClause(`${prefix}.feature-with-name-${feature}.clause-${index}`);
});

const mixed = sampleReport(
  [
    sampleClause('authn.sign-in.accepted'),
    sampleClause('authn.sign-in.refused', {
      verdict: 'fail',
      section: 'States and transitions',
      says: 'A wrong password is refused.',
    }),
    sampleClause('authn.sign-in.locked', { verdict: 'fail' }),
    sampleClause('authn.factors.enroll', {
      verdict: 'inconclusive',
      blame: 'config',
      reason: 'no binding for enrollFactor',
    }),
    sampleClause('authn.expiry.expired', { verdict: 'skipped', status: 'reference-only', reason: 'needs control' }),
    sampleClause('authn.about', { verdict: null, status: 'informative' }),
    sampleClause('gov.grants.deleted', { basis: 'declared' }),
  ],
  {
    outcome: 'violations',
    exitCode: 1,
    transitions: [transition('a'), transition('b', { verdict: 'fail' }), transition('c', { times: 0, verdict: 'inconclusive' })],
    replayFlags: '--fault f',
    failures: [
      sampleFailure('authn.sign-in.refused', 'authenticate /status', {
        expected: 'status 401\nE0000004',
        received: 'status 200 \u001b[2J',
      }),
      sampleFailure('authn.sign-in.locked', 'authenticate /status'),
    ],
    observations: [{ about: 'skip', clause: 'authn.skip', value: 200 }],
    leftovers: [
      { what: 'what createGroup made', detail: 'deleteGroup answered 409', case: 'probe/a' },
      { what: 'a shut door', detail: 'spent', case: 'probe/a' },
      { what: 'a shut door', detail: 'spent', case: 'probe/b' },
    ],
    selection: { documents: ['authentication'] },
  },
);

test('a run with a defect', () => {
  expect(renderSummary(mixed, plain)).toMatchInlineSnapshot(`
    "VIOLATIONS  mock: 4 clauses judged, 2 violated (only documents authentication); exit code 1

    1 defect, 1 consequence

    ✗ 1  authenticate /status: expected status 401 E0000004
         clause    authn.sign-in.refused
         section   authentication, States and transitions
         statement A wrong password is refused.
         expected  status 401\\nE0000004
         received  status 200 \\u001b[2J
         evidence  exchange 12
         show      assay show 'reports/r1' 12
         sequence    1. a user whose password has expired
                     2. authenticate
                   ✗ 3. changePassword
         follows   1 more failure: authn.sign-in.locked
         replay    assay run --fault f --replay r1.42.authn
         curl
           #!/bin/sh
           set -eu

           curl --silent 'http://127.0.0.1:8080/api/v1/authn'

    ✗ authentication   1 of 5 clauses passed           1 of 3 transitions passed
      ✗ sign-in   2 failed, 1 passed
      ? factors   1 inconclusive
      – expiry        1

    ✓ governance       1 of 1 clause passed
      ✓ grants        1

    1 inconclusive, by blame
      config 1           no binding for enrollFactor: authn.factors.enroll

    clauses       4 of 6 judged; 7 clauses in all, with informative and undocumented ones
    transitions   2 of 3 documented exercised, 1 passed
    requests      415 sent: 114 tour, 96 read-back, 107 probes, 40 pagination, 50 walks, 3 preflight, 5
                  clean-up; tour 1.14 × its minimum
    skipped       1 needs control
    observed      1 undocumented behaviour
    leftovers     1 × what createGroup made · 2 × a shut door
    run           3.2 s, seed 42, target mock, assay 0.1.0

    report        reports/r1/report.html
    data          reports/r1/report.json
    "
  `);
});

test('a green run of forty features fits a screen', () => {
  const lines = renderSummary(sampleReport(everything), plain).split('\n');
  expect([lines.length <= 40, lines.filter((line) => line.length > 100)]).toEqual([true, []]);
});

test('every feature is named, whatever its verdict', () => {
  const some = everything.map((clause, index) => (index % 7 === 0 ? { ...clause, verdict: 'fail' as const } : clause));
  const text = renderSummary(sampleReport(some), plain);
  const missing = Array.from({ length: 40 }, (_, index) => `feature-with-name-${index} `).filter((name) => !text.includes(name));
  expect(missing).toEqual([]);
});

test('many defects: three in full, more in short, the rest counted', () => {
  const failures = Array.from({ length: 30 }, (_, index) =>
    sampleFailure(`authn.a.c${index}`, `cause ${index}`, { curl: '', sequence: [] }),
  );
  const text = renderSummary(sampleReport([], { outcome: 'violations', failures }), plain);
  expect([text.match(/expected {2}/g)?.length, text.match(/✗ \d+ {2}/g)?.length, /and .* in reports.*/.exec(text)?.[0]]).toEqual([
    3,
    18,
    'and 12 more defects in reports/r1/report.json',
  ]);
});

test('a long script is one command away', () => {
  const failures = [sampleFailure('authn.a', 'x'), sampleFailure('authn.b', 'y', { curl: 'true\n'.repeat(17) })];
  const text = renderSummary(sampleReport([], { outcome: 'violations', failures }), plain);
  expect(text).toContain(`curl      node -p 'require("./reports/r1/report.json").failures[1].curl' | sh\n`);
});

test('colour adds nothing but colour', () => {
  const colored = renderSummary(mixed, { ...plain, color: true });
  expect([stripVTControlCharacters(colored), colored === stripVTControlCharacters(colored)]).toEqual([renderSummary(mixed, plain), false]);
});

test('the first line says what happened and why', () => {
  const first = (about: Parameters<typeof sampleReport>[1], clauses: readonly ClauseResult[] = []): string | undefined =>
    renderSummary(sampleReport(clauses, about), plain).split('\n')[0];
  const unclear = sampleClause('authn.a', { verdict: 'inconclusive', blame: 'network', reason: 'no answer' });
  expect([
    first({}, [sampleClause('authn.a')]),
    first({ outcome: 'inconclusive', exitCode: 3 }, [unclear]),
    first({ outcome: 'partial', exitCode: 3 }, [sampleClause('authn.a'), unclear]),
    first({ outcome: 'usage', exitCode: 2 }),
    first({ outcome: 'error', exitCode: 4 }, [sampleClause('authn.a', { verdict: 'error', blame: 'harness' })]),
    first({ outcome: 'error', exitCode: 4 }),
    first({ outcome: 'error', exitCode: 4, environment: { harnessErrors: ['a case: broken\n    at stack'] } }),
  ]).toMatchInlineSnapshot(`
    [
      "CONFORMANT  mock: 1 clause judged, none contradicted; exit code 0",
      "INCONCLUSIVE  mock: nothing violated, but 1 claimed clause could not be judged; exit code 3",
      "PARTIAL  the run stopped early: 1 of 2 clauses judged; exit code 3",
      "NOT JUDGED  the configuration is invalid: the target was not judged; exit code 2",
      "HARNESS ERROR  1 clause could not be judged because of a defect in Assay; no statement about the",
      "HARNESS ERROR  Assay itself failed; no statement about the target; exit code 4",
      "HARNESS ERROR  Assay itself failed (a case: broken; report it, with the folder of the run); no",
    ]
  `);
});

test('what failed and did not show again is told with its counts', () => {
  const flake = { clause: 'authn.doors', check: 'shut', expected: '', received: '', exchanges: [], sequence: [], replay: '' };
  const text = renderSummary(
    sampleReport([], {
      flaky: [
        { ...flake, failed: 1, runs: 3 },
        { ...flake, clause: 'authn.gates', failed: 1, runs: 2, because: 'timing' },
      ],
    }),
    plain,
  );
  expect(text.split('\n').find((line) => line.startsWith('flaky'))).toBe(
    'flaky         authn.doors (1 of 3 runs failed), authn.gates (1 of 2 runs failed: timing)',
  );
});

test('steps keep their columns on a narrow terminal', () => {
  const sequence = ['given      a user', `sign-in  200  POST /api/v1/authn {"username":"${'x'.repeat(80)}"}`];
  const failures = [sampleFailure('authn.a', 'cause', { sequence })];
  const text = renderSummary(sampleReport([sampleClause('authn.a')], { outcome: 'violations', failures }), { color: false, width: 80 });
  expect(text.split('\n').filter((line) => /\d\. (given|sign)/.test(line))).toEqual([
    '     sequence    1. given      a user',
    `               ✗ 2. sign-in  200  POST /api/v1/authn {"username":"${'x'.repeat(13)}…`,
  ]);
});

test('a waiver that covers several failures is told once', () => {
  const deviation = {
    ...sampleFailure('authn.a', 'cluster'),
    reason: 'known',
    owner: 'id@acme.test',
    link: 'https://acme.test/1',
    expires: '2030-12-31',
  };
  const report = sampleReport([sampleClause('authn.a', { verdict: 'fail', waived: true })], { waived: [deviation, deviation] });
  const row = '| `authn.a` | 2030-12-31 |';
  expect([
    renderSummary(report, plain)
      .split('\n')
      .find((line) => line.startsWith('waived')),
    renderMarkdown(report).split(row).length - 1,
  ]).toEqual(['waived        2 failures: authn.a until 2030-12-31 (id@acme.test)', 1]);
});

test.each([
  ['services.authentication.credentials.apiToken is missing', '. Add  credentials: { apiToken: { env: … } }'],
  ['services.governance.bindings.errorName is missing', '. Add  bindings: { errorName: /… }'],
  ['services.governance.bindings.listGrants is missing', '. Add  bindings: { listGrants: { … } }, with the keys that assay init drafts'],
  ['services.governance.bindings.readCollection.path is missing', '. Add  bindings: { readCollection: { path: /… } }'],
  ['permissions.mutate does not permit changePassword', '. Add  permissions: { mutate: true }'],
  ["the target's clock cannot be turned (profile key clock)", '. Add  clock: { http: https://… }'],
  ["the target's events cannot be read (profile key events)", '. Add  events: { http: https://… }'],
  ['budget.requests (100) does not suffice for it', '. Add  budget: { requests: … }'],
  [
    "nothing provides 'a user who can sign in' (profile key providerStates)",
    ". Add  an account that providerStates names: assay states 'a user who can sign in'",
  ],
  [
    'each of 3 requests of listGrants was refused (status 403, E0000006): nothing can be told of what was not returned',
    '. Add  credentials: { listGrants: { env: …, operations: [listGrants] } }',
  ],
  [
    'an intermediary before the target may have answered a request of the case itself; direct: true in the profile says so',
    '. Add  direct: true',
  ],
  ['caller trusted needs credentials.apiToken in the profile', '. Add  credentials: { apiToken: { env: … } }'],
  ['the answer was status 503', ''],
])('%s: the edit that changes it', (reason, edit) => {
  expect(editText(reason)).toBe(edit);
});

test('a service of which nothing is claimed is not listed', () => {
  const unclaimed = sampleClause('gov.grants.deleted', {
    verdict: 'skipped',
    blame: 'config',
    reason: 'feature gov.grants is not claimed',
  });
  const text = renderSummary(sampleReport([sampleClause('authn.a.b'), unclaimed]), plain);
  expect([text.includes('authentication'), text.includes('governance'), text.includes('1 not claimed')]).toEqual([true, false, true]);
});

test('the edit stands in summary.md, too', () => {
  const reason = 'services.authentication.credentials.apiToken is missing';
  const report = sampleReport([sampleClause('authn.a.b', { verdict: 'inconclusive', blame: 'config', reason })]);
  expect(renderMarkdown(report)).toContain(`${reason}. Add \`credentials: { apiToken: { env: … } }\``);
});

test('what a limit probe has found stands behind the outcome, in whichever format', () => {
  const observed = (values: Readonly<Record<string, string | number>>): string =>
    outcomeText(
      sampleReport([sampleClause('pam.a')], {
        observations: Object.entries(values).map(([name, value]) => ({ about: `limiter/${name}`, clause: 'pam.limits.numbers', value })),
      }),
    ).why;
  expect([
    observed({ kind: 'token-bucket', limit: 40, period: 8000, confidence: 0.999 }),
    observed({ kind: 'none', confidence: 1 }),
    observed({}),
  ]).toEqual([
    'mock: 1 clause judged, none contradicted; limiter: token-bucket, 40 in 8.0 s (confidence 0.999)',
    'mock: 1 clause judged, none contradicted; limiter: none (confidence 1)',
    'mock: 1 clause judged, none contradicted',
  ]);
});

test('what is judged is counted among what the target claims', () => {
  const unclaimed = sampleClause('authn.b', { verdict: 'skipped', reason: 'feature authn.b is not claimed' });
  const judged = [sampleClause('authn.a'), sampleClause('authn.c', { verdict: 'inconclusive' })];
  expect([judgedOfClaimed(sampleReport(judged)), judgedOfClaimed(sampleReport([...judged, unclaimed]))]).toEqual([
    '1 of 2',
    '1 of 2 claimed',
  ]);
});
