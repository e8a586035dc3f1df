import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { knownFaults } from '../../src/mock/kit/known-faults.ts';
import type { ProfileFile } from '../../src/model/types.ts';
import { profileFile } from '../../src/run/targets.ts';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import type { TargetQualification } from '../../src/qualify/target/target-qualification.ts';
import { assayWith, atStandardDepth, emptyFolder, startAssay } from '../support/assay-process.ts';
import { startSecondDeployment } from '../reference-server/start.ts';
import type { SecondDeployment } from '../reference-server/start.ts';

atStandardDepth();

const PROFILE = join(PACKAGE_ROOT, 'test', 'reference-server', 'profile.yaml');
/** Whole suites over HTTP, on a machine that may be busy. */
const SLOW = { timeout: 600_000 };

/** Writes the profile of one service alone that claims little, so that its suite is driven soon, and answers the flags for it. */
function onePart(folder: string, profile: string): readonly string[] {
  const { services, ...rest }: ProfileFile = parse(readFileSync(profile, 'utf8'));
  const service = { ...services?.['privileged-access'], claims: ['pam.token', 'pam.teams', 'pam.service'] };
  writeFileSync(join(folder, 'one.yaml'), stringify({ ...rest, services: { 'privileged-access': service } }));
  return ['qualify', '--target', 'one.yaml', '--walks', '0', '--json'];
}

function resultOf(stdout: string): TargetQualification {
  return JSON.parse(stdout);
}

/** The environment of two deployments, as a profile reads it for the first and the second. */
function ofBoth(first: SecondDeployment, second: SecondDeployment): Readonly<Record<string, string>> {
  const numbered = Object.entries(second.environment).map(([name, value]) => [`${name}_2`, value] as const);
  return { ...first.environment, ...Object.fromEntries(numbered) };
}

test(
  'the defects of the reference server, two at a time on two deployments: every outcome stands on a confirmed failure',
  SLOW,
  async () => {
    const both = await Promise.all([startSecondDeployment(), startSecondDeployment()]);
    try {
      const folder = emptyFolder();
      const flags = ['--fault', 'pam.*token*', '--jobs', '2', '--sample', '4', '--seed', '3'];
      const { code, stdout } = await assayWith(ofBoth(...both), folder, ...onePart(folder, PROFILE), ...flags);
      const { jobs, offered, tally, labels, falseAlarms, untried, matrix } = resultOf(stdout);
      expect({
        code: code === (tally.missed > 0 ? 1 : 0),
        jobs,
        offered: offered >= 40,
        tried: [tally.total, tally.broken],
        ofDocuments: Object.entries(labels)
          .filter(([label]) => label.startsWith('document: '))
          .reduce((sum, [, { total }]) => sum + total, 0),
        falseAlarms,
        untried,
        unconfirmed: matrix.flatMap(({ unconfirmed }) => unconfirmed),
        killedByNothing: matrix.filter(({ outcome, caughtBy }) => outcome !== 'missed' && caughtBy.length === 0),
      }).toEqual({
        code: true,
        jobs: 2,
        offered: true,
        tried: [4, 0],
        ofDocuments: 4,
        falseAlarms: [],
        untried: [],
        unconfirmed: [],
        killedByNothing: [],
      });
    } finally {
      await Promise.all(both.map(({ close }) => close()));
    }
  },
);

test('Ctrl-C ends it after the fault that is under way, with what was found until then', SLOW, async () => {
  const folder = emptyFolder();
  const qualifying = startAssay(folder, ...onePart(folder, profileFile('mock')), '--fault', 'pam-token-*');
  await qualifying.said(/faults to try/);
  qualifying.interrupt();
  const { code, stdout } = await qualifying.ended;
  const { tally, untried } = resultOf(stdout);
  const chosen = knownFaults().filter(({ id }) => id.startsWith('pam-token-')).length;
  expect({ code, missed: tally.missed, all: tally.total + untried.length === chosen, some: untried.length > 0 }).toEqual({
    code: 3,
    missed: 0,
    all: true,
    some: true,
  });
});
