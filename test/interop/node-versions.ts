import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedIn, packed, withPath } from './installed.ts';
import { npmTools, run } from './workplace.ts';
import type { JobResult, Workplace } from './workplace.ts';

/** The lines of Node that package.json admits, the oldest of each and the newest. */
const LINES = ['20.19', '22.12', '22', '24'];

/** A fault that a short run shows. */
const FAULT = ['--fault', 'authn-refused-with-other-summary'];
const SHORT = ['--document', 'authentication', '--walks', '0', ...FAULT];

/** What a command is expected to end with, and a word of what it says. */
interface Expected {
  readonly code: number;
  readonly says: RegExp;
}

/** A command of the installed package, in the order in which they need one another. */
type Step = readonly [args: readonly string[] | ((folder: string) => readonly string[]), Expected];

const STEPS: readonly Step[] = [
  [['--version'], { code: 0, says: /^\d+\.\d+\.\d+$/m }],
  [['--help'], { code: 0, says: /assay run/ }],
  [['plan'], { code: 0, says: /requests/ }],
  [['clauses', '--document', 'governance'], { code: 0, says: /gov\./ }],
  [['states'], { code: 0, says: /a user who can sign in/ }],
  [['explain', 'authn.errors.e0000004.summary'], { code: 0, says: /Errors/ }],
  [['run', '--out', 'whole'], { code: 0, says: /CONFORMANT/ }],
  [['run', ...SHORT, '--out', 'faulty'], { code: 1, says: /VIOLATIONS/ }],
  [(folder) => ['run', '--replay', tokenIn(join(folder, 'faulty')), ...FAULT, '--out', 'replayed'], { code: 1, says: /same/ }],
  [['report', 'faulty'], { code: 1, says: /VIOLATIONS/ }],
  [['diff', 'whole', 'faulty'], { code: 1, says: /newly failing/i }],
  [['trend', 'whole', '--history', 'trend'], { code: 0, says: /mock/ }],
  [['certify', 'whole', '--key', 'key.pem'], { code: 0, says: /certificate/ }],
  [['verify', 'whole', '--key', 'key.pub.pem'], { code: 0, says: /whole/ }],
  [['load', 'ratelimit', '--limiter', 'fixed-first:limit=30,period=6', '--out', 'limit'], { code: 0, says: /fixed-first/ }],
  [['load', 'saturate', '--duration', '2s', '--out', 'load'], { code: 0, says: /requests/ }],
  [['export', 'openapi', '--out', 'openapi'], { code: 0, says: /openapi/ }],
  [['qualify', ...FAULT], { code: 0, says: /must die: died, must live: lived[^]*2 of 2 faults/ }],
];

/** The library in a test of one's own: a mock up, asked, judged and down again. */
const PROGRAM = `
import { judge, loadProfile, startMock } from 'assay';
const mock = await startMock();
const { status } = await fetch(loadProfile('mock', { mock }).services.authentication.baseUrl + '/api/v1/authn', { method: 'POST' });
await mock.close();
console.log(status, judge('faulty').clauses.filter(({ verdict }) => verdict === 'fail').length);
`;

/** The installed package on each line of Node: every command, the mock up and down, and the library. */
export async function nodeVersions(place: Workplace): Promise<JobResult> {
  const tarball = await packed(place);
  const figures: string[] = [];
  const broken: string[] = [];
  for (const line of LINES) {
    const tools = await npmTools(place, `node-${line}`, [`node-${place.machine}@${line}`]);
    if ('lacking' in tools) return { kind: 'lacking', what: tools.lacking };
    const binaries = join(tools.folder, 'node_modules', `node-${place.machine}`, 'bin');
    const env = withPath(place.env, binaries);
    const { stdout } = await run(join(binaries, 'node'), ['--version'], { cwd: place.scratch, env });
    const folder = await installedIn(place, `on-node-${line}`, { packages: [tarball], env });
    const results = [...(await commands(folder, env)), await mockUpAndDown(folder, env), await program(folder, env)];
    const version = stdout.trim();
    const failed = results.flatMap((result) => result ?? []);
    figures.push(`${version}: ${results.length - failed.length} of ${results.length} passed`);
    broken.push(...failed.map((text) => `${version}  ${text}`));
    place.say(figures.at(-1) ?? '');
  }
  return { kind: 'done', figures: figures.join('; '), broken };
}

/** For each command what went wrong, or undefined. */
async function commands(folder: string, env: Workplace['env']): Promise<readonly (string | undefined)[]> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  writeFileSync(join(folder, 'key.pem'), privateKey);
  writeFileSync(join(folder, 'key.pub.pem'), publicKey);
  const results: (string | undefined)[] = [];
  for (const [step, expected] of STEPS) {
    const args = typeof step === 'function' ? step(folder) : step;
    const { code, stdout, stderr } = await run(assayIn(folder), args, { cwd: folder, env, timeout: 180_000 });
    const fits = code === expected.code && expected.says.test(stdout + stderr);
    results.push(
      fits
        ? undefined
        : `assay ${args.join(' ').slice(0, 80)}: expected ${expected.code} and ${String(expected.says)}, ended with ${code}: ${(stdout + stderr).slice(-600)}`,
    );
  }
  return results;
}

function tokenIn(folder: string): string {
  const { failures }: { readonly failures: readonly { readonly replay: string }[] } = JSON.parse(
    readFileSync(join(folder, 'report.json'), 'utf8'),
  );
  return failures[0]?.replay ?? 'no failure, no token';
}

function assayIn(folder: string): string {
  return join(folder, 'node_modules', '.bin', 'assay');
}

/** Ends itself once it is asked to, as Ctrl-C asks. */
async function mockUpAndDown(folder: string, env: Workplace['env']): Promise<string | undefined> {
  const script = [
    "import { spawn } from 'node:child_process';",
    "import { createInterface } from 'node:readline';",
    "const child = spawn('node_modules/.bin/assay', ['mock'], { stdio: ['ignore', 'pipe', 'inherit'] });",
    "const [line] = await new Promise((done) => createInterface({ input: child.stdout }).once('line', (...said) => done(said)));",
    "const { status } = await fetch(JSON.parse(line).services.governance + '/governance/api/v2/requests');",
    "const ended = new Promise((done) => child.once('exit', done));",
    "child.kill('SIGINT');",
    'console.log(status >= 200, await ended);',
  ].join('\n');
  const { stdout, stderr } = await run('node', ['--input-type=module', '--eval', script], { cwd: folder, env, timeout: 60_000 });
  return stdout === 'true 0\n' ? undefined : `assay mock: expected 'true 0', found ${stdout}${stderr.slice(-600)}`;
}

async function program(folder: string, env: Workplace['env']): Promise<string | undefined> {
  writeFileSync(join(folder, 'program.js'), PROGRAM);
  const { stdout, stderr } = await run('node', ['program.js'], { cwd: folder, env, timeout: 60_000 });
  return stdout === '400 1\n' ? undefined : `import … from 'assay': expected '400 1', found ${stdout}${stderr.slice(-600)}`;
}
