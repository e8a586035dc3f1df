import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { assay, emptyFolder } from '../support/assay-process.ts';
import { PAGES } from '../../src/cli/help.ts';
import { textOfPage } from '../support/pages.ts';
import { readReport } from '../support/run-folder.ts';

const exec = promisify(execFile);
const TSC = join(PACKAGE_ROOT, 'node_modules', '.bin', 'tsc');

/** A program of a user, which says what it has found as JSON. */
const CONSUMER = `
import { judge, loadProfile, readTrace, RunError, startMock } from 'assay';
import type { ClauseVerdict, Finding, Judgement, MockOptions, Profile, TraceEvent } from 'assay';

declare const fetch: (url: string, init: { readonly method: string }) => Promise<{ readonly status: number }>;
declare const console: { log(text: string): void };
declare const process: { readonly argv: readonly string[] };
const [run = ''] = process.argv.slice(2);

const options: MockOptions = { faults: ['authn-refused-with-other-summary'] };
const mock = await startMock(options);
const profile: Profile = loadProfile('mock', { mock });
const answer: { readonly status: number } = await fetch(\`\${profile.services.authentication?.baseUrl ?? ''}/api/v1/authn\`, { method: 'POST' });
await mock.close();

const judgement: Judgement = judge(run);
const failed: readonly ClauseVerdict[] = judgement.clauses.filter(({ verdict }) => verdict === 'fail');
const findings: readonly Finding[] = judgement.findings.filter(({ verdict }) => verdict === 'fail');

const events: readonly TraceEvent[] = readTrace(\`\${run}/trace.ndjson\`).events;
const again = judge(events, { profile, selection: { documents: ['authentication'] } });
const refused = (() => {
  try {
    return judge([]);
  } catch (error) {
    return error instanceof RunError ? error.message : error;
  }
})();

console.log(
  JSON.stringify({
    status: answer.status,
    failed: failed.map(({ clause, basis, blame }) => [clause.document, clause.id, basis, blame]),
    findings: findings.map(({ check, expected, received }) => [check, expected, received]),
    again: again.clauses.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause.id),
    refused,
  }),
);
`;

/** The examples of the library's functions, by name. */
function examplesOf(source: string): ReadonlyMap<string, string> {
  const examples = source.matchAll(/^ \* @example\n((?: \* (?!@).*\n)+) \*\/\nexport (?:async )?function (\w+)/gm);
  return new Map([...examples].map(([, text = '', name = '']) => [name, `{\n${text.replaceAll(/^ \* /gm, '')}}\n`]));
}

const ACME = 'name: acme\nservices:\n  authentication: { baseUrl: "http://127.0.0.1:9" }\n';

/** The runs and files that the examples name. */
async function prepareExamples(folder: string): Promise<void> {
  const flags = ['run', '--clause', 'authn.resources.user.*', '--out'];
  await Promise.all([
    assay(folder, ...flags, 'reports/monday'),
    ...['1', '2'].map((part) => assay(folder, ...flags, `shard-${part}`, '--shard', `${part}/2`)),
  ]);
  for (const run of ['reports/tuesday', 'reports/last-night', 'reports/killed', 'reports/acme', 'acme'])
    cpSync(join(folder, 'reports/monday'), join(folder, run), { recursive: true });
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(join(folder, 'key.pub.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
  writeFileSync(join(folder, 'session.har'), JSON.stringify({ log: { version: '1.2', creator: { name: '', version: '' }, entries: [] } }));
  writeFileSync(join(folder, 'acme.yaml'), ACME);
}

/** The program that the page of the mock shows. */
function example(): string {
  const [, program = ''] = /^```ts\n(import .*? from 'assay';\n.*?)^```$/ms.exec(textOfPage(`${PAGES}/develop-against-the-mock.md`)) ?? [];
  return program;
}

/** The consumer's folder, with the installed package and nothing else: no types of Node either. */
function consumer(): string {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(inject('installation').folder, 'node_modules', 'assay'), join(folder, 'node_modules', 'assay'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  writeFileSync(join(folder, 'consumer.ts'), CONSUMER);
  writeFileSync(join(folder, 'example.ts'), example());
  return folder;
}

/** Strictly, the declarations of the package too. */
const STRICTLY = [
  '--strict',
  '--exactOptionalPropertyTypes',
  '--noUncheckedIndexedAccess',
  '--skipLibCheck',
  'false',
  '--target',
  'es2023',
];

test('a strict consumer compiles by the rules of Node and of bundlers, and runs', async () => {
  const folder = consumer();
  const flags = ['--clause', 'authn.errors.e0000004.*', '--fault', 'authn-refused-with-other-summary'];
  await assay(folder, 'run', ...flags, '--out', 'run');
  expect(example()).toContain('judge(');
  const { failures } = readReport(join(folder, 'run')).report;
  const expected = {
    status: 400,
    failed: [['authentication', 'authn.errors.e0000004.summary', 'documented', 'target']],
    findings: expect.arrayContaining(failures.map(({ check, expected, received }) => [check, expected, received])),
    again: ['authn.errors.e0000004.summary'],
    refused:
      "judge: expected the events to begin with one of type 'run' that holds the profile of the target, found none. " +
      'Pass the profile: judge(events, { profile })',
  };
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const) {
    const args = ['--module', module, '--moduleResolution', resolution, '--types', '', ...STRICTLY, 'consumer.ts', 'example.ts'];
    const compiled = await exec(TSC, args, { cwd: folder }).catch(({ stdout }: { readonly stdout: string }) => ({ stdout }));
    expect({ resolution, mistakes: compiled.stdout }).toEqual({ resolution, mistakes: '' });
    const { stdout } = await exec('node', ['consumer.js', 'run'], { cwd: folder });
    expect({ resolution, found: JSON.parse(stdout) }).toEqual({ resolution, found: expected });
  }
});

test('the example of each function compiles and runs', async () => {
  const folder = consumer();
  const examples = examplesOf(readFileSync(join(PACKAGE_ROOT, 'src', 'index.ts'), 'utf8'));
  const names = [...examples.keys()];
  expect(names).toEqual([
    'loadProfile',
    'judge',
    'judgeTraffic',
    'judgeExchange',
    'conformance',
    'run',
    'plan',
    'report',
    'merge',
    'diff',
    'certify',
    'verify',
    'qualify',
  ]);
  // Its own tests try faults, which takes long.
  const quick = [...examples].flatMap(([name, text]) => (name === 'qualify' ? [] : [text]));
  for (const [file, blocks] of [
    ['all.ts', [...examples.values()]],
    ['quick.ts', quick],
  ] as const)
    writeFileSync(
      join(folder, file),
      `import { startMock, ${names.join(', ')} } from 'assay';\n\ndeclare const console: { log(...told: readonly unknown[]): void };\n${blocks.join('')}`,
    );
  await prepareExamples(folder);
  const args = ['--module', 'nodenext', '--moduleResolution', 'nodenext', '--types', '', ...STRICTLY, 'all.ts', 'quick.ts'];
  const compiled = await exec(TSC, args, { cwd: folder }).catch(({ stdout }: { readonly stdout: string }) => ({ stdout }));
  expect(compiled.stdout).toBe('');
  const { stderr } = await exec('node', ['quick.js'], { cwd: folder });
  expect(stderr).toBe('');
});

test('a program that is given as text can start a run', async () => {
  const folder = consumer();
  const script = `import { run } from 'assay';
const { report } = await run({ clause: ['authn.errors.e0000004.summary'], depth: 'quick', out: 'out' });
console.log(report.outcome);`;
  const { stdout } = await exec('node', ['--input-type=module', '--eval', script], { cwd: folder });
  expect(stdout).toBe('conformant\n');
});

test('a profile that is about the embedded deployment says that it needs one', async () => {
  const folder = consumer();
  const script = "import { loadProfile } from 'assay'; try { loadProfile('mock') } catch ({ message }) { console.log(message) }";
  const { stdout } = await exec('node', ['--input-type=module', '--eval', script], { cwd: folder });
  expect(stdout).toMatch(
    /^\S*\/specs\/profiles\/mock\.yaml: it is about the embedded deployment: start it and pass it on, loadProfile\('mock', \{ mock: await startMock\(\) \}\)\n$/,
  );
});
