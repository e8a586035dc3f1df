import type { Content, Mistake } from './mistakes.ts';
import { CANARY } from './mistakes.ts';

/** What stands in the folder of each. */
export const FOLDER: Readonly<Record<string, Content>> = {
  'thesis.txt': 'mine\n',
  'empty.txt': '',
  'full/thesis.txt': 'mine\n',
  dir: { special: 'folder' },
  fifo: { special: 'fifo' },
  'large.bin': { bytes: 2 ** 30 },
  'target.yaml': 'name: bad\nservices: { authentication: { baseUrl: "http://127.0.0.1:PORT" } }\n',
};

/** What is typed, with one blank between two words, and what is said. */
export type CommandRow = readonly [typed: string, says: RegExp];

export function typed([line, says]: CommandRow): Mistake {
  const args = line === '' ? [] : line.split(' ').map((word) => (word === "''" ? '' : word));
  return { what: `assay ${line}`.slice(0, 120), files: FOLDER, args, says };
}

const WHOLE_NUMBERS = ['x', '-1', '1.5', '1e400', '99999999999999999999'] as const;
const WRONG_SHARDS = ['0/4', '5/4', '1', '1/0', 'a/b', '1/4/2', '-1/4'] as const;
const NO_RUN = /^assay: <folder>\/\S+: expected the folder of a run, found (nothing|a file|a pipe)/;
const NO_JSON =
  /^assay: <folder>\/thesis\.txt {2}expected JSON, found a text that is cut off or none( \(at character \d+\))?\. Take the file as the run has left it\n$/;
const NO_REPORT = /^assay: \S+: expected a run's folder/;

/** Flags that take one value: a second one would silently win. */
const TWICE: readonly (readonly [string, string])[] = [
  ['run', '--seed 1'],
  ['run', '--walks 1'],
  ['run', '--shard 1/2'],
  ['run', '--out a'],
  ['run', '--target mock'],
  ['run', '--against mock'],
  ['run', '--baseline full'],
  ['run', '--replay x'],

  ['plan', '--seed 1'],
  ['plan', '--walks 1'],
  ['plan', '--target mock'],
  ['init --yes', '--name x'],
  ['init --yes', '--authn http://127.0.0.1:1'],

  ['load ratelimit', '--document authentication'],
  ['load ratelimit', '--limiter none'],
  ['load saturate', '--rate 1'],
  ['load saturate', '--duration 1s'],
  ['load saturate', '--connections 1'],
  ['load soak', '--rate 1'],
  ['load analyze thesis.txt', '--target mock'],
  ['mock', '--port 0'],
  ['mock', '--seed 1'],
  ['mock', '--clock real'],
  ['qualify', '--seed 1'],
  ['qualify', '--threads 1'],
  ['merge dir', '--out a'],
  ['diff dir dir', '--latency-band 2'],
  ['trend dir', '--history a'],
  ['certify dir', '--key thesis.txt'],
  ['verify dir', '--key thesis.txt'],
  ['export openapi', '--out a'],
  ['export openapi --out a', '--target mock'],
];

const ROWS: readonly CommandRow[] = [
  ['', /^Usage: assay \[options\] \[command\]/],
  ['rnu', /^assay: unknown command 'rnu'\n\(Did you mean run\?\)\n\(assay --help lists the commands\)\n$/],
  ['--version=3', /^assay: unknown option '--version=3'/],
  // run
  ['run extra', /^assay: too many arguments for 'run'\. Expected 0 arguments but got 1/],
  ['run --sed 3', /^assay: unknown option '--sed'\n\(Did you mean --seed\?\)\n$/],
  ['run --json=yes', /^assay: unknown option '--json=yes'/],
  ['run --constructor', /^assay: unknown option '--constructor'/],
  ['run --__proto__ x', /^assay: unknown option '--__proto__'/],
  ...WHOLE_NUMBERS.flatMap((text): readonly CommandRow[] => [
    [`run --seed ${text}`, invalid('--seed <n>', text, 'Expected a whole number of at least 0')],
    [`run --walks ${text}`, invalid('--walks <n>', text, 'Expected a whole number of at least 0 and at most 10000.')],
  ]),
  ['run --walks 10001', invalid('--walks <n>', '10001', 'Expected a whole number of at least 0 and at most 10000.')],
  [
    'run --seed 9007199254740992',
    invalid('--seed <n>', '9007199254740992', 'Expected a whole number of at least 0 and at most 9007199254740991.'),
  ],
  ...WRONG_SHARDS.map((text): CommandRow => [
    `run --shard ${text}`,
    invalid('--shard <i/n>', text, 'Expected i/n, such as 2/4: i from 1 to n.'),
  ]),
  ['run --document', /^assay: option '--document <name>' argument missing/],
  ['run --document auth', /^assay: --document auth: there is no such document\. Known: privileged-access, authentication, governance\n$/],
  [
    'run --feature authn.nope',
    /^assay: --feature authn\.nope: there is no such feature\. Known: pam\.service, .*authn\.primary, .*gov\.events\n$/,
  ],
  [
    'run --document governance --feature authn.primary',
    /^assay: no clause matches governance and authn\.primary together\. Leave one out\n$/,
  ],
  ['run --clause nope.*', /^assay: no clause matches nope\.\*\. 'assay clauses' lists them all\n$/],
  ["run --clause ''", /^assay: option '--clause <glob>' argument '' is invalid\. Expected /],
  ['run --fault nope', /^assay: unknown fault 'nope'\. /],
  ['run --fault authn-refused-with-402', /^assay: unknown fault 'authn-refused-with-402'\. Did you mean 'authn-refused-with-403'\?/],
  [
    'run --target target.yaml --fault authn-refused-with-other-summary',
    /^assay: --fault is for the embedded deployment: 'bad' is another one\. Leave it out\n$/,
  ],
  ['run --preset nope', /^assay: there is no preset 'nope'\. Presets are: client-libraries, permissive\./],
  ['run --choice authentication.nope=1', /^assay: there is no choice 'authentication\.nope'\. Choices are: factorsKey, /],
  [
    'run --target target.yaml --preset client-libraries',
    /^assay: --preset is for the embedded deployment: 'bad' is another one\. Leave it out\n$/,
  ],
  ['run --replay x', /^assay: --replay x…: not a replay token\. Copy the whole token from the line 'replay' of the failure\n$/],
  ["run --replay ''", /^assay: option '--replay <token>' argument '' is invalid\. Expected /],
  [`run --replay ${'A'.repeat(100_000)}`, /^assay: --replay A{20}…: not a replay token\. /],
  ['run --shard 1/4 --against mock', /^assay: --shard and --against: expected one of them\. Leave the others out\n$/],
  ['run --baseline full --against mock', /^assay: --baseline and --against: expected one of them\. Leave the others out\n$/],
  ['run --baseline nope', NO_REPORT],
  ['run --baseline dir', /^assay: <folder>\/dir: expected a run with its report, found no report\.json in it\n$/],
  ['run --baseline thesis.txt', NO_JSON],
  ['run --against nope.yaml', /^assay: --against nope\.yaml: there is no such file\. 'mock' is the embedded mock server/],
  [
    'run --target nope.yaml',
    /^assay: --target nope\.yaml: there is no such file\. 'mock' is the embedded mock server; 'assay init' drafts a profile\n$/,
  ],
  ['run --target dir', /^assay: --target dir: expected a profile, found a folder\. Name the file itself, such as dir\/target\.yaml\n$/],
  ['run --target thesis.txt', /^assay: thesis\.txt:1:1 {2}\(top\) {2}expected object, found "mine"\n$/],
  ['run --target empty.txt', /^assay: empty\.txt:1:1 {2}\(top\) {2}expected keys such as name, .*, found an empty file\n$/],
  ['run --out thesis.txt', /^assay: --out <folder>\/thesis\.txt: expected a new or empty folder, found a file\. Choose another\n$/],
  ['run --out full', /^assay: --out <folder>\/full: expected a new or empty folder, found files in it\. Choose another\n$/],
  [
    'run --out thesis.txt/below',
    /^assay: --out <folder>\/thesis\.txt\/below: expected a folder at <folder>\/thesis\.txt, found a file\. Choose another\n$/,
  ],
  [
    'run --fail-on nothing',
    /^assay: option '--fail-on <what>' argument 'nothing' is invalid\. Expected some of newly-failing, .*, or none\./,
  ],
  [
    'run --fail-on newly-failing,nothing',
    /^assay: option '--fail-on <what>' argument 'newly-failing,nothing' is invalid\. Expected some of /,
  ],
  ["run --fail-on ''", /^assay: option '--fail-on <what>' argument '' is invalid\. Expected /],
  // before a run
  ['plan --seed x', invalid('--seed <n>', 'x', 'Expected a whole number of at least 0.')],
  ['plan --clause nope', /^assay: no clause matches nope\. 'assay clauses' lists them all\n$/],
  ['plan --document x', /^assay: --document x: there is no such document\. Known: /],
  ['plan --target nope.yaml', /^assay: --target nope\.yaml: there is no such file/],
  ['init --yes', /^assay: a profile needs at least one service: give --pam, --authn or --gov with its base URL\n$/],
  [
    'init --yes --name a/../b --authn http://127.0.0.1:1',
    /^assay: --name a\/\.\.\/b: expected letters, digits, dots, hyphens and underscores, such as acme-staging\n$/,
  ],
  ['init --yes --name x --authn nope', /^assay: --authn nope: expected an address such as https:\/\/id\.example\.test\n$/],
  [
    `init --yes --name x --authn http://u:${CANARY}@127.0.0.1:1`,
    /^assay: --authn: expected an address without user and password\. Secrets are named by environment variables\n$/,
  ],
  ['init --yes --name x --authn http://127.0.0.1:1 --requests 0', invalid('--requests <n>', '0', 'Expected a whole number of at least 1.')],
  [
    'init --yes --name x --authn http://127.0.0.1:1 --per-second 0',
    invalid('--per-second <n>', '0', 'Expected a whole number of at least 1.'),
  ],
  [
    'init --yes --name x --authn http://127.0.0.1:1 --out thesis.txt',
    /^assay: --out thesis\.txt: there is something already, and it is not overwritten\. Choose another name\n$/,
  ],
  ['init --yes --name x --authn http://127.0.0.1:1 --out nowhere/x.yaml', /^assay: --out nowhere\/x\.yaml: cannot be written: ENOENT/],
  ['clauses --status nope', /^assay: --status nope: expected one of testable, reference-only, informative, unspecified\n$/],
  ['clauses --document nope', /^assay: --document nope: expected one of privileged-access, authentication, governance\n$/],
  ['explain', /^assay: missing required argument 'clause'/],
  [
    'explain authn.errors.e0000004.statu',
    /^assay: there is no clause authn\.errors\.e0000004\.statu\. Did you mean authn\.errors\.e0000004\.status/,
  ],
  ['explain constructor', /^assay: there is no clause constructor/],
  ['states nope', /^assay: there is no provider state or act 'nope' \('assay states' lists them all\)\n$/],
  ['states __proto__', /^assay: there is no provider state or act '__proto__'/],
  ['states --document nope', /^assay: --document nope: expected one of privileged-access, authentication, governance\n$/],
  ['faults authn-any-pasword', /^assay: no fault matches 'authn-any-pasword'; the nearest: authn-any-password, /],
  ['faults nosuch', /^assay: no fault matches 'nosuch'\. 'assay faults' lists them all\n$/],
  // loads
  ['load', /^Usage: assay load \[options\] \[command\]/],
  ['load nope', /^assay: unknown command 'nope'/],
  [
    'load ratelimit --document governance',
    /^assay: --document governance: the profile has no such service, or its document says nothing of a rate limit\. Known: privileged-access, authentication\n$/,
  ],
  [
    'load ratelimit --limiter nope',
    /^assay: option '--limiter <kind:limit=N,period=S>' argument 'nope' is invalid\. Expected KIND:limit=N,period=S with one of fixed-aligned, /,
  ],
  [
    'load ratelimit --limiter fixed-first:limit=-1,period=1',
    /^assay: option '--limiter <kind:limit=N,period=S>' argument 'fixed-first:limit=-1,period=1' is invalid\. Expected fixed-first:limit=N,period=S, such as /,
  ],
  [
    'load ratelimit --target target.yaml --limiter none',
    /^assay: --limiter sets the limiter of the embedded deployment: this profile is of another one\n$/,
  ],
  [
    'load ratelimit --target target.yaml',
    /^assay: .*target\.yaml\S* {2}permissions\.exhaustRateLimit {2}expected true, found false: .*Permit it, and use a dedicated key\n$/,
  ],
  [
    'load saturate --target target.yaml',
    /^assay: .*target\.yaml\S* {2}permissions\.exhaustRateLimit {2}expected true, found false: .*Permit it, or give --rate\n$/,
  ],
  ...['0', '-3', 'x', '1e999', 'NaN', 'Infinity'].map((text): CommandRow => [
    `load saturate --rate ${text}`,
    invalid('--rate <n>', text, text === '0' || text === '-3' ? 'Expected a number above 0.' : 'Expected a number.'),
  ]),
  ...['0', '-5s', '5d', '1e3s', 'NaN'].map((text): CommandRow => [
    `load saturate --duration ${text}`,
    invalid('--duration <time>', text, 'Expected a length of time such as 500ms, 5s, 10m or 1h.'),
  ]),
  ...['0', '1.5', '99999999', 'x'].map((text): CommandRow => [
    `load saturate --connections ${text}`,
    invalid('--connections <n>', text, 'Expected a whole number of at least 1 and at most 1000.'),
  ]),
  [
    'load saturate --duration 99999999h',
    /^assay: .* {2}budget\.duration {2}permits \d+, and --duration asks for \d+: ask for less, or permit more\n$/,
  ],
  [
    'load saturate --threshold p99',
    /argument 'p99' is invalid\. Expected METRIC OPERATOR NUMBER, such as p99<250ms, errors<0\.1%, violations=0 or authenticate:p95<200ms/,
  ],
  ['load saturate --threshold p99<x', /argument 'p99<x' is invalid\. Expected METRIC OPERATOR NUMBER/],
  ['load saturate --threshold p101<5ms', /argument 'p101<5ms' is invalid\. Expected one of p50, .*, throughput, found 'p101'/],
  ['load saturate --threshold errors<1ms', /argument 'errors<1ms' is invalid\. Expected errors in %, found 'ms'/],
  ['load saturate --document nope', /^assay: --document nope: there is no such document\. Known: /],
  ['load soak --rate 0', invalid('--rate <n>', '0', 'Expected a number above 0.')],
  ['load soak --duration 0s', invalid('--duration <time>', '0s', 'Expected a length of time such as 500ms, 5s, 10m or 1h.')],
  ['load analyze', /^assay: missing required argument 'rows'/],
  ['load analyze nope.ndjson', /^assay: nope\.ndjson {2}cannot be read: ENOENT/],
  ['load analyze empty.txt', /^assay: empty\.txt {2}expected rows, found an empty file\. Run the script of `assay export k6`/],
  [
    'load analyze thesis.txt',
    /^assay: thesis\.txt {2}expected rows \(JSON objects with "row": "assay\/2"\), found none\. Run the script of /,
  ],
  ['load analyze thesis.txt --target nope.yaml', /^assay: --target nope\.yaml: there is no such file/],
  // mock and qualify
  ...['x', '-1', '65536'].map((text): CommandRow => [
    `mock --port ${text}`,
    invalid('--port <n>', text, 'Expected a whole number of at least 0 and at most 65533.'),
  ]),
  [
    'mock --port PORT',
    /^assay: The mock's privileged-access service cannot start: port \d+ on 127\.0\.0\.1 is in use\. Choose another port, or 0 for a free one\.\n$/,
  ],
  ['mock --clock fast', /^assay: --clock fast: expected virtual or real\n$/],
  [
    'mock --choice nope',
    /^assay: 'nope' is no choice\. Write DOCUMENT\.NAME=VALUE, with one of privileged-access, authentication, governance/,
  ],
  ['mock --choice authentication.nope=1', /^assay: there is no choice 'authentication\.nope'\. Choices are: factorsKey, /],
  ['mock --choice authentication.__proto__=1', /^assay: there is no choice 'authentication\.__proto__'/],
  ['mock --preset nope', /^assay: there is no preset 'nope'\. Presets are: client-libraries, permissive\./],
  ['mock --preset __proto__', /^assay: there is no preset '__proto__'/],
  ['mock --fault nope', /^assay: unknown fault 'nope'\. /],
  ['mock --limiter nope', /^assay: option '--limiter <kind:limit=N,period=S>' argument 'nope' is invalid/],
  ['mock --seed x', invalid('--seed <n>', 'x', 'Expected a whole number of at least 0.')],
  ['qualify --fault nosuch', /^assay: no fault matches 'nosuch'\. 'assay faults' lists them all\n$/],
  ['qualify --threads -1', invalid('--threads <n>', '-1', 'Expected a whole number of at least 0 and at most 64.')],
  ['qualify --threads 99999999', invalid('--threads <n>', '99999999', 'Expected a whole number of at least 0 and at most 64.')],
  // stored runs
  ['report', /^assay: missing required argument 'run'/],
  ...['nope', 'thesis.txt', 'fifo', '/dev/null', 'large.bin'].map((name): CommandRow => [
    `report ${name}`,
    name.startsWith('/') ? /^assay: \/dev\/null: expected the folder of a run, found / : NO_RUN,
  ]),
  [
    'report dir',
    /^assay: <folder>\/dir: expected the folder of a run, found no run\.lock\.json in it\. 'assay run --out DIR' makes one\n$/,
  ],
  ['report dir extra', /^assay: too many arguments for 'report'\. Expected 1 argument but got 2/],
  ['merge', /^assay: missing required argument 'shards'/],
  ...['nope', 'thesis.txt', 'fifo'].map((name): CommandRow => [`merge ${name} --out out`, NO_RUN]),
  ['merge dir --out out', /^assay: <folder>\/dir: expected the folder of a run, found no run\.lock\.json in it/],
  ['diff dir', /^assay: missing required argument 'after'/],
  ['diff nope nope', NO_REPORT],
  ['diff dir dir', /^assay: <folder>\/dir: expected a run with its report, found no report\.json in it\n$/],
  ['diff thesis.txt thesis.txt', NO_JSON],
  ['diff dir dir --fail-on nope', /^assay: option '--fail-on <what>' argument 'nope' is invalid\. Expected some of /],
  ...['1', 'x', '0.5', '-2', 'NaN'].map((text): CommandRow => [
    `diff dir dir --latency-band ${text}`,
    invalid('--latency-band <factor>', text, 'Expected a factor above 1, such as 1.5.'),
  ]),
  ['trend', /^assay: runs are missing: name their folders, or --history DIR with those of before\n$/],
  ['trend nope', NO_REPORT],
  ['trend dir', /^assay: dir: expected a run's folder, or a folder with runs in it, found no report\.json\n$/],
  ['trend thesis.txt', NO_JSON],
  ['trend --history thesis.txt', /^assay: --history <folder>\/thesis\.txt: expected a folder, found a file\. Choose another\n$/],
  ['trend --history nowhere', /^assay: there is no run to draw: whole runs only, not narrowed and not cut short\n$/],
  [
    'certify dir',
    /^assay: --key FILE is missing: the Ed25519 key that signs\. 'openssl genpkey -algorithm ed25519 -out key\.pem' makes one\n$/,
  ],
  ...['thesis.txt', 'empty.txt'].flatMap((file): readonly CommandRow[] => [
    [`certify dir --key ${file}`, keyIs(file, 'private', 'no PEM')],
    [`verify dir --key ${file}`, keyIs(file, 'public', 'no PEM')],
  ]),
  ['certify dir --key nope.pem', /^assay: --key nope\.pem {2}expected a file, found nothing/],
  ['verify dir --key dir', /^assay: --key dir {2}expected a file, found a folder\. Put the file itself there\n$/],
  ['verify nope', NO_RUN],
  ['verify thesis.txt', NO_RUN],
  ['verify fifo', NO_RUN],
  ['export', /^assay: required option '--out <dir>' not specified/],
  ['export nope --out out', /^assay: export nope: there is no such kind\. Known: /],
  ['export openapi --out full', /^assay: --out <folder>\/full: expected a new or empty folder, found files in it\. Choose another\n$/],
  [
    'export openapi --out thesis.txt',
    /^assay: --out <folder>\/thesis\.txt: expected a new or empty folder, found a file\. Choose another\n$/,
  ],
  ['export k6 --document nope --out out', /^assay: --document nope: there is no such document\. Known: /],
  ['export openapi --target nope.yaml --out out', /^assay: --target nope\.yaml: there is no such file/],
  // a value too many, none, or what can never be read to its end
  ...TWICE.map(([command, flag]): CommandRow => [`${command} ${flag} ${flag}`, new RegExp(`^assay: option '${flag.split(' ')[0] ?? ''} `)]),
  ['run --seed=', invalid('--seed <n>', '', 'Expected')],
  ['run --walks=', invalid('--walks <n>', '', 'Expected')],
  ['mock --port=', invalid('--port <n>', '', 'Expected')],
  ["run --out ''", /^assay: .*--out/],
  ["run --target ''", /^assay: .*--target/],
  ['run --fail-on latency', /--fail-on.*(--baseline|--against)/],
  ...['fifo', '/dev/zero', 'large.bin'].flatMap((file): readonly CommandRow[] => [
    [`run --target ${file}`, new RegExp(`^assay: .*${file}.*expected`)],
    [`run --baseline ${file}`, new RegExp(`^assay: .*${file}.*expected`)],
    [`diff ${file} ${file}`, new RegExp(`^assay: .*${file}.*expected`)],
    [`trend ${file}`, new RegExp(`^assay: .*${file}.*expected`)],
    [`certify dir --key ${file}`, new RegExp(`^assay: --key .*${file}.*expected`)],
    [`verify dir --key ${file}`, new RegExp(`^assay: --key .*${file}.*expected`)],
    [`load analyze ${file}`, new RegExp(`^assay: .*${file}.*expected`)],
  ]),
  ['load ratelimit --limiter fixed-first:limit=0,period=0', /^assay: option '--limiter/],
  ['load ratelimit --limiter fixed-first:limit=5,period=0', /^assay: option '--limiter/],
  ['load ratelimit --limiter fixed-first:limit=99999999999999999999,period=1', /^assay: option '--limiter/],
  ['mock --port 65535', /^assay: .*65535/],
];

/** What commander says of a value that a flag does not take. */
export function invalid(flag: string, value: string, remedy: string): RegExp {
  const text = `assay: option '${flag}' argument '${value}' is invalid. ${remedy}`;
  return new RegExp(`^${text.replaceAll(/[.[\](){}^$*+?|\\/]/g, String.raw`\$&`)}`);
}

function keyIs(file: string, kind: string, found: string): RegExp {
  return new RegExp(`^assay: --key ${file}: expected an Ed25519 ${kind} key in PEM, found ${found}\\. 'openssl `);
}

/** What an error quotes stands in one line. */
const OF_SEVERAL_LINES = ['run --out', 'report', 'plan --target', 'clauses --document'].map((line): Mistake => ({
  what: `assay ${line}, with a line feed`,
  files: FOLDER,
  args: [...line.split(' '), 'x\n::error::steered\r\n##[group]steered'],
  says: /^assay: expected arguments of one line each, found "x\\n[^\n]*"\. Take out the line break\n/,
}));

export const COMMAND_MISTAKES: readonly Mistake[] = [...ROWS.map(typed), ...OF_SEVERAL_LINES];
