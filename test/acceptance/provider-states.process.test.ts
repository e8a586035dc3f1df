import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { assay, emptyFolder } from '../support/assay-process.ts';
import { deadAddress, oddServer } from '../support/odd-server.ts';
import { readEvents, readReport } from '../support/run-folder.ts';
import { draw } from '../support/draw.ts';

/** A target that answers, and no more than that. */
const anything: RequestListener = (_request, response) => json(response, 400, { errorCode: 'E0000001' });

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', date: new Date().toUTCString() }).end(JSON.stringify(body));
}

interface ProfileSetup {
  /** further lines of the profile */
  readonly profile: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly clause?: string;
}

/** What a run with these provider states ends with: its exit code, and what it complains of, addresses and folders aside. */
async function run({
  profile,
  files = {},
  clause = 'authn.resources.user.*',
}: ProfileSetup): Promise<{ code: number | null; says: string; folder: string }> {
  const folder = emptyFolder();
  const target = await oddServer(anything);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'target.yaml'), `name: odd\nservices:\n  authentication: { baseUrl: '${target}' }\n${profile}`);
  const { code, stdout, stderr } = await assay(folder, 'run', '--target', 'target.yaml', '--clause', clause, '--out', 'out');
  const says = (stderr + stdout)
    .split('\n')
    .filter((line) => !/^(odd|budget|note|drive|judge|preflight)\b/.test(line))
    .join('\n')
    // An empty line ends what a run tells of its progress.
    .trimStart();
  return { code, says: says.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '<address>').replaceAll(/127\.0\.0\.1:\d+/g, '<host>'), folder };
}

const accounts = 'providerStates: [{ accounts: ./accounts.yaml }]\n';
const user = (login: string, more = ''): string =>
  `  - state: a user whose password has expired\n    data: { userId: u-${login}, login: ${login}, password: p, weakPassword: w }\n${more}`;

test.each<[string, ProfileSetup, string]>([
  [
    'two providers for one account that a use spends',
    {
      profile: 'providerStates: [{ accounts: ./one.yaml }, { accounts: ./two.yaml }]\n',
      files: { 'one.yaml': `accounts:\n${user('ada')}`, 'two.yaml': `accounts:\n${user('bob')}${user('ada')}` },
    },
    'assay: two.yaml:4:5  expected another account: this one is already at one.yaml:2:5, and each use consumes it. Prepare one account per entry, or set consumable: false if it is restored after each use\n',
  ],
  [
    'accounts in a state that nobody knows',
    { profile: accounts, files: { 'accounts.yaml': 'accounts:\n  - state: a user whose pasword has expired\n    data: {}\n' } },
    "assay: accounts.yaml:2:12  state  expected a provider state of the catalogue, found 'a user whose pasword has expired' ('assay states' lists them). Did you mean 'a user whose password has expired'?\n",
  ],
  [
    'accounts without their data',
    {
      profile: accounts,
      files: { 'accounts.yaml': 'accounts:\n  - state: a user who can sign in\n    data: { login: 7, password: p, userId: u }\n' },
    },
    "assay: accounts.yaml:3:20  data.login  expected string (fully qualified sign-in name), found something else. 'assay states' shows what belongs there\n" +
      "accounts.yaml:3:11  data.firstName  expected string (given name), found nothing. 'a user who can sign in' has to have it\n" +
      "accounts.yaml:3:11  data.lastName  expected string (family name), found nothing. 'a user who can sign in' has to have it\n",
  ],
  [
    'a module that is not there',
    { profile: 'providerStates:\n  - module: ./states.mjs\n' },
    'assay: target.yaml:5:13  providerStates.0.module  expected a file, found none at <folder>/states.mjs. Correct the path: it begins at the profile\n',
  ],
])('%s: exit 2, with file, line, key and remedy', async (_what, given, says) => {
  const ended = await run(given);
  expect([ended.code, ended.says]).toEqual([2, says]);
});

const asked = "does not provide 'a user who can sign in'";
const remedy = "See that it is up and does as 'assay states' says (blame: provider-state; nothing was judged)\n";

/** In which words each is refused, module-provider.test.ts and open-providers.test.ts test; here it is what a command ends with. */
const BROKEN_MODULES = [
  ['cannot be loaded', "throw new Error('no database');", 'setup failed: it cannot be loaded: no database'],
  [
    'answers too little',
    "export const setup = () => ({ login: 'ada' });",
    "its answer to 'a user who can sign in' has nothing as userId: expected string (identifier of the user)",
  ],
  ['never answers', 'export const setup = () => new Promise(() => {});', 'setup failed: setup took longer than 2000 ms (budget.timeout)'],
  ['is never loaded', 'await new Promise(() => {});', 'setup failed: loading took longer than 2000 ms (budget.timeout)'],
  ['never returns', 'export const setup = () => { while (true); };', 'setup failed: setup took longer than 2000 ms (budget.timeout)'],
  ['would end the process', 'export const setup = () => process.exit(0);', 'setup failed: it ended its own thread, as process.exit does'],
  ['keeps the process open', "setInterval(() => {}, 1000); export function setup() { throw new Error('gone'); }", 'setup failed: gone'],
] as const;

test.each(draw(3, BROKEN_MODULES))('a module that %s: exit 2 before anything is judged', async (_what, text, why) => {
  const { code, says } = await run({
    profile: 'providerStates: [{ module: ./states.mjs }]\nbudget: { timeout: PT2S }\n',
    files: { 'states.mjs': text },
  });
  expect([code, says]).toEqual([2, `assay: target.yaml:4:18  providerStates.0  module <folder>/states.mjs ${asked}: ${why}. ${remedy}`]);
});

test.each([
  ['an error', "new Error('secret')", '1:54'],
  ['a text', "'secret'", '1:1'],
])('a module that throws %s when nobody waits for it: exit 2, with its place and never with its words', async (_what, thrown, place) => {
  const text = `export const setup = () => (setTimeout(() => { throw ${thrown} }), new Promise((done) => setTimeout(done, 100)));`;
  const { code, says } = await run({ profile: 'providerStates: [{ module: ./states.mjs }]\n', files: { 'states.mjs': text } });
  const what = `a module threw outside of every call, at <folder>/states.mjs:${place}. Let it await what it starts, and catch what that throws`;
  expect([code, says]).toEqual([2, `assay: target.yaml:4:18  providerStates.0  ${what} (blame: provider-state; nothing was judged)\n`]);
});

test('a module that throws so while failures are driven again: exit 2, and no verdict', async () => {
  const folder = emptyFolder();
  const target = await oddServer(anything);
  writeFileSync(
    join(folder, 'states.mjs'),
    `import { appendFileSync, existsSync, readFileSync } from 'node:fs';
let count = 0;
export function setup() {
  count += 1;
  appendFileSync('setups', '.');
  if (!existsSync('last') || Number(readFileSync('last', 'utf8')) !== count)
    return { userId: \`u\${count}\`, login: \`ada\${count}\`, password: \`p\${count}\`, firstName: 'Ada', lastName: 'Byron' };
  setTimeout(() => { throw new Error('late') });
  return new Promise(() => {});
}
`,
  );
  writeFileSync(
    join(folder, 'target.yaml'),
    `name: odd\nservices: { authentication: { baseUrl: '${target}' } }\nproviderStates: [{ module: ./states.mjs }]\n`,
  );
  const flags = ['--target', 'target.yaml', '--clause', 'authn.errors.body', '--depth', 'quick', '--walks', '0'];
  const sound = await assay(folder, 'run', ...flags, '--out', 'sound');
  expect(sound.code).toBe(1);
  // The last provider states are those of failures that are driven again.
  writeFileSync(join(folder, 'last'), String(readFileSync(join(folder, 'setups'), 'utf8').length));
  const stray = await assay(folder, 'run', ...flags, '--out', 'stray');
  expect([stray.code, readReport(join(folder, 'stray')).report.failures]).toEqual([2, []]);
  expect(stray.stderr).toContain('a module threw outside of every call, at <folder>/states.mjs:8:');
});

test('what a module prints is for people, and stays out of the JSON', async () => {
  const folder = emptyFolder();
  const target = await oddServer(anything);
  writeFileSync(
    join(folder, 'states.mjs'),
    "console.log('loaded\\u001b[2J'); console.log('::error::steered'); export const setup = () => undefined;",
  );
  writeFileSync(
    join(folder, 'target.yaml'),
    `name: odd\nservices:\n  authentication: { baseUrl: '${target}' }\nproviderStates: [{ module: ./states.mjs }]\n`,
  );
  const { stdout, stderr } = await assay(folder, 'run', '--target', 'target.yaml', '--clause', 'authn.resources.user.*', '--json');
  const { exitCode }: { exitCode: number } = JSON.parse(stdout);
  expect({ exitCode, said: [/^loaded\\u001b\[2J$/m, /^\\u003a:error\\u003a:steered$/m].every((line) => line.test(stderr)) }).toEqual({
    exitCode: 2,
    said: true,
  });
});

test.each<[string, RequestListener, string]>([
  [
    'answers a web page',
    (_request, response) => void response.end('<!doctype html>the password is secret'),
    '<address>: expected a JSON object, found a web page or XML (status 200)',
  ],
  ['never answers', () => undefined, '<address>: no complete answer within 3000 ms (budget.timeout)'],
  [
    'answers data of another type',
    (_request, response) => json(response, 200, { userId: 7 }),
    "its answer to 'a user who can sign in' has something else as userId: expected string (identifier of the user)",
  ],
])('a control plane that %s: exit 2 before anything is judged', async (_what, listener, why) => {
  const control = await oddServer(listener);
  const { code, says } = await run({ profile: `providerStates: [{ http: '${control}' }]\nbudget: { timeout: PT3S }\n` });
  expect([code, says]).toEqual([2, `assay: target.yaml:4:18  providerStates.0  http <address> ${asked}: ${why}. ${remedy}`]);
});

test('a control plane that has none of the states: exit 2, in its own words', async () => {
  const control = await oddServer((_request, response) => json(response, 404, { error: 'unknown state', remedy: 'see the manual' }));
  const { code, says } = await run({ profile: `providerStates: [{ http: '${control}' }]\n` });
  expect([code, says.replace(/'a user [^']*'/, '<state>')]).toEqual([
    2,
    `assay: target.yaml:4:18  providerStates.0  http <address> does not provide <state>: unknown state (see the manual). ${remedy}`,
  ]);
});

test('clock and events that answer nonsense: exit 2, each with its key', async () => {
  const page = await oddServer((_request, response) => void response.end('<html>'));
  const { code, says } = await run({ profile: `clock: { http: '${page}' }\nevents: { http: '${await deadAddress()}' }\n` });
  expect([code, says.replaceAll(/ECONNREFUSED.*?\./g, 'ECONNREFUSED.')]).toEqual([
    2,
    'assay: target.yaml:4:16  clock.http  <address>: expected a JSON object, found a web page or XML (status 200). Correct the address, or leave the key out (blame: config; nothing was judged)\n' +
      'assay: target.yaml:5:17  events.http  <address>?since=0: connect ECONNREFUSED. Correct the address, or leave the key out (blame: config; nothing was judged)\n',
  ]);
});

test('a source that breaks down in the middle of a run is to blame, never the target', async () => {
  const data = { userId: 'u', login: 'ada', password: 'p', firstName: 'A', lastName: 'L' };
  let asked = 0;
  const control = await oddServer((_request, response) => {
    asked += 1;
    if (asked <= 2) json(response, 200, asked === 1 ? data : {});
    else response.end('<html>out of order</html>');
  });
  const { code, folder } = await run({ profile: `providerStates: [{ http: '${control}' }]\n` });
  const { report } = readReport(join(folder, 'out'));
  expect(code).toBe(3);
  expect(report.clauses.filter(({ verdict, blame }) => verdict === 'fail' || (verdict === 'inconclusive' && blame === 'target'))).toEqual(
    [],
  );
  const missing = report.clauses.find(({ blame }) => blame === 'provider-state');
  expect(missing?.verdict).toBe('inconclusive');
  expect(missing?.reason).toMatch(/^the provider state 'a user [^']+' is missing: http .* found a web page or XML \(status 200\)$/);
  expect(report.failures).toEqual([]);
});

test('several sources: accounts first, the module for what they do not have, and nobody for the rest', async () => {
  const states = `
    let made = 0;
    export const setup = (state) => state === 'a user whose password has expired' ? { userId: 'm', login: 'mod-' + made++, password: 'p', weakPassword: 'w' } : undefined;
    export function teardown() {}
  `;
  const profile =
    'providerStates:\n  - module: ./states.mjs\n    provides: [a user whose password has expired]\n  - accounts: ./accounts.yaml\n';
  const prepared = `accounts:\n  - state: a user who can sign in\n    data: { userId: a, login: acc, password: p, firstName: A, lastName: L }\n`;
  const { folder } = await run({
    profile,
    files: { 'states.mjs': states, 'accounts.yaml': prepared },
    clause: 'authn.transitions.**',
  });
  const provided = readEvents(join(folder, 'out')).flatMap((event) =>
    event.type === 'state' ? [`${event.state}: ${event.by ?? event.detail ?? ''}`] : [],
  );
  expect(new Set(provided)).toEqual(
    new Set(['a user who can sign in: providerStates.1', 'a user whose password has expired: providerStates.0']),
  );
  const { report } = readReport(join(folder, 'out'));
  expect(report.clauses.find(({ id }) => id === 'authn.transitions.password-warn')).toMatchObject({
    verdict: 'inconclusive',
    blame: 'provider-state',
    reason: "nothing provides 'a user whose password is about to expire' (profile key providerStates)",
  });
});

test('the types of a module are those of the package', async () => {
  const { folder } = inject('installation');
  const file = join(folder, 'states-types.ts');
  writeFileSync(
    file,
    [
      "import type { ProviderModule } from 'assay/provider-states';",
      "export const setup: ProviderModule['setup'] = (state, params) => ({ state, size: params['size'] });",
      "export const teardown: NonNullable<ProviderModule['teardown']> = (state, data) => [state, data];",
      "export const events: NonNullable<ProviderModule['events']> = () => [{ seq: 1, kind: 'mail', at: 'now' }];",
    ].join('\n'),
  );
  const tsc = join(PACKAGE_ROOT, 'node_modules', '.bin', 'tsc');
  const args = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', '', file];
  const { stdout } = await promisify(execFile)(tsc, args, { cwd: folder });
  expect(stdout).toBe('');
});

test('the catalogue is told for those who implement it, with the clauses and an example', async () => {
  const folder = emptyFolder();
  const name = 'a user whose password has expired';
  const [list, one, all, strange] = [
    await assay(folder, 'states', '--document', 'authentication'),
    await assay(folder, 'states', name),
    await assay(folder, 'states', '--json'),
    await assay(folder, 'states', 'a user whose pasword has expired'),
  ];
  expect(list.stdout).toContain(
    `  ${name}\n    The password is right but has expired, and the user may choose a new one.\n    cost 2 · single-use`,
  );
  expect(one.stdout).toContain(
    '      POST http  {"state":"a user whose password has expired","params":{"factor":false},"action":"setup"}\n      200  {"userId":"userId-1"',
  );
  expect(one.stdout).toMatch(/\n {4}clauses\n {6}authn\.\S+\n/);
  const rows: readonly { readonly name: string; readonly clauses: readonly string[] }[] = JSON.parse(all.stdout);
  expect(rows.filter(({ clauses }) => clauses.length === 0)).toEqual([]);
  expect([strange.code, strange.stderr]).toEqual([
    2,
    `assay: there is no provider state or act 'a user whose pasword has expired' ('assay states' lists them all). Did you mean '${name}'?\n`,
  ]);
});
