import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../run/package-root.ts';
import { assay, emptyFolder } from './test-kit/assay-process.ts';

/** What a mistake of the user leads to: 2, one message on standard error, nothing on standard output. */
async function complaint(folder: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await assay(folder, ...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  return stderr;
}

function complaintAbout(profile: string): Promise<string> {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'target.yaml'), profile);
  return complaint(folder, 'run', '--target', 'target.yaml');
}

test('the help and the README name the same commands', async () => {
  const { code, stdout } = await assay(emptyFolder(), '--help');
  const readme = readFileSync(join(PACKAGE_ROOT, 'README.md'), 'utf8');
  const inHelp = [...stdout.matchAll(/^ {2}(?!help)([a-z]+)(?: [<[]| {3})/gm)].map(([, name]) => name);
  const inReadme = [...readme.matchAll(/^\| `assay (\w+)[^|]*` \|/gm)].map(([, name]) => name);
  expect({ code, inHelp: new Set(inHelp) }).toEqual({ code: 0, inHelp: new Set(inReadme) });
});

test('an unknown flag, with the one that was meant', async () => {
  expect(await complaint(emptyFolder(), 'run', '--sed', '3')).toBe("error: unknown option '--sed'\n(Did you mean --seed?)\n");
});

test('an unknown command, with the one that was meant', async () => {
  expect(await complaint(emptyFolder(), 'rnu')).toBe(
    "error: unknown command 'rnu'\n(Did you mean run?)\n(assay --help shows what there is)\n",
  );
});

test('a seed that is no number', async () => {
  expect(await complaint(emptyFolder(), 'run', '--seed', 'x')).toBe(
    "error: option '--seed <n>' argument 'x' is invalid. Expected a whole number of at least 0.\n",
  );
});

test('a fault to qualify by that does not exist, before anything is driven', async () => {
  expect(await complaint(emptyFolder(), 'qualify', '--fault', 'nosuch')).toBe(
    "assay: no fault matches 'nosuch': * stays within a part of an id, ** crosses dots, as in 'wire-pam.**'\n",
  );
});

test('an unknown document', async () => {
  expect(await complaint(emptyFolder(), 'run', '--document', 'auth')).toBe(
    'assay: --document auth: there is no such document. Known: privileged-access, authentication, governance\n',
  );
});

test('an unknown feature, with those there are', async () => {
  expect(await complaint(emptyFolder(), 'run', '--feature', 'authn.nope')).toMatch(
    /^assay: --feature authn\.nope: there is no such feature\. Known: pam\.service, .*authn\.primary, .*gov\.events\n$/,
  );
});

test('a clause glob that nothing matches', async () => {
  expect(await complaint(emptyFolder(), 'run', '--clause', 'nope.*')).toBe(
    "assay: no clause matches nope.*. 'assay clauses' lists them all\n",
  );
});

test('an unknown fault', async () => {
  expect(await complaint(emptyFolder(), 'run', '--fault', 'nope')).toMatch(/^assay: unknown fault 'nope'/);
});

test('an unknown fault, with the one that was meant', async () => {
  expect(await complaint(emptyFolder(), 'run', '--fault', 'authn-refused-with-402')).toContain('authn-refused-with-403');
});

test('a folder that is not empty is left alone', async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'out'));
  writeFileSync(join(folder, 'out', 'thesis.txt'), 'mine');
  expect(await complaint(folder, 'run', '--out', 'out')).toBe(
    'assay: --out <folder>/out: expected a new or empty folder, found files in it. Choose another\n',
  );
});

test('a folder that is a file', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'out'), 'mine');
  expect(await complaint(folder, 'run', '--out', 'out')).toMatch(
    /^assay: --out <folder>\/out: expected a new or empty folder, found a file/,
  );
});

test('a profile that is not there', async () => {
  expect(await complaint(emptyFolder(), 'run', '--target', 'nope.yaml')).toBe(
    "assay: --target nope.yaml: there is no such file. 'mock' is the embedded deployment; specs/targets/mock.yaml shows what a profile holds\n",
  );
});

test('a profile that is a folder', async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'target.yaml'));
  expect(await complaint(folder, 'run', '--target', 'target.yaml')).toBe(
    'assay: --target target.yaml: expected a profile, found a folder. Name the file itself, such as target.yaml/target.yaml\n',
  );
});

test('a profile that is no YAML', async () => {
  expect(await complaintAbout('name: x\nservices: {\n')).toBe(
    'assay: target.yaml:3:1  Flow map in block collection must be sufficiently indented and end with a }\n',
  );
});

test('a profile with an unknown key and a value of the wrong type: every finding, with its place', async () => {
  expect(await complaintAbout('name: x\nservices:\n  authentication:\n    baseUri: http://127.0.0.1:1\nbudget: { timeout: 3 }\n')).toBe(
    "assay: target.yaml:4:14  services.authentication  expected one of the keys baseUrl, claims, bindings, credentials, headers, declares, found 'baseUri'. Did you mean 'baseUrl'?\n" +
      'target.yaml:5:20  budget.timeout  expected string, found 3\n',
  );
});

test('a profile that claims, binds and declares what the document does not know', async () => {
  const message = await complaintAbout(
    `name: x\nservices:\n  authentication:\n    baseUrl: http://127.0.0.1:1\n    claims: [authn.nope]\n    bindings: { nopes: x }\n    declares: [{ name: nopest }]\n`,
  );
  const findings = message.trimEnd().split('\n');
  expect(findings.map((line) => [/services\.\S+/.exec(line)?.[0], /found \S+$/.exec(line)?.[0]])).toEqual([
    ['services.authentication.claims.0', 'found authn.nope'],
    ['services.authentication.bindings.nopes', 'found nopes'],
    ['services.authentication.declares.0.name', 'found nopest'],
  ]);
});

test('a service without an address', async () => {
  expect(await complaintAbout('name: x\nservices:\n  authentication: {}\n')).toMatch(
    /target\.yaml.*  services\.authentication\.baseUrl  expected the address of the service, found nothing\. Add baseUrl: https:\/\/…\n$/,
  );
});

test('a credential whose environment variable is not set', async () => {
  const message = await complaintAbout(
    'name: x\nservices:\n  authentication:\n    baseUrl: http://127.0.0.1:1\n    credentials: { apiToken: { env: ACME_TOKEN } }\n',
  );
  expect(message).toMatch(
    /target\.yaml.*  services\.authentication\.credentials\.apiToken\.env  expected the environment variable ACME_TOKEN to be set, found nothing\. Export it before the run\n$/,
  );
});

test('an address that is no URL', async () => {
  expect(await complaintAbout('name: x\nservices:\n  authentication: { baseUrl: "id.example.test" }\n')).toMatch(
    /target\.yaml.*  services\.authentication\.baseUrl  expected .*, found .?id\.example\.test/,
  );
});

test('a profile without a service has nothing to judge', async () => {
  expect(await complaintAbout('name: x\n')).toMatch(/target\.yaml.*  services  expected .*, found (nothing|none)/);
});

test('a budget that is no duration', async () => {
  expect(
    await complaintAbout('name: x\nbudget: { timeout: 3s }\nservices:\n  authentication: { baseUrl: "http://127.0.0.1:1" }\n'),
  ).toMatch(/target\.yaml.*  budget\.timeout  expected an ISO 8601 duration such as PT10M or PT1\.5S, found '3s'\n$/);
});
