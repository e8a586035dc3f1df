import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { assayWith, atStandardDepth, emptyFolder } from '../support/assay-process.ts';
import { hasNginx, nginxBefore, reverseProxy } from '../support/reverse-proxy.ts';
import { readReport } from '../support/run-folder.ts';
import { knownSecrets } from '../reference-server/marks.ts';
import { startSecondDeployment } from '../reference-server/start.ts';
import type { SecondDeployment } from '../reference-server/start.ts';
import { cases } from '../support/draw.ts';

// In all places of its families where all cases are taken; CI drives them on the embedded mock.
if (cases(1, 0) === 1) atStandardDepth();

const PROFILE = join(PACKAGE_ROOT, 'test', 'reference-server', 'profile.yaml');

let second: SecondDeployment;

beforeAll(async () => {
  second = await startSecondDeployment();
  return () => second.close();
});

test('a deployment that is unlike the mock conforms, by its profile alone, and tells no secret', async () => {
  const folder = emptyFolder();
  const out = join(folder, 'out');
  const { code, stdout, stderr } = await assayWith(second.environment, folder, 'run', '--target', PROFILE, '--walks', '10', '--out', 'out');
  const { report, findings } = readReport(out);
  const { testable, referenceOnly, passed } = report.summary.clauses;
  const { documented, exercised, passed: taken } = report.summary.transitions;
  expect({
    code,
    outcome: report.outcome,
    findings,
    open: report.clauses.filter(({ verdict }) => verdict !== 'pass' && verdict !== null),
    passed,
    transitions: { exercised, taken },
    leftovers: report.leftovers,
  }).toEqual({
    code: 0,
    outcome: 'conformant',
    findings: [],
    open: [],
    passed: testable + referenceOnly,
    transitions: { exercised: documented, taken: documented },
    leftovers: [],
  });
  const told = [stdout, stderr, ...filesIn(out).map((file) => readFileSync(file, 'utf8'))];
  expect({ some: knownSecrets().size > cases(500, 100), told: told.flatMap(secretsIn) }).toEqual({ some: true, told: [] });
});

/** What each does with a request that its client breaks off: Node's answers it with an error of its own, nginx does not answer. */
const PROXIES: readonly (readonly [string, typeof reverseProxy, readonly string[]])[] = [
  ['Node', reverseProxy, ['pam.errors.named', 'pam.limits.headers-every-response']],
  ...(hasNginx() ? [['nginx', nginxBefore, []] as const] : []),
];

/** The one that says what a client and the server are to each other. */
const ITS_DOCUMENT = ['--document', 'privileged-access', '--depth', 'quick', '--walks', '0'];

test.each(PROXIES)(
  'behind a reverse proxy of %s, what only a direct connection shows is left to the network',
  async (_of, proxy, answered) => {
    const { environment, close } = await startSecondDeployment(proxy);
    onTestFinished(close);
    const folder = emptyFolder();
    writeFileSync(join(folder, 'target.yaml'), readFileSync(PROFILE, 'utf8').replace('direct: true', 'direct: false'));
    const { code } = await assayWith(environment, folder, 'run', '--target', 'target.yaml', '--out', 'out', ...ITS_DOCUMENT);
    const { report } = readReport(join(folder, 'out'));
    const open = report.clauses.filter(({ verdict }) => verdict !== 'pass' && verdict !== null);
    expect({ code, failed: report.failures, open: open.map(({ id, verdict, blame }) => `${id}: ${verdict} ${blame}`).toSorted() }).toEqual({
      code: 3,
      failed: [],
      open: [
        'pam.errors.client-closed-connection: skipped target',
        'pam.errors.client-closed-connection-condition: inconclusive network',
        'pam.errors.client-closed-connection-retry: inconclusive network',
        ...answered.map((id) => `${id}: inconclusive network`),
      ].toSorted(),
    });
  },
);

test('a promise that the deployment does not keep is a violation, by what the profile declares', async () => {
  const folder = emptyFolder();
  const lies = readFileSync(PROFILE, 'utf8').replace(
    '{ name: skip-from-password-warn, to: MFA_ENROLL }',
    '{ name: skip-from-password-warn, to: SUCCESS }',
  );
  writeFileSync(join(folder, 'lies.yaml'), lies);
  const { code } = await assayWith(
    second.environment,
    folder,
    'run',
    '--target',
    'lies.yaml',
    '--out',
    'out',
    '--clause',
    'authn.transitions.skip',
    '--depth',
    'quick',
    '--walks',
    '0',
  );
  const { report } = readReport(join(folder, 'out'));
  expect({ code, failed: report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id, basis }) => [id, basis]) }).toEqual({
    code: 1,
    failed: [['authn.transitions.skip', 'declared']],
  });
});

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** So much of a secret's end is looked for: all of them differ there. */
const END = 12;

/** The secrets that a text holds, as they are, JSON-escaped, or encoded for a URL or a form. */
function secretsIn(text: string): readonly string[] {
  // An encoded end is longer, and how it ends may be how a page's cursor ends.
  const forms = new Map<string, { readonly secret: string; readonly form: string }[]>();
  for (const secret of knownSecrets())
    for (const form of encodings(secret.slice(-END)))
      forms.set(form.slice(-END), [...(forms.get(form.slice(-END)) ?? []), { secret, form }]);
  const found = new Set<string>();
  for (let at = END; at <= text.length; at++)
    for (const { secret, form } of forms.get(text.slice(at - END, at)) ?? []) if (text.endsWith(form, at)) found.add(secret);
  return [...found];
}

function encodings(text: string): readonly string[] {
  return [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text), new URLSearchParams({ a: text }).toString().slice(2)];
}
