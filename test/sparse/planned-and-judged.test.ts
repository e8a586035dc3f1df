import { expect, test } from 'vitest';
import { loadSpecs } from '../../src/model/load.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { driveSuite } from '../../src/qualify/in-process.ts';
import { unitsOf } from '../../src/run/drive-plans.ts';
import { forecast } from '../../src/run/forecast.ts';
import { plansFor } from '../../src/run/plans.ts';
import { profileFile } from '../../src/run/targets.ts';
import { shownAt } from '../../src/run/shown-at.ts';
import { draw } from '../support/draw.ts';
import { sparseProfiles } from './profiles.ts';

const specs = loadSpecs();
const file = profileFile('mock');
const source = readProfile(file, specs);
const shown = shownAt(specs.digest);
if (shown === undefined) throw new Error('expected dist/shown.json of these specs, found another. Build first: npm run build');

test.each(draw(2, sparseProfiles(specs, source, file)))('$name: what is planned is judged', async ({ profile }) => {
  const plans = [...plansFor(specs, profile, { seed: 1, selection: {}, walks: 0 }).values()];
  const planned = forecast(specs, profile, plans, {}, shown).clauses.filter(({ will }) => will);
  const suite = { specs, source, profile, seed: 1, selection: {}, plans, units: plans.flatMap(unitsOf) };
  const { judgement } = await driveSuite(suite);
  const judged = judgement.clauses.filter(
    ({ clause, verdict }) => (verdict === 'pass' || verdict === 'fail') && ['testable', 'reference-only'].includes(clause.status),
  );
  expect(judgement.clauses.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(Math.abs(planned.length - judged.length)).toBeLessThanOrEqual(Math.ceil(0.02 * judged.length));
});
