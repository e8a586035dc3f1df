import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OPEN_DOOR } from '../../judge/judge-fixtures.ts';
import { testResult } from '../../report/certificate/statement.ts';
import { withResponse } from '../../trace/trace-fixtures.ts';
import { RunError } from '../run-error.ts';
import { DOOR_EVENTS, KEYS, reportedRun } from '../../../test/support/certified-run.ts';
import { WAIVERS_FILE } from '../waivers.ts';
import { examine, signRun } from './certify.ts';
import { verifyRun } from './verify.ts';

const wrong = withResponse(DOOR_EVENTS, 3, () => ({ status: 200, headers: {}, body: OPEN_DOOR }));
const waivers = (expires: string): string =>
  `waivers:\n  - { clause: doors.transitions.shut, reason: known, owner: doors@acme.test, link: https://acme.test/1, expires: ${expires} }\n`;

test('a run with a waiver is certified with a warning that names the clause, and verified offline', async () => {
  const { folder, specs, root } = await reportedRun({}, wrong, waivers('2030-12-31'));
  const examined = examine(folder, specs, root);
  if ('refusals' in examined) throw new Error(JSON.stringify(examined.refusals));
  const { result, passedTests, warnedTests, failedTests, configuration } = testResult(examined.fit);
  expect({ result, warnedTests, failedTests, passed: passedTests.includes('doors.transitions.shut') }).toEqual({
    result: 'WARNED',
    warnedTests: ['doors.transitions.shut'],
    failedTests: [],
    passed: false,
  });
  expect(configuration.find(({ name }) => name === 'waivers')).toMatchObject({
    digest: { sha256: examined.fit.lock.waivers },
    annotations: { waived: [{ clause: 'doors.transitions.shut', owner: 'doors@acme.test', expires: '2030-12-31' }] },
  });
  signRun(folder, examined.fit, KEYS.privateKey);
  expect(verifyRun(folder, specs, KEYS.publicKey, root)).toMatchObject({ verified: true, flaws: [], unchecked: [] });
});

test('a waiver that had expired when the run began keeps it from being certified', async () => {
  const { folder, specs, root } = await reportedRun({}, wrong, waivers('2030-01-01'));
  const examined = examine(folder, specs, root);
  const reasons =
    'refusals' in examined ? examined.refusals.map(({ reason, exitCode }) => [exitCode, reason.replace(`${folder}/`, '')]) : [];
  expect(reasons).toEqual([
    [
      2,
      'waivers have to be changed: waivers.yaml:2:114 the waiver of doors.transitions.shut expired on 2030-01-01: have the target put right, or agree on a new date with doors@acme.test',
    ],
  ]);
});

test('a run is not judged again with other waivers than its own', async () => {
  const run = await reportedRun({}, wrong, waivers('2030-12-31'));
  const file = join(run.folder, WAIVERS_FILE);
  writeFileSync(file, waivers('2031-12-31'));
  expect(() => examine(run.folder, run.specs, run.root)).toThrow(
    new RunError('waivers-changed', `${file}: it is not what the run was made with: its SHA-256 is not the one in run.lock.json`),
  );
  rmSync(file);
  expect(() => examine(run.folder, run.specs, run.root)).toThrow(
    new RunError('waivers-missing', `${run.folder}: the run was made with waivers, found no waivers.yaml in it`),
  );
});
