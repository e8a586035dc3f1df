import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { draw } from '../support/draw.ts';
import { commandRunner } from './commands.ts';
import { CANARY, faultsOfSpeech, furnish, MOST_MIB, testFolder } from './mistakes.ts';

// Runs of the embedded deployment, small ones, and what somebody has made of their folders.

const run = commandRunner();
let runs = '';
beforeAll(() => {
  runs = mkdtempSync(join(tmpdir(), 'assay-runs-'));
  const assay = (...args: readonly string[]): void =>
    void execFileSync(process.execPath, [join(PACKAGE_ROOT, 'dist', 'src', 'cli', 'main.js'), ...args], {
      cwd: runs,
      stdio: 'ignore',
      env: { ...process.env, ASSAY_DEPTH: 'quick' },
    });
  const small = ['run', '--clause', 'pam.resources.token.**', '--walks', '0'];
  assay(...small, '--out', 'whole');
  assay(...small, '--shard', '1/2', '--out', 'one');
  assay(...small, '--shard', '2/2', '--out', 'two');
  assay(...small, '--seed', '2', '--shard', '2/2', '--out', 'other');
});
afterAll(() => rmSync(runs, { recursive: true, force: true }));

interface Folder {
  readonly what: string;
  /** changes the run in a folder: whole, one, two and other stand there */
  readonly make: (folder: string) => void;
  readonly args: readonly string[];
  /** 2 unless told otherwise */
  readonly code?: 0 | 1 | 2 | 3;
  readonly says: RegExp;
}

const REPORT = ['report', 'whole'];
const MERGE = ['merge', 'one', 'two', '--out', 'joined'];

/** Changes one line of a trace, as its number or the first of its type says. */
const line =
  (which: number | string, change: (event: Record<string, unknown>, text: string) => unknown) =>
  (folder: string): void => {
    const file = join(folder, 'whole', 'trace.ndjson');
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const index = typeof which === 'number' ? which : lines.findIndex((text) => text.startsWith(`{"type":"${which}"`));
    const text = lines[index] ?? '';
    const now = change(JSON.parse(text), text);
    const put = (Array.isArray(now) ? now : [now]).map((one: unknown) => (typeof one === 'string' ? one : JSON.stringify(one)));
    writeFileSync(file, `${lines.toSpliced(index, 1, ...put).join('\n')}\n`);
  };

const json =
  (file: string, change: (value: Record<string, unknown>) => unknown) =>
  (folder: string): void => {
    const path = join(folder, file);
    writeFileSync(path, `${JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8'))), undefined, 2)}\n`);
  };

const instead =
  (file: string, content: string | Buffer) =>
  (folder: string): void =>
    writeFileSync(join(folder, file), content);

const special =
  (file: string, make: (path: string, folder: string) => void) =>
  (folder: string): void => {
    rmSync(join(folder, file), { recursive: true, force: true });
    make(join(folder, file), folder);
  };

/** Changes the lines of the second shard's trace. */
const shardLines =
  (change: (lines: readonly string[]) => readonly string[]) =>
  (folder: string): void => {
    const file = join(folder, 'two', 'trace.ndjson');
    writeFileSync(file, `${change(readFileSync(file, 'utf8').trimEnd().split('\n')).join('\n')}\n`);
  };

/** A run with a defect that no run in the folder has looked at. */
const BASELINE = 'run --walks 0 --clause pam.pagination.** --fault pam-next-repeats-one --out out --baseline whole'.split(' ');

/** Every way in which something is no file. */
const NO_FILES: readonly (readonly [string, (path: string, folder: string) => void, string])[] = [
  ['a fifo', (path) => void execFileSync('mkfifo', [path]), 'a pipe'],
  ['a folder', (path) => mkdirSync(path), 'a folder'],
  ['a device', (path) => symlinkSync('/dev/zero', path), '.*(link|device)'],
  ['a link to nowhere', (path) => symlinkSync('/nowhere/at/all', path), '.*(link|nothing|no )'],
  ['a link to itself', (path) => symlinkSync(path, path), '.*(link|nothing|no )'],
  [
    'a link out of the folder',
    (path, folder) => (writeFileSync(join(folder, 'secret.txt'), CANARY), symlinkSync(join(folder, 'secret.txt'), path)),
    '.*link',
  ],
];

/** What stored files are read by; each is met with everything that is no file. */
const READERS: readonly (readonly [string, readonly string[]])[] = [
  ['whole/trace.ndjson', REPORT],
  ['whole/run.lock.json', REPORT],
  ['whole/report.json', ['diff', 'whole', 'whole']],
  ['one/trace.ndjson', MERGE],
  ['two/run.lock.json', MERGE],
  ['whole/report.json', ['trend', 'whole']],
  ['whole/report.json', ['run', '--baseline', 'whole', '--out', 'out']],
];

const TRACE = String.raw`^assay: \S*whole/trace\.ndjson`;
const traceLine = (number: number | string, rest = ''): RegExp => new RegExp(`${TRACE}:${number}  ${rest}`);

const ALTERED: readonly (readonly [string, (folder: string) => void, RegExp])[] = [
  ['without a type', line('exchange', ({ type: _type, ...event }) => event), traceLine(String.raw`\d+`)],
  ['of an unknown type', line('exchange', (event) => ({ ...event, type: 'exchanged' })), traceLine(String.raw`\d+`)],
  ['without its number', line('exchange', ({ seq: _seq, ...event }) => event), traceLine(String.raw`\d+`)],
  ['with a word for its number', line('exchange', (event) => ({ ...event, seq: 'first' })), traceLine(String.raw`\d+`)],
  ['with a number below 0', line('exchange', (event) => ({ ...event, seq: -5 })), traceLine(String.raw`\d+`)],
  ['with a number beyond all', line('exchange', (_event, text) => text.replace(/"seq":\d+/, '"seq":1e999')), traceLine(String.raw`\d+`)],
  ['with NaN', line('exchange', (_event, text) => text.replace(/"seq":\d+/, '"seq":NaN')), traceLine(String.raw`\d+`)],
  ['of an unknown document', line('exchange', (event) => ({ ...event, document: 'nope' })), traceLine(String.raw`\d+`)],
  ['of a document called constructor', line('exchange', (event) => ({ ...event, document: 'constructor' })), traceLine(String.raw`\d+`)],
  ['without a request', line('exchange', ({ request: _request, ...event }) => event), traceLine(String.raw`\d+`)],
  ['with a request that is null', line('exchange', (event) => ({ ...event, request: null })), traceLine(String.raw`\d+`)],
  [
    'with an address that is none',
    line('exchange', (event) => ({ ...event, request: { method: 'GET', url: 'nope', headers: {} } })),
    traceLine(String.raw`\d+`),
  ],
  [
    'with headers that are a list',
    line('exchange', (event) => ({ ...event, response: { status: 200, headers: [1], text: '' } })),
    traceLine(String.raw`\d+`),
  ],
  [
    'with a status that is none',
    line('exchange', (event) => ({ ...event, response: { status: 'fine', headers: {} } })),
    traceLine(String.raw`\d+`),
  ],
  [
    'with a key twice',
    line('exchange', (_event, text) => text.replace('{"type":"exchange"', '{"type":"exchange","type":"exchange"')),
    traceLine(String.raw`\d+`),
  ],
  [
    'with __proto__',
    line('exchange', (_event, text) => text.replace('{"type":"exchange"', '{"type":"exchange","__proto__":{"seq":1}')),
    traceLine(String.raw`\d+`),
  ],
  ['that is null', line('exchange', () => 'null'), traceLine(String.raw`\d+`)],
  ['that is a list', line('exchange', () => '[]'), traceLine(String.raw`\d+`)],
  [
    'that is no JSON',
    line('exchange', () => `{"type": ${CANARY}`),
    traceLine(String.raw`\d+`, 'expected JSON, found a text that is cut off or none'),
  ],
  ['that is nothing', line('exchange', () => ''), traceLine(String.raw`\d+`)],
  ['with NUL bytes', line('exchange', () => '\0\0\0'), traceLine(String.raw`\d+`)],
  [
    'that is nested 100,000 deep',
    line('exchange', () => `{"type":"exchange","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
    traceLine(String.raw`\d+`, 'expected at most'),
  ],
  ['of 50 MB', line('exchange', () => `{"type":"exchange","x":"${'a'.repeat(50 << 20)}"}`), traceLine(String.raw`\d+`)],
  ['taken out', line('exchange', () => []), new RegExp(TRACE)],
  ['that comes twice', line('exchange', (_event, text) => [text, text]), new RegExp(TRACE)],
  ['that begins a second run', line('exchange', (_event, text) => [text, '{"type":"run"}']), traceLine(String.raw`\d+`)],
  ['of an unknown case', line('exchange', (event) => ({ ...event, case: 'nope' })), new RegExp(TRACE)],
  ['first, of another version', line(0, (event) => ({ ...event, schemaVersion: 2 })), traceLine(1, '.*schemaVersion.*expected 1, found 2')],
  ['first, without a profile', line(0, ({ profile: _profile, ...event }) => event), traceLine(1)],
  ['first, with a profile of nothing', line(0, (event) => ({ ...event, profile: {} })), traceLine(1)],
  [
    'first, with services that are null',
    line(0, (event) => ({ ...event, profile: Object.assign({}, event['profile'], { services: null }) })),
    traceLine(1),
  ],
  [
    'first, of a time that is none',
    line(0, (event) => ({ ...event, startedAt: 'yesterday' })),
    new RegExp(String.raw`^assay: \S*whole/(trace\.ndjson:1|run\.lock\.json)  `),
  ],
  ['first, gone', line(0, () => []), traceLine(1)],
  [
    'end, with more events than there are',
    line('end', (event) => ({ ...event, events: 99_999 })),
    new RegExp(`${TRACE}.*expected the 99999 events that its end tells of`),
  ],
];

const FOLDERS: readonly Folder[] = [
  ...READERS.flatMap(([file, args]) =>
    NO_FILES.map(([what, make, found]): Folder => ({
      what: `${args[0] ?? ''}: ${what} for ${file}`,
      make: special(file, make),
      args,
      says: new RegExp(`^assay: .*(expected (a file|.*report|the folder|a run)).*found ${found}`),
    })),
  ),
  ...READERS.map(([file, args]): Folder => ({
    what: `${args[0] ?? ''}: 1 GB for ${file}`,
    make: special(file, (path) => furnish(path.slice(0, path.lastIndexOf('/')), { [file.split('/')[1] ?? '']: { bytes: 2 ** 30 } })),
    args,
    says: /^assay: \S+( {2}|: ).*expected/,
  })),
  ...READERS.flatMap(([file, args]) =>
    (
      [
        ['nothing', ''],
        ['a byte order mark', '\ufeff'],
        ['NUL bytes', '\0'.repeat(100)],
        ['binary', Buffer.from(Array.from({ length: 5000 }, (_none, index) => (index * 7919) % 256))],
        ['null', 'null\n'],
        ['a list', '[]\n'],
        ['another thing', '{"type":"x","schemaVersion":1}\n'],
        ['a secret', `${CANARY}\n`],
      ] as const
    ).map(([what, content]): Folder => ({
      what: `${args[0] ?? ''}: ${what} in ${file}`,
      make: instead(file, content),
      args,
      says: /^assay: \S+( {2}|: ).*expected/,
    })),
  ),
  ...READERS.map(([file, args]): Folder => ({
    what: `${args[0] ?? ''}: no ${file}`,
    make: (folder) => rmSync(join(folder, file)),
    args,
    says: /^assay: \S+: expected .*found no(thing)?\b/,
  })),
  ...ALTERED.map(([what, make, says]): Folder => ({ what: `report: a line ${what}`, make, args: REPORT, says })),
  // truncation
  { what: 'report: a trace without its end', make: (folder) => shorten(folder, 40), args: REPORT, code: 3, says: /PARTIAL|partial|killed/ },
  { what: 'report: a trace of one line', make: (folder) => keepLines(folder, 1), args: REPORT, code: 3, says: /PARTIAL/ },
  {
    what: 'merge: a shard without its end',
    make: (folder) => cut(join(folder, 'one', 'trace.ndjson'), 40),
    args: MERGE,
    says: /^assay: one: shard 1 of 2 is not whole: it was killed/,
  },
  {
    what: 'diff: half a report',
    make: (folder) => cut(join(folder, 'whole', 'report.json'), 5_000),
    args: ['diff', 'whole', 'whole'],
    says: /report\.json {2}expected JSON, found a text that is cut off or none/,
  },
  // the lock
  {
    what: 'report: a lock of another version',
    make: json('whole/run.lock.json', (lock) => ({ ...lock, schemaVersion: 7 })),
    args: REPORT,
    says: /run\.lock\.json.* {2}schemaVersion {2}expected 1, found 7/,
  },
  {
    what: 'report: a lock without a seed',
    make: json('whole/run.lock.json', ({ seed: _seed, ...lock }) => lock),
    args: REPORT,
    says: /run\.lock\.json:1:1 {2}\(top\) {2}expected the key 'seed', found none/,
  },
  {
    what: 'report: a lock of another seed',
    make: json('whole/run.lock.json', (lock) => ({ ...lock, seed: 77 })),
    args: REPORT,
    says: /run\.lock\.json {2}seed {2}expected 1, as in the trace beside it, found 77/,
  },
  {
    what: 'report: a lock of another target',
    make: json('whole/run.lock.json', (lock) => ({ ...lock, profile: { name: 'production', digest: 'x' } })),
    args: REPORT,
    says: /run\.lock\.json {2}profile\.name {2}expected "mock", as in the trace beside it, found "production"/,
  },
  {
    what: 'report: a lock with an unknown key',
    make: json('whole/run.lock.json', (lock) => ({ ...lock, approved: true })),
    args: REPORT,
    says: /run\.lock\.json.*expected one of the keys .*found 'approved'/,
  },
  {
    what: 'report: a lock that steers a terminal',
    make: json('whole/run.lock.json', (lock) => ({ ...lock, '\u001b]8;;http://evil\u0007::error::x': true })),
    args: REPORT,
    says: /run\.lock\.json/,
  },
  {
    what: 'report: a lock with waivers that are not there',
    make: json('whole/run.lock.json', (lock) => ({ ...lock, waivers: 'f'.repeat(64) })),
    args: REPORT,
    says: /the run was made with waivers, found no waivers\.yaml in it/,
  },
  {
    what: 'report: a lock with other waivers',
    make: (folder) => (
      json('whole/run.lock.json', (lock) => ({ ...lock, waivers: 'f'.repeat(64) }))(folder),
      writeFileSync(join(folder, 'whole', 'waivers.yaml'), 'waivers: []\n')
    ),
    args: REPORT,
    says: /waivers\.yaml: it is not what the run was made with: its SHA-256 is not the one in run\.lock\.json/,
  },
  // shards
  {
    what: 'merge: an event taken out of a shard',
    make: shardLines((lines) => lines.toSpliced(20, 1)),
    args: MERGE,
    says: /^assay: \S*two\/trace\.ndjson: it was changed: expected the \d+ events that its end tells of, found \d+: 1 missing/,
  },
  {
    what: 'merge: an event that a shard has twice',
    make: shardLines((lines) => lines.toSpliced(20, 0, lines[20] ?? '')),
    args: MERGE,
    says: /^assay: \S*two\/trace\.ndjson/,
  },
  {
    what: 'merge: a shard without its first line',
    make: shardLines((lines) => lines.slice(1)),
    args: MERGE,
    says: /^assay: \S*two\/trace\.ndjson:1 {2}expected an event of type 'run'/,
  },
  {
    what: 'merge: a shard with cases of another name',
    make: shardLines((lines) => lines.map((text) => text.replaceAll('"case":"probe/', '"case":"prode/'))),
    args: MERGE,
    says: /^assay: two: shard 2 of 2 is not whole: its trace lacks /,
  },
  {
    what: 'merge: a shard whose statuses were changed proves nothing',
    make: shardLines((lines) => lines.map((text) => text.replaceAll('"status":200', '"status":500'))),
    args: MERGE,
    code: 3,
    says: /violated/,
  },
  {
    what: 'merge: a shard of another profile',
    make: json('two/run.lock.json', (lock) => ({ ...lock, profile: { name: 'mock', digest: 'f'.repeat(64) } })),
    args: MERGE,
    says: /^assay: two: it is a shard of another run: profile/,
  },
  // baselines
  {
    what: 'run: a baseline of another target',
    make: json('whole/report.json', (report) => ({ ...report, target: { ...Object(report['target']), name: 'production' } })),
    args: BASELINE,
    says: /whole: it is a run of the target 'production', not of 'mock'/,
  },
  {
    what: 'run: a shard as baseline',
    make: () => undefined,
    args: BASELINE.map((word) => (word === 'whole' ? 'one' : word)),
    says: /one: it is shard 1 of 2, a part of a run/,
  },
  {
    what: 'run: a baseline that has looked at other clauses excuses no violation',
    make: () => undefined,
    args: BASELINE,
    code: 1,
    says: /newly fail/i,
  },
  {
    what: 'merge: the same shard twice',
    make: () => undefined,
    args: ['merge', 'one', 'one', '--out', 'joined'],
    says: /^assay: one: it is shard 1 of 2, which one is too\. Leave one of them out\n$/,
  },
  {
    what: 'merge: one of two',
    make: () => undefined,
    args: ['merge', 'one', '--out', 'joined'],
    says: /^assay: one: it is shard 1 of 2; missing beside it: shard 2\. /,
  },
  {
    what: 'merge: a shard of another run',
    make: () => undefined,
    args: ['merge', 'one', 'other', '--out', 'joined'],
    says: /^assay: other: it is a shard of another run: seed 2, not 1 as in one\. /,
  },
  {
    what: 'merge: a whole run',
    make: () => undefined,
    args: ['merge', 'one', 'whole', '--out', 'joined'],
    says: /^assay: whole: expected a shard, found a run that is whole\. Leave it out/,
  },
  {
    what: 'merge: a copy under another name',
    make: (folder) => cpSync(join(folder, 'one'), join(folder, 'copy'), { recursive: true }),
    args: ['merge', 'one', 'copy', 'two', '--out', 'joined'],
    says: /^assay: copy: it is shard 1 of 2, which one is too/,
  },
  {
    what: 'merge: a link to a shard twice',
    make: (folder) => symlinkSync('one', join(folder, 'link')),
    args: ['merge', 'one', 'link', '--out', 'joined'],
    says: /^assay: link: it is shard 1 of 2, which one is too/,
  },
  {
    what: 'merge: into one of them',
    make: () => undefined,
    args: ['merge', 'one', 'two', '--out', 'one'],
    says: /^assay: --out <folder>\/one: expected a new or empty folder, found files in it\. Choose another\n$/,
  },
  {
    what: 'merge: a number beyond all shards',
    make: json('one/run.lock.json', (lock) => ({ ...lock, shard: { ...Object.assign({}, lock['shard']), number: 9 } })),
    args: MERGE,
    says: /^assay: /,
  },
  {
    what: 'merge: 2 billion shards',
    make: json('one/run.lock.json', (lock) => ({ ...lock, shard: { ...Object.assign({}, lock['shard']), of: 2_000_000_000 } })),
    args: ['merge', 'one', '--out', 'joined'],
    says: /^assay: /,
  },
  // history and comparison
  {
    what: 'trend: a fifo for a history',
    make: (folder) => furnish(folder, { 'trend/history.ndjson': { special: 'fifo' } }),
    args: ['trend', 'whole', '--history', 'trend'],
    says: /^assay: .*history\.ndjson.*expected a file, found a pipe/m,
  },
  {
    what: 'trend: a broken line in a history',
    make: (folder) => furnish(folder, { 'trend/history.ndjson': `{"a": ${CANARY}\n` }),
    args: ['trend', '--history', 'trend'],
    says: /^assay: .*history\.ndjson:1 {2}expected /,
  },
  {
    what: 'trend: a line of another version in a history',
    make: (folder) => furnish(folder, { 'trend/history.ndjson': '{"schemaVersion":9}\n' }),
    args: ['trend', '--history', 'trend'],
    says: /^assay: .*history\.ndjson:1.*expected.* found 9/,
  },
  {
    what: 'trend: a line that is nobody in a history',
    make: (folder) => furnish(folder, { 'trend/history.ndjson': '{"schemaVersion":1}\n' }),
    args: ['trend', '--history', 'trend'],
    says: /^assay: .*history\.ndjson:1 /,
  },
  {
    what: 'diff: a run of another target',
    make: json('whole/report.json', (report) => ({ ...report, target: { ...Object.assign({}, report['target']), name: 'production' } })),
    args: ['diff', 'one/report.json', 'whole'],
    says: /^assay: (one|whole)/,
  },
  {
    what: 'diff: a report of another version',
    make: json('whole/report.json', (report) => ({ ...report, schemaVersion: 3 })),
    args: ['diff', 'whole', 'whole'],
    says: /report\.json:\d+:\d+ {2}schemaVersion {2}expected 1, found 3: another version of Assay wrote it/,
  },
  {
    what: 'diff: a report without clauses',
    make: json('whole/report.json', ({ clauses: _clauses, ...report }) => report),
    args: ['diff', 'whole', 'whole'],
    says: /report\.json.*expected the key 'clauses', found none/,
  },
  // where things are put
  {
    what: 'run: a link to nowhere for --out',
    make: (folder) => symlinkSync('/nowhere/at/all', join(folder, 'out')),
    args: ['run', '--clause', 'pam.resources.token.**', '--walks', '0', '--out', 'out'],
    says: /^assay: .*<folder>\/out: (expected|cannot be written: )/m,
  },
  {
    what: 'run: a fifo for --out',
    make: (folder) => furnish(folder, { out: { special: 'fifo' } }),
    args: ['run', '--out', 'out'],
    says: /^assay: --out <folder>\/out: expected a new or empty folder, found a/,
  },
  {
    what: 'run: a link to itself for --out',
    make: (folder) => symlinkSync('out', join(folder, 'out')),
    args: ['run', '--out', 'out'],
    says: /^assay: .*<folder>\/out: (expected|cannot be written: )/m,
  },
  {
    what: 'run: a name that is too long for --out',
    make: () => undefined,
    args: ['run', '--out', 'a'.repeat(300)],
    says: /^assay: .*a{300}: cannot be written: ENAMETOOLONG/m,
  },
  {
    what: 'report: a certified run',
    make: (folder) => writeFileSync(join(folder, 'whole', 'certificate.json'), '{}'),
    args: REPORT,
    says: /^assay: .*whole: it is certified, and its files are signed as they are/,
  },
  {
    what: 'report: a file for allure-results',
    make: special('whole/allure-results', (path) => writeFileSync(path, 'mine')),
    args: REPORT,
    says: /^assay: <folder>\/whole: cannot be written: ENOTDIR.*'assay report' makes them of it$/m,
  },
  {
    what: 'report: a link out of the folder for report.html',
    make: special(
      'whole/report.html',
      (path, folder) => (writeFileSync(join(folder, 'mine.txt'), 'mine'), symlinkSync(join(folder, 'mine.txt'), path)),
    ),
    args: REPORT,
    code: 0,
    says: /./,
  },
  {
    what: 'report: a hard link for report.html',
    make: special(
      'whole/report.html',
      (path, folder) => (writeFileSync(join(folder, 'mine.txt'), 'mine'), linkSync(join(folder, 'mine.txt'), path)),
    ),
    args: REPORT,
    code: 0,
    says: /./,
  },
  {
    what: 'report: a link to the folder',
    make: (folder) => (renameSync(join(folder, 'whole'), join(folder, 'moved')), symlinkSync('moved', join(folder, 'whole'))),
    args: REPORT,
    code: 0,
    says: /./,
  },
  {
    what: 'certify: a fifo for a report',
    make: special('whole/report.json', (path) => void execFileSync('mkfifo', [path])),
    args: ['certify', 'whole', '--predicate-only'],
    says: /report\.json.*expected a file, found a pipe/,
  },
  // rows of a load
  {
    what: 'load analyze: rows that are altered',
    make: instead('rows.ndjson', '{"row":"assay/2","kind":"begin"}\n'),
    args: ['load', 'analyze', 'rows.ndjson', '--out', 'out'],
    says: /^assay: rows\.ndjson:1 /,
  },
  {
    what: 'load analyze: a row nested 100,000 deep',
    make: instead('rows.ndjson', `{"row":"assay/2","kind":"begin","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`),
    args: ['load', 'analyze', 'rows.ndjson', '--out', 'out'],
    says: /^assay: rows\.ndjson:1 /,
  },
  {
    what: 'load analyze: a row of 50 MB',
    make: instead('rows.ndjson', `{"row":"assay/2","x":"${'a'.repeat(50 << 20)}"}\n`),
    args: ['load', 'analyze', 'rows.ndjson', '--out', 'out'],
    says: /^assay: rows\.ndjson/,
  },
];

function cut(file: string, bytes: number): void {
  writeFileSync(file, readFileSync(file).subarray(0, -bytes));
}

function keepLines(folder: string, lines: number): void {
  const file = join(folder, 'whole', 'trace.ndjson');
  writeFileSync(file, `${readFileSync(file, 'utf8').split('\n').slice(0, lines).join('\n')}\n`);
}

/** Leaves out the last line, and a part of the one before. */
function shorten(folder: string, bytes: number): void {
  const file = join(folder, 'whole', 'trace.ndjson');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(0, -1);
  writeFileSync(file, lines.join('\n').slice(0, -bytes));
}

test.each(draw(8, FOLDERS, ({ args: [command = ''] }) => command))('$what', async ({ make, args, code: expected = 2, says }) => {
  const folder = testFolder();
  for (const name of ['whole', 'one', 'two', 'other']) cpSync(join(runs, name), join(folder, name), { recursive: true });
  make(folder);
  const { code, stdout, stderr, peakMiB } = await run(folder, args);
  expect({ code, faults: faultsOfSpeech(stdout + stderr), tooLarge: peakMiB > MOST_MIB && peakMiB, stderr }).toEqual({
    code: expected,
    faults: [],
    tooLarge: false,
    stderr,
  });
  // Results go to standard output, errors to standard error: what a command says is in the one that its exit code tells of.
  expect(expected === 2 ? stderr : stdout).toMatch(says);
});

test('a socket for a profile', async () => {
  const folder = testFolder();
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(join(folder, 'target.yaml'), resolve));
  const { code, stderr } = await run(folder, ['run', '--target', 'target.yaml', '--out', 'out']);
  server.close();
  expect(code).toBe(2);
  expect(stderr).toMatch(/^assay: .*target\.yaml.*expected/);
});

test('what stands beside a link is as it was: nothing is written through it', async () => {
  const folder = testFolder();
  cpSync(join(runs, 'whole'), join(folder, 'whole'), { recursive: true });
  for (const [name, link] of [
    ['html.txt', 'report.html'],
    ['json.txt', 'report.json'],
    ['xml.txt', 'junit.xml'],
  ] as const) {
    writeFileSync(join(folder, name), 'mine');
    rmSync(join(folder, 'whole', link));
    if (name === 'xml.txt') linkSync(join(folder, name), join(folder, 'whole', link));
    else symlinkSync(join(folder, name), join(folder, 'whole', link));
  }
  appendFileSync(join(folder, 'html.txt'), '!');
  await run(folder, REPORT);
  expect(['html.txt', 'json.txt', 'xml.txt'].map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(['mine!', 'mine', 'mine']);
});
