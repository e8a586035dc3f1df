import { expect, test } from 'vitest';
import { loadSpecs } from '../../src/model/load.ts';
import type { DocumentName } from '../../src/model/types.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { harmlessChanges } from '../../src/qualify/controls.ts';
import { driveSuite } from '../../src/qualify/in-process.ts';
import { prepareSuite } from '../../src/qualify/suite.ts';
import { profileFile } from '../../src/run/targets.ts';

const specs = loadSpecs();
const file = profileFile('mock');
const source = readProfile(file, specs);

test.each<[DocumentName]>([['privileged-access'], ['authentication'], ['governance']])(
  '%s: members in another order and of undocumented names change no verdict',
  async (document) => {
    const suite = prepareSuite(specs, source, file, { seed: 1, selection: { documents: [document] }, depth: 'quick' });
    const { judgement } = await driveSuite(suite, { change: harmlessChanges() });
    expect(judgement.clauses.filter(({ verdict }) => verdict === 'fail').map(({ clause, reason }) => `${clause.id}: ${reason}`)).toEqual(
      [],
    );
    expect(judgement.clauses.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(100);
  },
);
