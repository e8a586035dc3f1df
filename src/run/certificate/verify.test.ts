import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Certificate } from '../../model/types.ts';
import { certificateText, keyId, seal } from '../../report/certificate/dsse.ts';
import { certifiedRun, KEYS, reportedRun, SPECS_DIGEST, STRANGER, type DoorRun } from '../../../test/support/certified-run.ts';
import { examine, signRun } from './certify.ts';
import { CERTIFICATE_FILE, runFiles } from './run-files.ts';
import type { Verification } from '../../report/certificate/verification.ts';
import { verifyRun } from './verify.ts';

function verified({ folder, specs, root }: DoorRun, key = KEYS.publicKey): Verification {
  return verifyRun(folder, specs, key, root);
}

/** Exit code and what is wrong where. */
async function found(run: DoorRun, key = KEYS.publicKey): Promise<unknown> {
  const { exitCode, flaws } = verified(run, key);
  return [exitCode, ...flaws.map(({ file, what }) => `${file}: ${what}`)];
}

function certificateOf({ folder }: DoorRun): Certificate {
  return JSON.parse(readFileSync(join(folder, CERTIFICATE_FILE), 'utf8'));
}

function replaceCertificate({ folder }: DoorRun, certificate: Certificate): void {
  writeFileSync(join(folder, CERTIFICATE_FILE), certificateText(certificate));
}

test('a certified run is verified: signature, every file, every clause judged again', async () => {
  const run = await certifiedRun();
  expect(verified(run)).toEqual({
    verified: true,
    exitCode: 0,
    identity: 'checked',
    keyId: keyId(KEYS.publicKey),
    files: runFiles(run.folder).length,
    rejudged: run.specs.clauses.size,
    rederived: runFiles(run.folder).length - 2,
    signedOnly: [],
    flaws: [],
    unchecked: [],
    proves: {
      signature: expect.stringMatching(/^whoever holds the key that was given has signed these \d+ files, and none was changed/),
      rejudging: expect.stringMatching(/^all that the certificate states, and \d+ of the files, follow from trace and lock/),
      neither: expect.stringMatching(/^that the trace contains what the target sent/),
    },
  });
});

test('without a key nobody knows who signed, and a change is found all the same', async () => {
  const run = await certifiedRun();
  const { exitCode, identity, unchecked } = verifyRun(run.folder, run.specs, undefined, run.root);
  appendFileSync(join(run.folder, 'trace.ndjson'), ' ');
  const changed = verifyRun(run.folder, run.specs, undefined, run.root);
  expect([exitCode, identity, unchecked, changed.exitCode, changed.flaws]).toEqual([
    3,
    'not checked',
    ['identity: pass --key with the public key of whom you trust'],
    1,
    [{ file: 'trace.ndjson', what: 'it was changed after it was signed' }],
  ]);
});

test('200 changes of one byte: each is found, and its file named', async () => {
  const run = await certifiedRun();
  const names = [...runFiles(run.folder).map(({ name }) => name), CERTIFICATE_FILE];
  const change = fc.record({ name: fc.constantFrom(...names), place: fc.nat(), bits: fc.integer({ min: 1, max: 255 }) });
  // Ten files at a time, and the certificate alone: without it no other file can be found. Nothing was annotated: no byte to change.
  const groups: Map<string, { readonly place: number; readonly bits: number }>[] = [new Map()];
  for (const { name, place, bits } of fc.sample(change, { numRuns: 200, seed: 7 })) {
    if (statSync(join(run.folder, name)).size === 0) continue;
    const isAlone = name === CERTIFICATE_FILE;
    const open = isAlone ? undefined : groups.find((group) => group.size < 10 && !group.has(name) && !group.has(CERTIFICATE_FILE));
    if (open === undefined) groups.push(new Map([[name, { place, bits }]]));
    else open.set(name, { place, bits });
  }
  for (const group of groups) {
    const before = [...group].map(([name, { place, bits }]) => {
      const file = join(run.folder, name);
      const whole = readFileSync(file);
      const other = Buffer.from(whole);
      const at = place % whole.length;
      other.writeUInt8(whole.readUInt8(at) ^ bits, at);
      writeFileSync(file, other);
      return { file, whole };
    });
    const { exitCode, flaws } = verified(run);
    for (const { file, whole } of before) writeFileSync(file, whole);
    expect([exitCode, flaws.map(({ file }) => file).toSorted()]).toEqual([1, [...group.keys()].toSorted()]);
  }
  expect(verified(run).exitCode).toBe(0);
});

test('a file that is missing or was added is named', async () => {
  const run = await certifiedRun();
  rmSync(join(run.folder, 'allure-results', 'environment.properties'));
  writeFileSync(join(run.folder, 'notes.txt'), 'mine');
  expect(await found(run)).toEqual([
    1,
    'allure-results/environment.properties: it is missing',
    'notes.txt: it was added after the run was signed',
  ]);
});

test('what is unsigned, signed twice, by another key, or no envelope, proves nothing', async () => {
  const unsigned = await reportedRun();
  const stripped = await certifiedRun();
  replaceCertificate(stripped, { ...certificateOf(stripped), signatures: [] });
  const twice = await certifiedRun();
  const { payload, signatures } = certificateOf(twice);
  const again = seal(Buffer.from(payload, 'base64'), STRANGER.privateKey).signatures;
  replaceCertificate(twice, { ...certificateOf(twice), signatures: [...signatures, ...again] });
  const garbage = await certifiedRun();
  writeFileSync(join(garbage.folder, CERTIFICATE_FILE), 'mine');
  const other = await certifiedRun();
  replaceCertificate(other, { ...certificateOf(other), payloadType: 'text/plain' });
  const resigned = await certifiedRun();
  replaceCertificate(resigned, seal(Buffer.from(certificateOf(resigned).payload, 'base64'), STRANGER.privateKey));
  const spaced = await certifiedRun();
  appendFileSync(join(spaced.folder, CERTIFICATE_FILE), '\n');
  const [mine, theirs] = [keyId(KEYS.publicKey), keyId(STRANGER.publicKey)];
  expect([
    await found(unsigned),
    await found(stripped),
    await found(twice),
    await found(garbage),
    await found(other),
    await found(resigned),
    await found(spaced),
    await found(await certifiedRun(), STRANGER.publicKey),
  ]).toEqual([
    [1, 'certificate.json: it is missing: this run is not signed'],
    [1, 'certificate.json: it is not signed'],
    [1, 'certificate.json: it is signed 2 times, where one signature is expected'],
    [1, 'certificate.json: it is no DSSE envelope'],
    [1, 'certificate.json: its payload is of type text/plain, not application/vnd.in-toto+json'],
    [1, 'certificate.json: its signature does not hold: it was changed after it was signed'],
    [1, 'certificate.json: it is not byte for byte as it was written'],
    [1, `certificate.json: it is signed with the key ${mine}, not with the given one, ${theirs}`],
  ]);
});

test('a signature does not make a wrong report true: the trace is judged again', async () => {
  const run = await reportedRun();
  const examined = examine(run.folder, run.specs, run.root);
  if ('refusals' in examined) throw new Error(JSON.stringify(examined.refusals));
  const trace = join(run.folder, 'trace.ndjson');
  // The door says that it is shut where it was to open; the report, left alone, says that all is well.
  writeFileSync(trace, readFileSync(trace, 'utf8').replace('"state":"OPEN"', '"state":"SHUT"'));
  signRun(run.folder, examined.fit, KEYS.privateKey);
  const { exitCode, flaws } = verified(run);
  expect(exitCode).toBe(1);
  expect(flaws.map(({ file, what }) => `${file}: ${what}`).filter((line) => line.includes('doors.transitions.open:'))).toEqual([
    expect.stringMatching(/^report\.json: doors\.transitions\.open: report\.json says pass, the trace shows fail \(/),
  ]);
  expect(flaws).toContainEqual({ file: 'report.html', what: 'it is not what is made of the trace' });
  expect(flaws.map(({ what }) => what).filter((what) => what.includes('is stated as'))).toEqual([
    expect.stringMatching(/^configuration\.requirements\.annotations\.notJudged/),
    expect.stringMatching(/^passedTests is stated as \["doors\./),
  ]);
});

test('nor does it make a trace whole that lacks what its end has counted', async () => {
  const run = await reportedRun();
  const examined = examine(run.folder, run.specs, run.root);
  if ('refusals' in examined) throw new Error(JSON.stringify(examined.refusals));
  const trace = join(run.folder, 'trace.ndjson');
  const lines = readFileSync(trace, 'utf8').trimEnd().split('\n');
  const end = JSON.stringify({ ...JSON.parse(lines.at(-1) ?? ''), events: lines.length });
  writeFileSync(trace, `${[...lines.slice(0, -1), end].join('\n')}\n`);
  signRun(run.folder, examined.fit, KEYS.privateKey);
  expect(await found(run)).toEqual([
    1,
    `trace.ndjson: it was changed: expected the ${lines.length} events that its end tells of, found ${lines.length - 1}: 1 missing`,
  ]);
});

test('other specs than those of the run leave the verdicts unchecked', async () => {
  const run = await certifiedRun();
  const { exitCode, unchecked } = verified({ ...run, specs: { ...run.specs, digest: 'newer' } });
  expect([exitCode, unchecked]).toEqual([
    3,
    [`verdicts: it was made with other specs (${SPECS_DIGEST}) than these (newer): use assay 1.2.3`],
  ]);
});
