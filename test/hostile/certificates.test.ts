import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  linkSync,
  mkdtempSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { certificateText, PAYLOAD_TYPE, preAuthenticationEncoding, publicDer, seal } from '../../src/report/certificate/dsse.ts';
import { CERTIFICATE_FILE } from '../../src/run/certificate/run-files.ts';
import { verifyRun } from '../../src/run/certificate/verify.ts';
import { certifiedRun, KEYS, STRANGER } from '../support/certified-run.ts';
import type { DoorRun } from '../support/certified-run.ts';
import { CodedError, exitCodeOf } from '../../src/model/errors.ts';
import { furnish } from './mistakes.ts';

// A forger has the folder of a true run, writes what the world should believe, and signs it with a key of its own, which the reader trusts.

type Json = Record<string, unknown>;

const made: string[] = [];
let kept: DoorRun | undefined;
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

function copyOf(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'assay-forged-'));
  made.push(copy);
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** The true run, signed once: making it takes longer than reading it. */
async function original(): Promise<DoorRun> {
  if (kept !== undefined) return kept;
  const { folder, specs, root } = await certifiedRun();
  kept = { folder: copyOf(folder), specs, root: copyOf(root) };
  return kept;
}

/** What a reader of a forged folder is told: the exit code, and each flaw or the one message. */
async function read(folder: string, key: KeyObject): Promise<readonly [number, string]> {
  try {
    const { specs, root } = await original();
    const { exitCode, flaws, unchecked } = verifyRun(folder, specs, key, root);
    return [exitCode, [...flaws.map(({ file, what }) => `${file}: ${what}`), ...unchecked].join('\n')];
  } catch (error) {
    if (error instanceof CodedError) return [exitCodeOf(error.code), error.message];
    throw error;
  }
}

function at(value: unknown, key: string | number): Json {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  if (typeof found !== 'object' || found === null) throw new TypeError(`there is no ${key}`);
  return Object.assign(found);
}

function statementIn(folder: string): Json {
  const certificate: Json = JSON.parse(readFileSync(join(folder, CERTIFICATE_FILE), 'utf8'));
  return JSON.parse(Buffer.from(String(certificate['payload']), 'base64').toString('utf8'));
}

/** The descriptor of a name in a statement's configuration. */
function configured(statement: Json, name: string): Json {
  const list = at(at(statement, 'predicate'), 'configuration');
  const found = Object.values(list).find((one) => typeof one === 'object' && one !== null && Reflect.get(one, 'name') === name);
  return at({ found }, 'found');
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Names a signer in a statement, so that the certificate is whole by itself. */
function named(statement: Json, key: KeyObject): Json {
  const der = publicDer(key);
  Object.assign(configured(statement, 'signer'), { content: der.toString('base64'), digest: { sha256: sha256(der) } });
  return statement;
}

function signedAnew(folder: string, statement: Json, payload = JSON.stringify(named(statement, STRANGER.publicKey))): void {
  writeFileSync(join(folder, CERTIFICATE_FILE), certificateText(seal(Buffer.from(payload), STRANGER.privateKey)));
}

/** Digests of all that stands in a statement, as the folder has it now. */
function covering(folder: string, statement: Json): Json {
  for (const subject of Object.values(at(statement, 'subject')))
    if (typeof subject === 'object' && subject !== null)
      Object.assign(subject, { digest: { sha256: sha256(readFileSync(join(folder, String(Reflect.get(subject, 'name'))))) } });
  return statement;
}

function replace(folder: string, file: string, change: (text: string) => string): void {
  const before = readFileSync(join(folder, file), 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`${file} has not changed`);
  writeFileSync(join(folder, file), after);
}

interface Forgery {
  readonly what: string;
  readonly make: (folder: string) => void;
  /** 1 where something was changed; 2 where it cannot be read as a run's folder at all; 3 where another version may know better */
  readonly code: 1 | 2 | 3;
  readonly says: RegExp;
  /** whose key the reader trusts: that of the true run, unless told otherwise */
  readonly key?: KeyObject;
}

/** A statement changed and signed with the forger's key. */
const restated = (what: string, change: (statement: Json) => void, says: RegExp): Forgery => ({
  what: `re-signed: ${what}`,
  make: (folder) => {
    const statement = statementIn(folder);
    change(statement);
    signedAnew(folder, statement);
  },
  code: 1,
  says,
  key: STRANGER.publicKey,
});

/** A file changed, its digest set right, and signed with the forger's key. */
const rewritten = (what: string, file: string, change: (text: string) => string, says: RegExp): Forgery => ({
  what: `re-signed: ${what}`,
  make: (folder) => {
    replace(folder, file, change);
    signedAnew(folder, covering(folder, statementIn(folder)));
  },
  code: 1,
  says,
  key: STRANGER.publicKey,
});

const certificate = (what: string, change: (text: string) => string | Buffer, says: RegExp, key = KEYS.publicKey): Forgery => ({
  what,
  make: (folder) => {
    const path = join(folder, CERTIFICATE_FILE);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  },
  code: 1,
  says,
  key,
});

const MISSTATED = /^certificate\.json: /m;
const OTHER = 'f'.repeat(64);
const others = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  x25519: generateKeyPairSync('x25519'),
  ed448: generateKeyPairSync('ed448'),
};

const FORGERIES: readonly Forgery[] = [
  // what is stated
  restated(
    'another commit of the suite',
    (statement) => void Object.assign(at(configured(statement, 'suite'), 'digest'), { gitCommit: 'a'.repeat(40) }),
    MISSTATED,
  ),
  restated('another suite', (statement) => void Object.assign(at(configured(statement, 'suite'), 'digest'), { sha256: OTHER }), MISSTATED),
  restated(
    'another version',
    (statement) => void Object.assign(at(configured(statement, 'suite'), 'annotations'), { version: '9.9.9' }),
    MISSTATED,
  ),
  restated('other specs', (statement) => void Object.assign(at(configured(statement, 'specs'), 'digest'), { sha256: OTHER }), MISSTATED),
  restated(
    'more clauses in the specs',
    (statement) => void Object.assign(at(configured(statement, 'specs'), 'annotations'), { clauses: 9999 }),
    MISSTATED,
  ),
  restated(
    'other requirements',
    (statement) => void Object.assign(at(configured(statement, 'requirements'), 'digest'), { sha256: OTHER }),
    MISSTATED,
  ),
  restated(
    'more that counts',
    (statement) => void Object.assign(at(configured(statement, 'requirements'), 'annotations'), { scored: 9999 }),
    MISSTATED,
  ),
  restated(
    'nothing that was not judged',
    (statement) => void Object.assign(at(configured(statement, 'requirements'), 'annotations'), { notJudged: { never: ['x'] } }),
    MISSTATED,
  ),
  restated(
    'another target',
    (statement) => void Object.assign(at(configured(statement, 'profile'), 'annotations'), { name: 'production' }),
    MISSTATED,
  ),
  restated(
    'another profile',
    (statement) => void Object.assign(at(configured(statement, 'profile'), 'digest'), { sha256: OTHER }),
    MISSTATED,
  ),
  restated(
    'other claims',
    (statement) => void Object.assign(at(configured(statement, 'profile'), 'annotations'), { claims: ['everything'] }),
    MISSTATED,
  ),
  restated(
    'waivers that were none',
    (statement) => void Object.assign(at(configured(statement, 'waivers'), 'digest'), { sha256: OTHER }),
    MISSTATED,
  ),
  restated(
    'something waived',
    (statement) => void Object.assign(at(configured(statement, 'waivers'), 'annotations'), { waived: [{ clause: 'x' }] }),
    MISSTATED,
  ),
  restated(
    'more walks',
    (statement) => void Object.assign(at(configured(statement, 'seed'), 'annotations'), { walks: 100_000 }),
    MISSTATED,
  ),
  restated(
    'another seed',
    (statement) =>
      void Object.assign(configured(statement, 'seed'), { content: Buffer.from('7').toString('base64'), digest: { sha256: sha256('7') } }),
    MISSTATED,
  ),
  restated(
    'a content beside its digest',
    (statement) => void Object.assign(configured(statement, 'seed'), { content: Buffer.from('7').toString('base64') }),
    MISSTATED,
  ),
  restated(
    'a clause that passed',
    (statement) => void Object.assign(at(statement, 'predicate'), { passedTests: ['doors.everything'] }),
    MISSTATED,
  ),
  restated(
    'a clause that was waived',
    (statement) => void Object.assign(at(statement, 'predicate'), { result: 'WARNED', warnedTests: ['doors.x'] }),
    MISSTATED,
  ),
  restated(
    'no configuration but the signer',
    (statement) => void Object.assign(at(statement, 'predicate'), { configuration: [configured(statement, 'signer')] }),
    MISSTATED,
  ),
  restated(
    'a configuration twice',
    (statement) => {
      const predicate = at(statement, 'predicate');
      Object.assign(predicate, { configuration: [...Object.values(at(predicate, 'configuration')), configured(statement, 'profile')] });
    },
    MISSTATED,
  ),
  restated(
    'a configuration that nobody knows',
    (statement) => {
      const predicate = at(statement, 'predicate');
      Object.assign(predicate, {
        configuration: [...Object.values(at(predicate, 'configuration')), { name: 'approved', digest: { sha256: OTHER } }],
      });
    },
    MISSTATED,
  ),
  restated(
    'a key that nobody knows',
    (statement) => void Object.assign(at(statement, 'predicate'), { url: 'https://assay.example.test/approved' }),
    MISSTATED,
  ),
  restated(
    'another type of predicate',
    (statement) => void Object.assign(statement, { predicateType: 'https://slsa.dev/provenance/v1' }),
    /it states nothing that this version of Assay knows/,
  ),
  restated(
    'another type of statement',
    (statement) => void Object.assign(statement, { _type: 'https://in-toto.io/Statement/v9' }),
    /it states nothing that this version of Assay knows/,
  ),
  // what is covered
  restated(
    'a file left out',
    (statement) => void Object.assign(statement, { subject: Object.values(at(statement, 'subject')).slice(1) }),
    /it was added after the run was signed|it covers/,
  ),
  restated(
    'no file',
    (statement) => void Object.assign(statement, { subject: [] }),
    /it was added after the run was signed|it states nothing|it covers/,
  ),
  restated(
    'a file that is not there',
    (statement) =>
      void Object.assign(statement, {
        subject: [...Object.values(at(statement, 'subject')), { name: 'proof.txt', digest: { sha256: OTHER } }],
      }),
    /proof\.txt: it is missing|it covers/,
  ),
  restated(
    'a file of another folder',
    (statement) =>
      void Object.assign(statement, {
        subject: [...Object.values(at(statement, 'subject')), { name: '../../../etc/hostname', digest: { sha256: OTHER } }],
      }),
    /hostname/,
  ),
  restated(
    'a device behind backslashes',
    (statement) =>
      void Object.assign(statement, {
        subject: [...Object.values(at(statement, 'subject')), { name: String.raw`..\..\dev\zero`, digest: { sha256: OTHER } }],
      }),
    /dev/,
  ),
  restated(
    'a file twice',
    (statement) =>
      void Object.assign(statement, { subject: [...Object.values(at(statement, 'subject')), at(at(statement, 'subject'), 0)] }),
    /it covers one file twice/,
  ),
  restated(
    'digests in the place of each other',
    (statement) => {
      const [one, other] = [at(at(statement, 'subject'), 0), at(at(statement, 'subject'), 1)];
      const kept = one['digest'];
      one['digest'] = other['digest'];
      other['digest'] = kept;
    },
    /it was changed after it was signed/,
  ),
  // what is rendered
  rewritten('report.html of nothing', 'report.html', () => '<!doctype html><title>CONFORMANT</title>', /report\.html: /),
  rewritten('report.html with one word more', 'report.html', (text) => text.replace('</body>', '<p>approved</p></body>'), /report\.html: /),
  rewritten('summary.md with one line more', 'summary.md', (text) => `${text}\napproved\n`, /summary\.md: /),
  rewritten('junit.xml without a failure', 'junit.xml', (text) => text.replace(/tests="\d+"/, 'tests="9999"'), /junit\.xml: /),
  rewritten(
    'other figures in report.json',
    'report.json',
    (text) => text.replace(/"durationMs": ?\d+/, '"durationMs": 1'),
    /report\.json: /,
  ),
  rewritten(
    'another outcome in report.json',
    'report.json',
    (text) => text.replace(/"startedAt": ?"[^"]*"/, '"startedAt":"2000-01-01T00:00:00.000Z"'),
    /report\.json: /,
  ),
  // what it was made of
  {
    ...rewritten(
      'another target in the lock',
      'run.lock.json',
      (text) => text.replace('"name": "doors"', '"name": "production"'),
      /profile\.name {2}expected "doors", as in the trace beside it, found "production"/,
    ),
    // The door's run is of a version that is not this one.
    code: 3,
  },
  ...(
    [
      ['other walks in the lock', '"walks": 50', '"walks": 5000', /walks {2}expected 50, as in the trace beside it, found 5000/],
      [
        'faults in the lock',
        '"faults": []',
        '"faults": [\n    "x"\n  ]',
        /faults {2}expected \[\], as in the trace beside it, found \["x"\]/,
      ],
    ] as const
  ).map(([name, before, after, told]): Forgery => ({
    ...rewritten(name, 'run.lock.json', (text) => text.replace(before, after), told),
    code: 3,
  })),
  rewritten(
    'another suite in the lock',
    'run.lock.json',
    (text) => text.replace(/"digest": "[0-9a-f]{64}"/, `"digest": "${OTHER}"`),
    /^(certificate\.json|run\.lock\.json): /m,
  ),
  rewritten(
    'another answer in the trace',
    'trace.ndjson',
    (text) => text.replace('"state":"OPEN"', '"state":"SHUT"'),
    /^(report\.json|certificate\.json|trace\.ndjson): /m,
  ),
  rewritten(
    'an exchange taken out of the trace',
    'trace.ndjson',
    (text) =>
      text
        .split('\n')
        .filter((line, index) => index !== 5)
        .join('\n'),
    /./,
  ),
  // the envelope
  certificate('one byte of the payload', (text) => text.replace(/(?<="payload": ")(.)/, (first) => (first === 'e' ? 'f' : 'e')), /./),
  certificate('no signature', (text) => text.replace(/"signatures": \[[\s\S]*\]/, '"signatures": []'), /./),
  certificate('another type of payload', (text) => text.replace(PAYLOAD_TYPE, 'text/plain'), /its payload is of type text\/plain/),
  certificate('a key twice', (text) => text.replace('"payloadType"', `"payloadType": "text/plain",\n "payloadType"`), /./),
  certificate(
    'a key that nobody knows',
    (text) => text.replace('"payloadType"', '"approved": true, "payloadType"'),
    /it is no DSSE envelope/,
  ),
  certificate('cut off', (text) => text.slice(0, text.length / 2), /it is no DSSE envelope/),
  certificate('nothing', () => '', /it is no DSSE envelope/),
  certificate('a byte order mark', (text) => `\ufeff${text}`, /./),
  certificate('a blank more', (text) => `${text} `, /it is not byte for byte as it was written/),
  certificate('binary', () => Buffer.from(Array.from({ length: 5000 }, (_none, index) => (index * 7919) % 256)), /it is no DSSE envelope/),
  certificate('null', () => 'null\n', /it is no DSSE envelope/),
  certificate('100,000 brackets', () => '['.repeat(100_000), /./),
  certificate('8 MB of base64', (text) => text.replace(/(?<="payload": ")[^"]*/, 'A'.repeat(8 << 20)), /./),
  certificate(
    "the signature of another's key over the same",
    (text) => {
      const { payload, signatures } = JSON.parse(text);
      const [first] = signatures;
      const sig = sign(undefined, preAuthenticationEncoding(PAYLOAD_TYPE, Buffer.from(payload, 'base64')), STRANGER.privateKey).toString(
        'base64',
      );
      return certificateText({ payload, payloadType: PAYLOAD_TYPE, signatures: [{ ...first, sig }] });
    },
    /its signature does not hold/,
  ),
  certificate(
    'two signatures',
    (text) => {
      const { payload, signatures } = JSON.parse(text);
      const again = seal(Buffer.from(payload, 'base64'), STRANGER.privateKey).signatures;
      return certificateText({ payload, payloadType: PAYLOAD_TYPE, signatures: [...signatures, ...again] });
    },
    /it is signed 2 times/,
  ),
  {
    what: 'true, but of another key than the one that is trusted',
    make: () => undefined,
    code: 1,
    says: /it is signed with the key [0-9a-f]{64}, not with the given one/,
    key: STRANGER.publicKey,
  },
  { ...restated('by a stranger', () => undefined, /it is signed with the key [0-9a-f]{64}, not with the given one/), key: KEYS.publicKey },
  {
    what: 're-signed: a key twice in the payload',
    make: (folder) => {
      const text = JSON.stringify(named(statementIn(folder), STRANGER.publicKey));
      signedAnew(folder, {}, text.replace('"predicateType"', '"predicateType":"text/plain","predicateType"'));
    },
    code: 1,
    says: /it states nothing that this version of Assay knows/,
    key: STRANGER.publicKey,
  },
  ...Object.entries(others).map(([type, { publicKey }]): Forgery => ({
    what: `re-signed: a signer of type ${type}`,
    make: (folder) => {
      const statement = named(statementIn(folder), publicKey);
      signedAnew(folder, statement, JSON.stringify(statement));
    },
    code: 1,
    says: /it does not name the key that signed it/,
    key: STRANGER.publicKey,
  })),
  // the folder
  {
    what: 'no certificate',
    make: (folder) => rmSync(join(folder, CERTIFICATE_FILE)),
    code: 1,
    says: /it is missing: this run is not signed/,
  },
  {
    what: 'a file more',
    make: (folder) => writeFileSync(join(folder, 'notes.txt'), 'mine'),
    code: 1,
    says: /notes\.txt: it was added after the run was signed/,
    key: KEYS.publicKey,
  },
  {
    what: 'a file less',
    make: (folder) => rmSync(join(folder, 'summary.md')),
    code: 1,
    says: /summary\.md: it is missing/,
    key: KEYS.publicKey,
  },
  {
    what: 'a byte more',
    make: (folder) => appendFileSync(join(folder, 'trace.ndjson'), ' '),
    code: 1,
    says: /trace\.ndjson: it was changed after it was signed/,
    key: KEYS.publicKey,
  },
  {
    what: 'a link to the certificate',
    make: (folder) => aside(folder, CERTIFICATE_FILE),
    code: 2,
    says: /certificate\.json {2}expected a file, found a link\. Put the file itself there/,
  },
  {
    what: 'a link to the trace',
    make: (folder) => aside(folder, 'trace.ndjson'),
    code: 2,
    says: /trace\.ndjson: expected a file, found a link/,
  },
  {
    what: 'a dangling link',
    make: (folder) => symlinkSync('/nowhere', join(folder, 'notes.txt')),
    code: 2,
    says: /notes\.txt: expected a file, found a link/,
  },
  {
    what: 'a link to itself',
    make: (folder) => symlinkSync('notes.txt', join(folder, 'notes.txt')),
    code: 2,
    says: /notes\.txt: expected a file, found a link/,
  },
  {
    what: 'a link to the folder above',
    make: (folder) => symlinkSync('..', join(folder, 'up')),
    code: 2,
    says: /up: expected a file, found a link/,
  },
  {
    what: 'a fifo',
    make: (folder) => furnish(folder, { pipe: { special: 'fifo' } }),
    code: 2,
    says: /pipe: expected a file, found a (fifo|pipe)/,
  },
  {
    what: 'a fifo for the certificate',
    make: (folder) => (rmSync(join(folder, CERTIFICATE_FILE)), furnish(folder, { [CERTIFICATE_FILE]: { special: 'fifo' } })),
    code: 2,
    says: /certificate\.json {2}expected a file, found a pipe\. Put the file itself there/,
  },
  {
    what: 'a folder for the certificate',
    make: (folder) => (rmSync(join(folder, CERTIFICATE_FILE)), mkdirSync(join(folder, CERTIFICATE_FILE))),
    code: 2,
    says: /certificate\.json/,
  },
  { what: '1 GB for the certificate', make: (folder) => truncateSync(join(folder, CERTIFICATE_FILE), 2 ** 30), code: 2, says: /./ },
  {
    what: '3 GB beside it',
    make: (folder) => furnish(folder, { 'notes.txt': { bytes: 3 * 2 ** 30 } }),
    code: 2,
    says: /expected at most \d+ MiB/,
  },
  ...[
    String.raw`allure-results\one.json`,
    String.raw`..\..\dev\zero`,
    'trace.ndjson.',
    'trace.ndjson ',
    'Trace.ndjson',
    'REPORT.HTML',
    'tr\u0430ce.ndjson',
    'report\u202Ehtml.json',
    'a\nb',
    'a\u001b[2Jb',
    'a::error::b\u0007',
  ].map((name): Forgery => ({
    what: `a file named ${JSON.stringify(name)}`,
    make: (folder) => writeFileSync(join(folder, name), 'mine'),
    code: 2,
    says: /Take (it|one of them) out/,
  })),
  {
    what: 'folders in folders',
    make: (folder) => mkdirSync(join(folder, ...Array.from({ length: 500 }, () => 'a')), { recursive: true }),
    code: 2,
    says: /expected at most \d+ folders in one another|expected a file, found a folder/,
  },
  {
    what: 'a hard link to another of its files',
    make: (folder) => linkSync(join(folder, 'trace.ndjson'), join(folder, 'copy.ndjson')),
    code: 1,
    says: /copy\.ndjson: it was added after the run was signed/,
    key: KEYS.publicKey,
  },
];

/** Moves a file out of the folder and links to it. */
function aside(folder: string, file: string): void {
  const place = mkdtempSync(join(tmpdir(), 'assay-aside-'));
  made.push(place);
  renameSync(join(folder, file), join(place, file));
  symlinkSync(join(place, file), join(folder, file));
}

test('the original is what its certificate says', async () => {
  expect(await read((await original()).folder, KEYS.publicKey)).toEqual([0, '']);
});

test.each(FORGERIES)('$what', async ({ make, code, says, key = KEYS.publicKey }) => {
  const folder = copyOf((await original()).folder);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  make(folder);
  const [found, told] = await read(folder, key);
  expect([found, told]).toEqual([code, told]);
  expect(told).toMatch(says);
});
