import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { assay, atStandardDepth, emptyFolder } from '../support/assay-process.ts';
import type { Ended } from '../support/assay-process.ts';
import { inBash } from '../support/bash.ts';
import { blocksOf, otherwise, shellOf, textOfPage } from '../support/pages.ts';
import { readEvents, readReport } from '../support/run-folder.ts';

atStandardDepth();

const keys = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** What is driven as a whole, once for all that is said of it. */
const place = mkdtempSync(join(tmpdir(), 'assay-whole-'));
let whole: Promise<Ended> | undefined;
const wholeRun = (): Promise<Ended> => (whole ??= assay(place, 'run', '--walks', '3', '--out', 'whole'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const PAGE = 'docs/get-certified.md';
/** Keys, which every machine can be given here, and the run, which is there. */
const PREPARES = /^(openssl|assay run) /;

/** The last lines of a verification: what each part of it proves. */
const PROVES = ['the signature proves', 're-judging proves', 'neither proves'].map((what) => `${what} +\\S.*`);

const KEY = 'key id {2}[0-9a-f]{64}';

/** What the commands of the page say. */
const SAID: readonly (readonly string[])[] = [
  [
    'CERTIFIED {2}mock: \\d+ clauses hold \\(\\d+ of the documents, \\d+ declared by the profile\\), 0 waived; \\d+ files signed',
    'key id {7}[0-9a-f]{64}',
    'certificate {2}\\S+/acme/certificate\\.json',
  ],
  ['VERIFIED {2}acme: \\d+ files, \\d+ of them made again, \\d+ clauses judged again; identity checked; exit code 0', KEY, ...PROVES],
  [
    'PARTLY VERIFIED {2}acme: .* identity not checked; exit code 3',
    KEY,
    '\\? not checked: identity: pass --key with the public key of whom you trust',
    ...PROVES,
  ],
];

/** An empty folder with keys of all kinds in it. */
function keyring(): string {
  const folder = emptyFolder();
  const pem = (key: KeyObject): string => key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString();
  const files = {
    'key.pem': pem(keys.privateKey),
    'key.pub.pem': pem(keys.publicKey),
    'stranger.pub.pem': pem(stranger.publicKey),
    'rsa.pem': pem(rsa.privateKey),
    'garbage.pem': 'garbage',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('the embedded mock conforms, and the run leaves its evidence', async () => {
  const { code, stdout } = await wholeRun();
  const out = join(place, 'whole');
  const { report, findings } = readReport(out);
  const { testable, referenceOnly, passed } = report.summary.clauses;
  const { documented, exercised } = report.summary.transitions;
  expect({
    code,
    findings,
    outcome: report.outcome,
    failed: report.failures.map(({ clause }) => clause),
    passed,
    exercised,
    files: readdirSync(out).toSorted(),
  }).toEqual({
    code: 0,
    findings: [],
    outcome: 'conformant',
    failed: [],
    passed: testable + referenceOnly,
    exercised: documented,
    files: ['allure-results', 'annotations.txt', 'junit.xml', 'report.html', 'report.json', 'run.lock.json', 'summary.md', 'trace.ndjson'],
  });
  expect(stdout).toMatch(/^CONFORMANT {2}mock: \d+ clauses judged, none contradicted; exit code 0\n/);
  expect(/^report +(.+)$/m.exec(stdout)?.[1]).toBe('<folder>/whole/report.html');
  const judged = report.clauses.filter(({ verdict }) => verdict !== null).length;
  expect(/<testsuites .*?tests="\d+" failures="\d+" errors="\d+"/.exec(readFileSync(join(out, 'junit.xml'), 'utf8'))?.[0]).toBe(
    `<testsuites name="assay" tests="${judged}" failures="0" errors="0"`,
  );
  const events = readEvents(out);
  const numbers = events.flatMap((event) => (event.type === 'exchange' ? [event.seq] : []));
  expect({ exchanges: numbers.length, numbers: new Set(numbers).size }).toEqual({
    exchanges: report.requests.sent,
    numbers: report.requests.sent,
  });
  expect(events.at(-1)).toEqual({ type: 'end', at: expect.any(String), how: 'completed', events: expect.any(Number) });
});

test('as its page says, a run is certified, and verified by a stranger; whatever is changed is found', async () => {
  await wholeRun();
  const folder = keyring();
  cpSync(join(place, 'whole'), join(folder, 'acme'), { recursive: true });
  const linesOf = async (...args: readonly string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await assay(folder, ...args);
    return [code, ...(stdout + stderr).trimEnd().split('\n')];
  };
  const copy = (name: string): string => {
    rmSync(join(folder, name), { recursive: true, force: true });
    cpSync(join(folder, 'acme'), join(folder, name), { recursive: true });
    return name;
  };
  const edit = (run: string, file: string, change: (text: string) => string): void => {
    const path = join(folder, run, file);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  };

  // The folder cannot take another byte: nothing is left behind, and the run can still be certified.
  const command = join(inject('installation').folder, 'node_modules', '.bin', 'assay');
  const full = `trap '' XFSZ; ulimit -f 1; '${command}' certify acme --key key.pem 2>&1 || echo "code $?"`;
  const refused = execFileSync('bash', ['-c', full], { cwd: folder, encoding: 'utf8' });
  expect(refused).toMatch(/^assay: \S+: cannot be written: EFBIG.*TMPDIR\n\[disk\]\ncode 4\n$/);
  expect(existsSync(join(folder, 'acme', 'certificate.json'))).toBe(false);

  const commands = shellOf(blocksOf(textOfPage(PAGE))).filter(({ typed }) => !PREPARES.test(typed));
  const { codes, said } = await inBash(
    folder,
    commands.map(({ typed }) => typed),
  );
  expect({ otherwise: otherwise(commands, codes), said }).toEqual({ otherwise: [], said });
  for (const lines of SAID) expect(said).toMatch(new RegExp(`^${lines.join('\\n')}$`, 'm'));
  expect(JSON.parse(readFileSync(join(folder, 'predicate.json'), 'utf8')).result).toBe('PASSED');
  const signed = readFileSync(join(folder, 'acme', 'certificate.json'));
  expect(await linesOf('certify', 'acme', '--key', 'key.pem')).toEqual([
    2,
    "assay: <folder>/acme: it has a certificate.json already, which is not overwritten. 'assay verify <folder>/acme' checks it",
  ]);
  expect(readFileSync(join(folder, 'acme', 'certificate.json'))).toEqual(signed);

  /** The flaws of a run as the right key shows them. */
  const flaws = async (run: string, key = 'key.pub.pem'): Promise<unknown> => {
    const answer = await assay(folder, 'verify', run, '--key', key, '--json');
    const { flaws: found } = JSON.parse(answer.stdout);
    return [answer.code, ...found.map(({ file, what }: { readonly file: string; readonly what: string }) => `${file}: ${what}`)];
  };
  expect(await flaws('acme', 'stranger.pub.pem')).toEqual([
    1,
    expect.stringMatching(/^certificate\.json: it is signed with the key [0-9a-f]{64}, not with/),
  ]);
  edit(copy('changed'), 'summary.md', (text) => text.replace('mock', 'acme'));
  edit('changed', 'trace.ndjson', (text) => text.slice(0, -20));
  expect(await flaws('changed')).toEqual([
    1,
    'summary.md: it was changed after it was signed',
    'trace.ndjson: it was changed after it was signed',
  ]);
  edit(copy('twice'), 'certificate.json', (text) => {
    const envelope = JSON.parse(text);
    return JSON.stringify({ ...envelope, signatures: [...envelope.signatures, ...envelope.signatures] });
  });
  expect(await flaws('twice')).toEqual([1, 'certificate.json: it is signed 2 times, where one signature is expected']);
  rmSync(join(folder, copy('unsigned'), 'certificate.json'));
  expect(await flaws('unsigned')).toEqual([1, 'certificate.json: it is missing: this run is not signed']);

  // What is not fit is told why.
  edit('unsigned', 'trace.ndjson', (text) => text.slice(0, -20));
  expect(await linesOf('certify', 'unsigned', '--key', 'key.pem')).toEqual([
    2,
    'assay: unsigned cannot be certified:',
    '  its trace is cut off',
    '  it is partial: it was interrupted, or its trace does not reach the end',
    "  'partial' of report.json is not what the trace shows",
    "  'outcome' of report.json is not what the trace shows",
    "  'exitCode' of report.json is not what the trace shows",
  ]);
  edit('unsigned', 'run.lock.json', (text) => text.replace('"walks": 3', '"walks": 0'));
  expect(await linesOf('certify', 'unsigned', '--key', 'key.pem')).toEqual([
    2,
    'assay: <folder>/unsigned/run.lock.json  walks  expected 3, as in the trace beside it, found 0: they are not of one run. Take both as the run has left them',
  ]);
  edit('unsigned', 'run.lock.json', (text) => text.replace('"schemaVersion": 1', '"schemaVersion": 7'));
  expect(await linesOf('certify', 'unsigned', '--key', 'key.pem')).toEqual([
    2,
    'assay: unsigned/run.lock.json:2:20  schemaVersion  expected 1, found 7: another version of Assay wrote it. Read it with that version',
  ]);
});

test('a run that was narrowed, in the first places alone, with a fault, is refused with every reason', async () => {
  const folder = keyring();
  await assay(
    folder,
    'run',
    '--out',
    'acme',
    '--clause',
    'authn.errors.e0000004.*',
    '--depth',
    'quick',
    '--fault',
    'authn-refused-with-other-summary',
  );
  const { code, stdout, stderr } = await assay(folder, 'certify', 'acme', '--key', 'key.pem', '--json');
  const { certified, exitCode, reasons } = JSON.parse(stdout);
  expect({ code, certified, exitCode, stderr }).toEqual({
    code: 2,
    certified: false,
    exitCode: 2,
    stderr: `assay: acme cannot be certified:\n${reasons.map((reason: string) => `  ${reason}\n`).join('')}`,
  });
  expect(reasons).toEqual([
    'it was narrowed to clauses authn.errors.e0000004.*',
    'it was made with --depth quick',
    'faults were switched on: authn-refused-with-other-summary',
    'clauses are violated: authn.errors.e0000004.summary',
    expect.stringMatching(/^it says nothing of \d+ clauses that the release demands: /),
  ]);
  expect(existsSync(join(folder, 'acme', 'certificate.json'))).toBe(false);
});

test('a key that does not fit, and a folder that is no run', async () => {
  const folder = keyring();
  const complaint = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await assay(folder, ...args);
    expect([code, stdout]).toEqual([2, '']);
    return stderr;
  };
  expect([
    await complaint('certify', '.'),
    await complaint('certify', '.', '--key', 'key.pub.pem'),
    await complaint('certify', '.', '--key', 'rsa.pem'),
    await complaint('certify', '.', '--key', 'key.pem'),
    await complaint('certify', 'nowhere', '--key', 'key.pem'),
    await complaint('verify', '.', '--key', 'key.pem'),
    await complaint('verify', '.', '--key', 'garbage.pem'),
    await complaint('verify', '.', '--key', 'nowhere.pem'),
    await complaint('verify', 'nowhere', '--key', 'key.pub.pem'),
  ]).toEqual([
    "assay: --key FILE is missing: the Ed25519 key that signs. 'openssl genpkey -algorithm ed25519 -out key.pem' makes one\n",
    'assay: --key key.pub.pem: expected the private key, found the public one. Sign with the private key that it was made from\n',
    "assay: --key rsa.pem: expected an Ed25519 private key in PEM, found one of type rsa. 'openssl genpkey -algorithm ed25519 -out key.pem' makes one\n",
    "assay: <folder>: expected the folder of a run, found no run.lock.json in it. 'assay run --out DIR' makes one\n",
    'assay: <folder>/nowhere: expected the folder of a run, found nothing\n',
    "assay: --key key.pem: expected an Ed25519 public key in PEM, found a file that begins with 'PRIVATE KEY'. 'openssl pkey -in key.pem -pubout -out key.pub.pem' makes it from the private one\n",
    "assay: --key garbage.pem: expected an Ed25519 public key in PEM, found no PEM. 'openssl pkey -in key.pem -pubout -out key.pub.pem' makes it from the private one\n",
    'assay: --key nowhere.pem  expected a file, found nothing. Correct the path\n',
    'assay: <folder>/nowhere: expected the folder of a run, found nothing\n',
  ]);
});
