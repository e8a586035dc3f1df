import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listeningMock } from '../support/strangers-run.ts';
import { assay, assayAnswering, assayWith, emptyFolder, startAssay } from '../support/assay-process.ts';

test('a profile is written from flags, and can be planned with', async () => {
  const folder = emptyFolder();
  const flags = ['--yes', '--name', 'acme', '--gov', 'https://gov.example.test', '--authn', 'https://id.example.test', '--mutate'];
  expect(await assay(folder, 'init', ...flags, '--provider-states', 'https://s.example.test/_states', '--out', 'acme.yaml')).toEqual({
    code: 0,
    stderr: '',
    stdout:
      'acme.yaml is written.\nExport ACME_GOVERNANCE.\nBind what the documents leave open: the comments list it.\nThen: assay plan --target acme.yaml\n',
  });
  const unset = await assay(folder, 'plan', '--target', 'acme.yaml');
  expect([unset.code, unset.stderr]).toEqual([
    2,
    expect.stringMatching(
      /^assay: acme\.yaml:\d+:\d+ {2}services\.governance\.credentials\.governance\.env {2}expected the environment variable ACME_GOVERNANCE/,
    ),
  ]);
  const { code, stdout } = await assayWith({ ACME_GOVERNANCE: 'token' }, folder, 'plan', '--target', 'acme.yaml');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^acme: \d+ of \d+ clauses can be judged/)]);
});

test('what a service answers to reads without a credential is filled in', async () => {
  const folder = emptyFolder();
  const mock = await listeningMock();
  const flags = ['--yes', '--pam', mock.services['privileged-access'], '--authn', 'http://127.0.0.1:1'];
  const { code, stdout } = await assay(folder, 'init', ...flags, '--survey');
  expect([code, stdout.split('\n').slice(0, 3)]).toEqual([
    0,
    [
      'target.yaml is written.',
      'privileged-access: errorName is /code, listGroups is there',
      expect.stringMatching(/^! authentication: no answer, /),
    ],
  ]);
  expect(readFileSync(join(folder, 'target.yaml'), 'utf8')).toContain('    bindings:\n      errorName: "/code"\n');
  expect((await assay(folder, 'plan', '--target', 'target.yaml')).code).toBe(0);
});

test('a profile is written from answers', async () => {
  const folder = emptyFolder();
  const answers = ['acme', '', 'https://id.example.test', '', '', '', 'accounts.yaml', '', '', 'y', 'n', '', '100', '2'];
  const { code, stdout, stderr } = await assayAnswering(`${answers.join('\n')}\n`, folder, 'init');
  expect([code, stdout, stderr]).toEqual([
    0,
    expect.stringMatching(/^target\.yaml is written\.\n/),
    expect.stringMatching(/^Name of the target \[my-target\]: .*Requests a second \[5\]: $/s),
  ]);
  const text = readFileSync(join(folder, 'target.yaml'), 'utf8');
  expect(text.split('\n').filter((line) => /^(name|.*baseUrl|.*accounts|  mutate|  destroy|  requests|  perSecond)/.test(line))).toEqual([
    'name: acme',
    '    baseUrl: "https://id.example.test"',
    '  - accounts: "accounts.yaml"',
    '  mutate: true',
    '  destroy: false',
    '  requests: 100',
    '  perSecond: 2',
  ]);
});

test('answers that end early write nothing', async () => {
  const folder = emptyFolder();
  const { code, stderr } = await assayAnswering('acme\n', folder, 'init');
  expect([code, existsSync(join(folder, 'target.yaml')), stderr]).toEqual([
    2,
    false,
    expect.stringMatching(/assay: standard input ended before all was answered: give the rest as flags, with --yes\n$/),
  ]);
});

test('a profile that is there is not overwritten', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'target.yaml'), 'mine');
  expect(await assay(folder, 'init', '--yes', '--authn', 'https://id.example.test')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'assay: --out target.yaml: there is something already, and it is not overwritten. Choose another name\n',
    errorCode: 'file-exists',
  });
  expect(readFileSync(join(folder, 'target.yaml'), 'utf8')).toBe('mine');
});

test.each([
  [['--authn', 'id.example.test'], '--authn id.example.test: expected an address such as https://id.example.test'],
  [[], 'a profile needs at least one service: give --pam, --authn or --gov with its base URL'],
  [['--authn', 'https://id.example.test', '--out', 'no/such/folder.yaml'], '--out no/such/folder.yaml: cannot be written: ENOENT'],
])('what cannot be a profile is refused: %j', async (flags, message) => {
  const { code, stdout, stderr } = await assay(emptyFolder(), 'init', '--yes', ...flags);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(`assay: ${message}`)]);
});

test('a profile from flags runs as it is, at its own pace', async () => {
  const folder = emptyFolder();
  const mock = startAssay(folder, 'mock', '--seed', '1');
  const { services, control }: { services: Record<string, string>; control: string } = JSON.parse(
    await mock.said(/\{"services".*\}\}?\n?/),
  );
  const flags = [
    '--yes',
    '--authn',
    services['authentication'] ?? '',
    '--provider-states',
    `${control}/states`,
    '--mutate',
    '--per-second',
    '50',
  ];
  await assay(folder, 'init', ...flags);
  const { code, stdout } = await assay(folder, 'run', '--target', 'target.yaml', '--feature', 'authn.lockout', '--walks', '0', '--json');
  const { outcome, summary }: { outcome: string; summary: { clauses: object } } = JSON.parse(stdout);
  expect({ code, outcome, clauses: summary.clauses }).toEqual({
    code: 0,
    outcome: 'conformant',
    clauses: { testable: 6, referenceOnly: 0, passed: 6, failed: 0, inconclusive: 0, skipped: 0, error: 0 },
  });
  mock.interrupt();
  await mock.ended;
});
