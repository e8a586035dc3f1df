import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunPlan, Statement } from '../../model/types.ts';
import { DOOR_EVENTS, KEYS, reportedRun, SPECS_DIGEST, type DoorRun } from '../../../test/support/certified-run.ts';
import { DOOR_END } from '../../../test/support/stored-run.ts';
import { demandUncertified, examine, signRun } from './certify.ts';
import { worst } from './refusals.ts';
import { runFiles } from './run-files.ts';

async function refused({ folder, specs, root }: DoorRun): Promise<unknown> {
  const examined = examine(folder, specs, root);
  return 'refusals' in examined ? [worst(examined.refusals), ...examined.refusals.map(({ reason }) => reason)] : 'fit';
}

const locked = async (lock: Partial<RunPlan>): Promise<unknown> => refused(await reportedRun(lock));

test('what a certificate states: every file, and what the run was made of', async () => {
  const { folder, specs, root } = await reportedRun();
  const examined = examine(folder, specs, root);
  if ('refusals' in examined) throw new Error(JSON.stringify(examined.refusals));
  const { file } = signRun(folder, examined.fit, KEYS.privateKey);
  const { payload } = JSON.parse(readFileSync(file, 'utf8'));
  const { predicate, ...statement }: Statement = JSON.parse(Buffer.from(payload, 'base64').toString());
  const digest = { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) };
  expect(statement).toEqual({
    _type: 'https://in-toto.io/Statement/v1',
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    subject: runFiles(folder).map(({ name }) => ({ name, digest })),
  });
  expect({ ...predicate, configuration: predicate.configuration.map(({ name }) => name) }).toEqual({
    result: 'PASSED',
    configuration: ['suite', 'specs', 'requirements', 'profile', 'waivers', 'seed', 'signer'],
    passedTests: [...specs.clauses.values()].filter(({ status }) => status === 'testable').map(({ id }) => id),
    warnedTests: [],
    failedTests: [],
  });
});

test('a run that is filtered, a replay, without walks, quick, with faults, or by a suite in the making, is refused', async () => {
  expect([
    await locked({}),
    await locked({ selection: { features: ['authn.doors'] } }),
    await locked({ only: { case: 'tour/door/1' } }),
    await locked({ walks: 0 }),
    await locked({ depth: 'quick' }),
    await locked({ faults: ['door-stuck'] }),
    await locked({ suite: { digest: 'a'.repeat(64), commit: null, dirty: ['it was built with uncommitted changes: src/a.ts'] } }),
  ]).toEqual([
    'fit',
    [2, 'it was narrowed to features authn.doors'],
    [2, 'it is a replay of tour/door/1'],
    [2, 'it was made with --walks 0'],
    [2, 'it was made with --depth quick'],
    [2, 'faults were switched on: door-stuck'],
    [2, 'the suite that ran is not the release: it was built with uncommitted changes: src/a.ts'],
  ]);
});

test('a run that is partial, inconclusive or violating is refused with its own exit code', async () => {
  const violating = DOOR_EVENTS.map((event) =>
    event.type === 'exchange' && event.seq === 1 && event.response !== undefined
      ? { ...event, response: { ...event.response, status: 500 } }
      : event,
  );
  const walked = DOOR_EVENTS.filter((event) => event.type !== 'exchange' || event.purpose === 'walk');
  const [partial, broken] = [DOOR_EVENTS.slice(0, -1), [...DOOR_EVENTS.slice(0, -1), { ...DOOR_END, harnessErrors: ['broken'] }]];
  expect([
    await refused(await reportedRun({}, partial)),
    await refused(await reportedRun({}, broken)),
    await refused(await reportedRun({}, violating)),
    await refused(await reportedRun({}, walked)),
  ]).toEqual([
    [3, 'it is partial: it was interrupted, or its trace does not reach the end'],
    [4, 'Assay itself failed in it'],
    [1, expect.stringMatching(/^clauses are violated: doors\./)],
    [3, expect.stringMatching(/^it is inconclusive: doors\./)],
  ]);
});

test('a run without walks for want of budget is refused; one that is narrowed has none anyway', async () => {
  const events = DOOR_EVENTS.filter((event) => event.type !== 'exchange' || event.purpose !== 'walk');
  expect([
    await refused(await reportedRun({}, events)),
    await refused(await reportedRun({ selection: { features: ['authn.doors'] } }, events)),
  ]).toEqual([
    [2, 'no random walk was sent: the budget did not suffice'],
    [2, 'it was narrowed to features authn.doors'],
  ]);
});

test('other specs, a suite that was changed, and a version without requirements are refused', async () => {
  const run = await reportedRun();
  const changed = await reportedRun();
  writeFileSync(join(changed.root, 'specs', 'more.yaml'), '');
  expect([
    await refused({ ...run, specs: { ...run.specs, digest: 'newer' } }),
    await refused(changed),
    await locked({ tool: { name: 'assay', version: '9.9.9' } }),
  ]).toEqual([
    [
      2,
      `it was made with other specs (${SPECS_DIGEST}) than these (newer): use assay 1.2.3`,
      `the suite that certifies is not the release: its specs have the digest newer, those of release 1.2.3 ${SPECS_DIGEST}`,
    ],
    [2, 'the suite that certifies is not the release: files have changed since the build: specs/more.yaml'],
    [2, 'the suite that certifies is not the release: specs/releases has no requirements of this version'],
  ]);
});

test('a report that does not say what the trace shows is refused', async () => {
  const run = await reportedRun();
  const file = join(run.folder, 'report.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"seed": 42', '"seed": 43'));
  expect(await refused(run)).toEqual([2, "'seed' of report.json is not what the trace shows"]);
});

test('nothing is overwritten, and no link is signed', async () => {
  const { folder, specs, root } = await reportedRun();
  const examined = examine(folder, specs, root);
  if ('refusals' in examined) throw new Error(JSON.stringify(examined.refusals));
  symlinkSync('report.json', join(folder, 'link.json'));
  expect(() => signRun(folder, examined.fit, KEYS.privateKey)).toThrow(/link\.json: expected a file, found a link/);
  writeFileSync(join(folder, 'certificate.json'), 'mine');
  expect(() => demandUncertified(folder)).toThrow(/has a certificate\.json already, which is not overwritten/);
  expect(() => signRun(folder, examined.fit, KEYS.privateKey)).toThrow(/already/);
  expect(readFileSync(join(folder, 'certificate.json'), 'utf8')).toBe('mine');
});

test('a report of another version, a cut one and none at all are told apart', async () => {
  const complaint = async (text: string): Promise<string> => {
    const { folder, specs, root } = await reportedRun();
    writeFileSync(join(folder, 'report.json'), text);
    try {
      return JSON.stringify(examine(folder, specs, root));
    } catch (error) {
      return String(error).replaceAll(folder, '<folder>');
    }
  };
  expect([
    await complaint('{"schemaVersion":2}'),
    await complaint('{\n  "schemaVersion": 1\n}\n'),
    await complaint('{"schema'),
    await complaint('[]'),
  ]).toEqual([
    'SpecError: <folder>/report.json:1:18  schemaVersion  expected 1, found 2: another version of Assay wrote it. Read it with that version',
    "SpecError: <folder>/report.json:1:1  (top)  expected the key 'tool', found none",
    expect.stringMatching(/^SpecError: <folder>\/report\.json {2}expected JSON, found a text that is cut off or none \(/),
    'SpecError: <folder>/report.json:1:1  schemaVersion  expected 1, found none: another version of Assay wrote it. Read it with that version',
  ]);
});
