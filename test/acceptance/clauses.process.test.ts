import { expect, test } from 'vitest';
import { assay, emptyFolder, startAssay } from '../support/assay-process.ts';

test('a clause is explained: what it says, where, which check judges it, which fault proves the check', async () => {
  expect(await assay(emptyFolder(), 'explain', 'authn.errors.e0000004.status')).toEqual({
    code: 0,
    stdout: `authn.errors.e0000004.status
  E0000004 comes with 401

  document  authentication: Errors, row 1
  status    testable
  feature   authn.errors
  check     error/E0000004
  fault     authn-refused-with-403: a refused sign-in is answered 403
  fault     wire-authn.e0000004.402-instead: E0000004 comes with status 402
`,
    stderr: '',
  });
});

test.each([
  ['the beginning of ids', ['authn.errors.e0000004']],
  ['a beginning with its dot', ['authn.errors.e0000004.']],
  ['a glob', ['authn.errors.e0000004.*']],
  ['several names, each clause once', ['authn.errors.e0000004.status', 'authn.errors.e0000004']],
])('clauses are explained by %s', async (_what, names) => {
  const { code, stdout } = await assay(emptyFolder(), 'explain', ...names);
  expect({ code, ids: stdout.match(/^\S+$/gm) }).toEqual({
    code: 0,
    ids: ['status', 'summary', 'unknown-user', 'step-up'].map((name) => `authn.errors.e0000004.${name}`),
  });
});

test('an unknown clause, with those that were probably meant', async () => {
  expect(await assay(emptyFolder(), 'explain', 'authn.error.e0000004')).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'assay: there is no clause authn.error.e0000004. Did you mean authn.errors.e0000004.status, authn.errors.e0000004.summary, authn.errors.e0000004.step-up?\n',
    errorCode: 'clause-unknown',
  });
});

test('an unknown clause among others leaves them explained', async () => {
  const { code, stdout, stderr } = await assay(emptyFolder(), 'explain', 'authn.errors.e0000004.status', 'authn.error.e0000004');
  expect([code, stdout.match(/^\S+$/gm), stderr]).toEqual([
    2,
    ['authn.errors.e0000004.status'],
    expect.stringMatching(/^assay: there is no clause authn\.error\.e0000004\. Did you mean /),
  ]);
});

test('clauses of one document and status', async () => {
  const { code, stdout, stderr } = await assay(emptyFolder(), 'clauses', '--document', 'authentication', '--status', 'unspecified');
  const lines = stdout.trimEnd().split('\n');
  const clauses = lines.slice(0, -2);
  expect({ code, stderr, last: lines.at(-1), strangers: clauses.filter((line) => !/^authn\.\S+ +unspecified +\S/.test(line)) }).toEqual({
    code: 0,
    stderr: '',
    last: `${clauses.length} clauses: 0 testable, 0 reference-only, 0 informative, ${clauses.length} unspecified`,
    strangers: [],
  });
});

test('all clauses for machines', async () => {
  const folder = emptyFolder();
  const [text, json] = await Promise.all([assay(folder, 'clauses'), assay(folder, 'clauses', '--json')]);
  const clauses: unknown = JSON.parse(json.stdout);
  expect(Array.isArray(clauses) && `${clauses.length} clauses`).toBe(/\d+ clauses(?=: .*\n$)/.exec(text.stdout)?.[0]);
});

test('an unknown status, with those there are', async () => {
  expect(await assay(emptyFolder(), 'clauses', '--status', 'x')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'assay: --status x: expected one of testable, reference-only, informative, unspecified\n',
    errorCode: 'value-unknown',
  });
});

test('a reader that has read enough is no reason to complain', async () => {
  const listing = startAssay(emptyFolder(), 'clauses');
  listing.hangUp('stdout');
  const { stderr } = await listing.ended;
  expect(stderr).toBe('');
});

test('the clause that the help explains is one', async () => {
  const folder = emptyFolder();
  const { stdout } = await assay(folder, '--help');
  const { code } = await assay(folder, 'explain', /assay explain (\S+)/.exec(stdout)?.[1] ?? '');
  expect(code).toBe(0);
});
