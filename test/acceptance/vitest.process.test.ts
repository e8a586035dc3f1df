import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import { expect, onTestFinished, test } from 'vitest';
import { startMock } from '../../src/mock/kit/start-mock.ts';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { draw } from '../support/draw.ts';
import { assay } from '../support/assay-process.ts';
import { installedProject, VITEST } from '../support/installed-project.ts';
import { profileOf } from '../support/odd-server.ts';
import { reverseProxy } from '../support/reverse-proxy.ts';
import { readReport } from '../support/run-folder.ts';

interface TestOfSuite {
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'skipped' | 'pending';
  readonly ancestorTitles: readonly string[];
  readonly failureMessages: readonly string[];
}

interface SuiteResult {
  readonly code: number | null;
  readonly tests: readonly TestOfSuite[];
  /** what was wrong with the file itself */
  readonly message: string;
  /** what the reporters print */
  readonly printed: string;
}

interface FileResult {
  readonly name: string;
  readonly assertionResults: readonly TestOfSuite[];
  readonly message: string;
}

/** Runs a suite of a user's own. */
async function runSuite(folder: string, text: string, ...args: readonly string[]): Promise<SuiteResult> {
  writeFileSync(join(folder, 'conformance.test.js'), text);
  const { code, printed, files } = await runFiles(folder, ...args);
  return {
    code,
    tests: files.flatMap(({ assertionResults }) => assertionResults),
    message: files.map(({ message }) => message).join('\n'),
    printed,
  };
}

/** Runs all suites of a folder. */
async function runFiles(
  folder: string,
  ...args: readonly string[]
): Promise<Pick<SuiteResult, 'code' | 'printed'> & { readonly files: readonly FileResult[] }> {
  const command = [join(VITEST, 'vitest.mjs'), 'run', '--reporter=json', '--outputFile=results.json', ...args];
  const { code, printed } = await new Promise<Pick<SuiteResult, 'code' | 'printed'>>((resolve) => {
    const child = execFile(process.execPath, command, { cwd: folder, env: { ...process.env, NO_COLOR: '1' } }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, printed: stdout + stderr }),
    );
  });
  const { testResults: files }: { readonly testResults: readonly FileResult[] } = JSON.parse(
    readFileSync(join(folder, 'results.json'), 'utf8'),
  );
  return { code, printed, files };
}

const titlesOf = (tests: readonly TestOfSuite[], status: TestOfSuite['status']): readonly string[] =>
  tests.filter((one) => one.status === status).map(({ title }) => title.split('  ')[0] ?? title);

const CLAUSES = ['authn.errors.e0000004.*', 'authn.transitions.password-*'];

test('a suite of three lines has a test for each clause, and is red where the command is', async () => {
  const folder = installedProject();
  const faults = ['authn-refused-with-other-summary', 'authn-expired-password-accepted'];
  const suite = `import { conformanceSuite } from 'assay/vitest';

conformanceSuite({ target: 'mock', clause: ${JSON.stringify(CLAUSES)}, depth: 'quick', walks: 0, out: 'out', faults: ${JSON.stringify(faults)} });
`;
  const { code, tests } = await runSuite(folder, suite);
  const flags = [...CLAUSES.flatMap((clause) => ['--clause', clause]), ...faults.flatMap((fault) => ['--fault', fault])];
  const typed = await assay(folder, 'run', ...flags, '--out', 'typed');
  const [ours, theirs] = [readReport(join(folder, 'out')).report, readReport(join(folder, 'typed')).report];
  expect([code, typed.code]).toEqual([1, 1]);
  expect(ours.clauses.map(({ id, verdict }) => [id, verdict])).toEqual(theirs.clauses.map(({ id, verdict }) => [id, verdict]));

  const clauses = tests.filter(({ title }) => title.startsWith('authn.'));
  const documented = theirs.clauses.filter(({ basis }) => basis === 'documented');
  const withVerdict = (verdict: string): readonly string[] => documented.filter((one) => one.verdict === verdict).map(({ id }) => id);
  expect(new Set(titlesOf(clauses, 'failed'))).toEqual(new Set(withVerdict('fail')));
  expect(new Set(titlesOf(clauses, 'passed'))).toEqual(new Set(withVerdict('pass')));
  const red = tests.find(({ title }) => title.startsWith('authn.errors.e0000004.summary  '));
  expect(red?.ancestorTitles).toEqual(['conformance of mock', 'Authentication', 'authn.errors']);
  expect(red?.failureMessages.join('\n')).toMatch(
    /^Violation: E0000004 says[^]*\nexpected {2}'Authentication failed', the errorText of E0000004\nreceived {2}'Sign-in was refused'\n[^]*\nreplay {4}assay run (?:--fault \S+ )+--replay \S+\n[^]*\nreport {4}\S+\/out\/report\.html\n +at .*\/conformance\.test\.js:3:1/,
  );
  expect(titlesOf(tests, 'failed')).toContain('password-expired');
});

test('a promise of the profile that is broken is red, where the documents leave it open', async () => {
  const folder = installedProject();
  const own = readFileSync(join(folder, 'node_modules', 'assay', 'specs', 'profiles', 'mock.yaml'), 'utf8');
  writeFileSync(
    join(folder, 'acme.yaml'),
    own.replace('name: made-up-offset, refused: invalid_request, status: [400]', 'name: made-up-offset, status: [200]'),
  );
  const suite = `import { conformanceSuite } from 'assay/vitest';

conformanceSuite({ target: 'acme.yaml', feature: ['pam.pagination'], depth: 'quick', walks: 0, out: 'out' });
`;
  const { code, tests } = await runSuite(folder, suite);
  expect([code, titlesOf(tests, 'failed')]).toEqual([1, ['the promises of the profile']]);
  // Alone it takes the whole run as well, whose folder takes the place of the earlier one.
  const alone = await runSuite(folder, suite, '-t', 'the promises of the profile');
  expect([alone.code, titlesOf(alone.tests, 'failed'), titlesOf(alone.tests, 'passed')]).toEqual([1, ['the promises of the profile'], []]);
});

test('an interrupted run leaves the one before where it is, and the next takes its place', async () => {
  const folder = installedProject();
  const suite = FEW.replace("depth: 'quick',", "depth: 'quick', out: 'out',");
  const startedAt = (): string => readReport(join(folder, 'out')).report.startedAt;
  await runSuite(folder, suite);
  const first = startedAt();
  const child = execFile(process.execPath, [join(VITEST, 'vitest.mjs'), 'run'], { cwd: folder });
  const isUnderWay = (): boolean => readdirSync(join(folder, 'reports')).length > 0;
  while (!isUnderWay()) await new Promise((resolve) => void setTimeout(resolve, 50));
  child.kill('SIGINT');
  await new Promise((resolve) => void child.once('close', resolve));
  const after = startedAt();
  const { code, printed } = await runSuite(folder, suite);
  expect([after, code, printed]).toEqual([first, 1, expect.not.stringContaining('expected a new or empty folder')]);
  expect(startedAt() > first).toBe(true);
});

test('what -t selects is driven, and no more', async () => {
  const folder = installedProject();
  const suite = `import { conformanceSuite } from 'assay/vitest';

conformanceSuite({ target: 'mock', out: 'out' });
`;
  const { code, tests } = await runSuite(folder, suite, '-t', 'authn.transitions.password-expired ');
  const { report } = readReport(join(folder, 'out'));
  expect([code, titlesOf(tests, 'passed'), report.selection]).toEqual([
    0,
    ['authn.transitions.password-expired'],
    { clauses: 'authn.transitions.password-expired' },
  ]);
  expect(report.requests.sent).toBeLessThan(40);
});

/** Red with its fault. */
const FEW = `import { conformanceSuite } from 'assay/vitest';

conformanceSuite({
  target: 'mock',
  clause: ['authn.errors.e0000004.*', 'authn.transitions.password-expired'],
  depth: 'quick',
  faults: ['authn-refused-with-other-summary'],
});
`;

test('--retry takes no verdict again; Allure has labels, steps and exchanges, and GitHub the place of the suite', async () => {
  const folder = installedProject();
  symlinkSync(join(PACKAGE_ROOT, 'node_modules', 'allure-vitest'), join(folder, 'node_modules', 'allure-vitest'));
  const reporters = ['--reporter=allure-vitest/reporter', '--reporter=github-actions'];
  const { code, tests, printed } = await runSuite(folder, FEW, '--retry=2', ...reporters);
  const failed = tests.filter(({ status }) => status === 'failed');
  expect([code, failed.map(({ title, failureMessages }) => [title.split('  ')[0], failureMessages.length])]).toEqual([
    1,
    [['authn.errors.e0000004.summary', 1]],
  ]);
  expect(readdirSync(join(folder, 'reports'))).toHaveLength(1);
  expect(printed.split('\n').filter((line) => line.startsWith('::error '))).toEqual([
    expect.stringMatching(/^::error file=[^,]*\/conformance\.test\.js,title=[^,]*e0000004\.summary[^,]*,line=3,column=1::/),
  ]);

  const fileOf = (name: string): string => readFileSync(join(folder, 'allure-results', name), 'utf8');
  const results = readdirSync(join(folder, 'allure-results')).flatMap((name): readonly TestResult[] =>
    name.endsWith('-result.json') ? [JSON.parse(fileOf(name))] : [],
  );
  const resultOf = (id: string): unknown => {
    const found = results.find(({ name }) => name?.startsWith(`${id} `));
    const labels = found?.labels.filter(({ name }) => ['epic', 'feature', 'story', 'clause'].includes(name)).map(({ value }) => value);
    return { status: found?.status, labels, last: found?.steps.at(-1) };
  };
  const attached = (name: string) => ({ name, source: expect.stringMatching(/-attachment/), type: 'text/plain' });
  const step = { start: expect.any(Number), stop: expect.any(Number), attachments: [attached('request'), attached('response')] };
  const story = 'Errors';
  const labelsOf = (id: string): readonly string[] => ['authentication', 'authn.errors', story, id];
  expect(['authn.errors.e0000004.summary', 'authn.errors.e0000004.status'].map(resultOf)).toEqual([
    {
      status: 'failed',
      labels: labelsOf('authn.errors.e0000004.summary'),
      last: expect.objectContaining({ ...step, name: expect.stringMatching(/^\d+\. authenticate: 401$/), status: 'failed' }),
    },
    {
      status: 'passed',
      labels: labelsOf('authn.errors.e0000004.status'),
      last: expect.objectContaining({ ...step, name: expect.stringMatching(/^\d+\. \w+: 401$/), status: 'passed' }),
    },
  ]);
  const sent = results.flatMap(({ steps }) => steps.flatMap(({ attachments }) => attachments.map(({ source }) => fileOf(source))));
  expect(sent.filter((text) => /^POST http.+\/api\/v1\/authn\n[^]*"password": "~/.test(text))).not.toEqual([]);
  expect(sent.filter((text) => /"password": "[^~]/.test(text))).toEqual([]);
});

test('--bail ends a suite with the first violated clause, and --shard splits the files of suites', async () => {
  const folder = installedProject();
  writeFileSync(join(folder, 'second.test.js'), FEW.replace(/\[.*password-expired'\]/, "['authn.transitions.mfa-required']"));
  const shards = [await runSuite(folder, FEW, '--bail=1', '--shard=1/2'), await runSuite(folder, FEW, '--bail=1', '--shard=2/2')];
  const ofClauses = ({ code, tests }: SuiteResult): unknown => {
    const titles = (status: TestOfSuite['status']): readonly string[] =>
      titlesOf(tests, status).filter((title) => title.startsWith('authn.'));
    return { code, passed: titles('passed'), failed: titles('failed') };
  };
  expect(shards.map(ofClauses)).toEqual(
    expect.arrayContaining([
      {
        code: 1,
        passed: ['authn.transitions.password-expired', 'authn.errors.e0000004.status'],
        failed: ['authn.errors.e0000004.summary'],
      },
      { code: 0, passed: ['authn.transitions.mfa-required'], failed: [] },
    ]),
  );
});

test('a clause that cannot be judged is red with strict: true, and skipped without; both say why', async () => {
  const folder = installedProject();
  const own = readFileSync(join(folder, 'node_modules', 'assay', 'specs', 'profiles', 'mock.yaml'), 'utf8');
  writeFileSync(join(folder, 'acme.yaml'), own.replace(/^ +deleteGroup: .*\n/m, ''));
  const clauses = "clause: ['pam.resources.group.deleted-at', 'pam.resources.group.id'], depth: 'quick'";
  const suite = `import { conformanceSuite } from 'assay/vitest';

conformanceSuite({ target: 'acme.yaml', ${clauses} });
conformanceSuite({ target: 'acme.yaml', ${clauses}, strict: true });
`;
  const { code, tests } = await runSuite(folder, suite);
  const about = tests.filter(({ title }) => title.startsWith('pam.resources.group.deleted-at  '));
  const why = expect.stringMatching(/^Error: inconclusive \(config\): services\.privileged-access\.bindings\.deleteGroup is missing/);
  expect([code, about.map(({ status, failureMessages }) => [status, failureMessages])]).toEqual([
    1,
    [
      ['skipped', []],
      ['failed', [why]],
    ],
  ]);
});

test('random walks are a property test of each document, red with the shrunk walk and the seed and path that replay it', async () => {
  const folder = installedProject();
  const suiteWith = (walks: string): string => `import { conformanceSuite } from 'assay/vitest';

conformanceSuite({ target: 'mock', clause: ['gov.request-type.un-publish'], faults: ['gov-un-publish-not-kept'], depth: 'quick', ${walks} });
`;
  const { code, tests } = await runSuite(folder, suiteWith('seed: 2, propertyWalks: 40'), '-t', 'random walks');
  const [walks, ...others] = tests.filter(({ status }) => status === 'failed');
  expect([code, walks?.ancestorTitles, walks?.title, others]).toEqual([1, ['random walks over mock'], 'Governance', []]);
  const said = walks?.failureMessages.join('\n') ?? '';
  const [, parameters = ''] = /(\{ seed: 2, path: "[\d:]+", endOnFailure: true \})[^]*gov\.request-type\.un-publish/.exec(said) ?? [];
  expect(said).toMatch(/^Error: Property failed after \d+ tests\n/);

  const replayed = await runSuite(folder, suiteWith(`seed: 2, propertyWalks: ${parameters}`), '-t', 'random walks');
  const counterexampleOf = (message: string): string | undefined => /^Counterexample: .+$/m.exec(message)?.[0];
  const again = replayed.tests.find(({ status }) => status === 'failed')?.failureMessages.join('\n') ?? '';
  expect(again).toMatch(/^Error: Property failed after 1 tests\n/);
  expect(counterexampleOf(again)).toBe(counterexampleOf(said) ?? 'none');
});

const MISTAKES: readonly (readonly [string, string, RegExp])[] = [
  ['no target', 'conformanceSuite({});', /conformanceSuite: expected a target, found none/],
  [
    'an option that there is not',
    "conformanceSuite({ target: 'mock', documents: ['x'] });",
    /there is no option 'documents'.*Did you mean 'document'/,
  ],
  ['a profile that there is not', "conformanceSuite({ target: 'nope.yaml' });", /target nope\.yaml: there is no such file/],
  [
    'walks that are no number',
    "conformanceSuite({ target: 'mock', propertyWalks: { paht: '1:0' } });",
    /propertyWalks: there is no option 'paht'\. Known: numRuns, seed, path, endOnFailure\. Did you mean 'path'\?/,
  ],
  [
    'a depth that there is not',
    "conformanceSuite({ target: 'mock', depth: 'deep' });",
    /depth: expected quick, standard, thorough, found "deep"/,
  ],
  ['a clause that there is not', "conformanceSuite({ target: 'mock', clause: ['nope.*'] });", /no clause matches nope\.\*/],
];

test('with a mistake in its options a suite is red, not empty', async () => {
  const folder = installedProject();
  for (const [what, call] of MISTAKES)
    writeFileSync(join(folder, `${what}.test.js`), `import { conformanceSuite } from 'assay/vitest';\n\n${call}\n`);
  const { code, files } = await runFiles(folder, '--maxWorkers=1', '--no-isolate');
  const suites = files.map(({ name, assertionResults, message }) => [basename(name, '.test.js'), assertionResults, message] as const);
  expect([code, suites.toSorted(([a], [b]) => (a < b ? -1 : 1))]).toEqual([
    1,
    MISTAKES.map(([what, , says]) => [what, [], expect.stringMatching(says)]).toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  ]);
});

const STALE = `waivers:
  - { clause: authn.errors.e0000004.summary, reason: another text, owner: qa, link: 'https://issues.example.test/1', expires: '2999-12-31' }
`;

const FAKED = [
  ['beforeAll', 'requests'],
  ['beforeEach', 'walks'],
] as const;

test.each(draw(1, FAKED))('fake timers that a %s has turned on are named, and %s do not hang', async (hook) => {
  const suite = `import { ${hook}, vi } from 'vitest';
import { conformanceSuite } from 'assay/vitest';

${hook}(() => { vi.useFakeTimers(); });
conformanceSuite({ target: 'mock', clause: ['authn.errors.e0000004.summary'], depth: 'quick', walks: 0, propertyWalks: 1 });
`;
  const { code, tests } = await runSuite(installedProject(), suite);
  const red = tests.find(({ failureMessages }) => failureMessages.length > 0);
  expect([code, red?.failureMessages.join('\n')]).toEqual([
    1,
    expect.stringMatching(/fake timers are on[^]+vi\.useRealTimers\(\)[^]+conformance\.test\.js:5:1/),
  ]);
});

test('what skipped and green tests would hide is red: nothing claimed, a waiver of nothing, a run that ended early', async () => {
  const folder = installedProject();
  const own = readFileSync(join(folder, 'node_modules', 'assay', 'specs', 'profiles', 'mock.yaml'), 'utf8');
  writeFileSync(join(folder, 'waivers.yaml'), STALE);
  writeFileSync(join(folder, 'waiving.yaml'), `${own}waivers: waivers.yaml\n`);
  writeFileSync(join(folder, 'other.yaml'), "name: other\nservices: { authentication: { baseUrl: 'http://127.0.0.1:1' } }\n");
  const errors = "clause: ['authn.errors.e0000004.*'], depth: 'quick', walks: 0";
  const suite = `import { conformanceSuite } from 'assay/vitest';

conformanceSuite({ target: 'other.yaml', document: ['governance'] });
conformanceSuite({ target: 'waiving.yaml', ${errors} });
conformanceSuite({ target: 'mock', ${errors}, signal: AbortSignal.abort() });
`;
  const { code, tests } = await runSuite(folder, suite);
  const failed = tests.filter(({ status }) => status === 'failed');
  expect([code, failed.map(({ title, failureMessages: [message = ''] }) => [title, message.split('\n')[0]])]).toEqual([
    1,
    [
      [
        'the promises of the profile',
        'RunError: other: nothing was judged (only documents governance): none of the selected clauses is one that the profile claims',
      ],
      [
        'the promises of the profile',
        expect.stringMatching(/^RunError: waivers\.yaml:2:\d+ {2}the waiver of authn\.errors\.e0000004\.summary is stale/),
      ],
      ['the promises of the profile', expect.stringMatching(/^RunError: /)],
    ],
  ]);
});

test('a target that stops answering turns the suite red, though clauses were judged before', async () => {
  const folder = installedProject();
  const mock = await startMock();
  onTestFinished(() => mock.close());
  const target = profileOf(
    folder,
    await reverseProxy(mock.services.authentication, 60),
    `providerStates: [{ http: '${mock.control}/states' }]\nclock: { http: '${mock.control}/clock' }\npermissions: { mutate: true, destroy: true, exhaustRateLimit: true }\n`,
  );
  const suite = `import { conformanceSuite } from 'assay/vitest';

conformanceSuite({ target: '${target}', feature: ['authn.primary', 'authn.errors'], depth: 'quick', walks: 0 });
`;
  const { code, tests } = await runSuite(folder, suite);
  const failed = tests.filter(({ status }) => status === 'failed').map(({ title, failureMessages }) => [title, failureMessages.join()]);
  expect([code, titlesOf(tests, 'passed').length > 0, failed]).toEqual([
    1,
    true,
    [
      [
        'the promises of the profile',
        expect.stringMatching(/^RunError: \d+ clauses could not be judged, authn\.\S+ among them: .*no response: /),
      ],
    ],
  ]);
});

test('a waiver of the profile, and a clause that the suite leaves out, turn no random walk red', async () => {
  const folder = installedProject();
  const own = readFileSync(join(folder, 'node_modules', 'assay', 'specs', 'profiles', 'mock.yaml'), 'utf8');
  writeFileSync(join(folder, 'waivers.yaml'), STALE);
  writeFileSync(join(folder, 'waiving.yaml'), `${own}waivers: waivers.yaml\n`);
  const suiteOf = (target: string, more: string): string =>
    `conformanceSuite({ target: '${target}', document: ['authentication'], faults: ['authn-refused-with-other-summary'], ${more}, propertyWalks: 30 });\n`;
  const suite = [
    "import { conformanceSuite } from 'assay/vitest';\n",
    suiteOf('mock', 'seed: 1'),
    suiteOf('waiving.yaml', 'seed: 1'),
    suiteOf('mock', "seed: 1, exclude: ['authn.errors.e0000004.summary']"),
  ].join('\n');
  const { tests } = await runSuite(folder, suite, '-t', 'random walks');
  expect(tests.filter(({ title }) => title === 'Authentication').map(({ status }) => status)).toEqual(['failed', 'passed', 'passed']);
});

test('a fault that there is not, and a target of which nothing can be judged: the suite is red, and says what to do', async () => {
  const folder = installedProject();
  writeFileSync(join(folder, 'acme.yaml'), "name: acme\nservices: { governance: { baseUrl: 'http://127.0.0.1:1' } }\n");
  const suite = `import { conformanceSuite } from 'assay/vitest';

conformanceSuite({ target: 'mock', clause: ['authn.errors.e0000004.*'], faults: ['nope'] });
conformanceSuite({ target: 'acme.yaml' });
`;
  const { code, tests, printed } = await runSuite(folder, suite, '--reporter=default');
  const failed = tests.filter(({ status }) => status === 'failed').map(({ title, failureMessages }) => [title, failureMessages.join()]);
  expect({ code, passed: titlesOf(tests, 'passed'), failed, printed }).toEqual({
    code: 1,
    passed: [],
    failed: [['the promises of the profile', expect.stringMatching(/none of \d+ clauses could be judged \(\w[\w-]+\): \w/)]],
    printed: expect.stringMatching(/unknown fault 'nope'\. 'assay faults'.* lists all/),
  });
});

test.each<[string, string | undefined, RegExp]>([
  ['without vitest', undefined, /^assay\/vitest: vitest cannot be loaded: .*Install it: npm install --save-dev vitest\n$/],
  [
    'with an old vitest',
    '4.0.18',
    /^assay\/vitest: expected vitest 4\.1 or newer, found 4\.0\.18\. Install it: npm install --save-dev vitest@latest\n$/,
  ],
])('%s, assay/vitest says what to install', async (_, version, says) => {
  const folder = installedProject(false);
  if (version !== undefined) {
    const other = join(folder, 'node_modules', 'vitest');
    mkdirSync(other);
    writeFileSync(
      join(other, 'package.json'),
      JSON.stringify({ name: 'vitest', version, type: 'module', exports: { '.': './index.js', './package.json': './package.json' } }),
    );
    writeFileSync(join(other, 'index.js'), '');
  }
  const said = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      ['--eval', "import('assay/vitest').catch(({ message }) => console.log(message))"],
      { cwd: folder },
      (_error, stdout) => resolve(stdout),
    );
  });
  expect(said).toMatch(says);
});
