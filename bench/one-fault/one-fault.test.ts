import { expect, test } from 'vitest';
import { loadSpecs } from '../../src/model/load.ts';
import { knownFaults } from '../../src/mock/kit/known-faults.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { profileFile } from '../../src/run/targets.ts';
import { draw } from '../../test/support/draw.ts';
import { openComparisons } from './one-fault.ts';

// `npm run bench -- one-fault` compares thirty.
const FAULTS: readonly (readonly [string, readonly string[]])[] = [
  ['authn-factor-of-another-user', ['authn.authentication.state-token-bound']],
  ['authn-refused-with-other-summary', ['authn.errors.e0000004.summary']],
];

test.each(draw(1, FAULTS))('two runs that differ by %s differ in its clause', async (id, newlyFailing) => {
  const specs = loadSpecs();
  const file = profileFile('mock');
  const fault = knownFaults().find((one) => one.id === id);
  if (fault === undefined) throw new TypeError(`the mock has no fault ${id}`);
  expect(await openComparisons(specs, readProfile(file, specs), file, 'quick')(fault)).toMatchObject({ exact: true, newlyFailing });
});
