import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { loadProfile } from '../../src/index.ts';
import { choiceTables, presets, type ChosenValues } from '../../src/mock/kit/choice-settings.ts';
import { startMock } from '../../src/mock/kit/start-mock.ts';
import { loadSpecs } from '../../src/model/load.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { runInProcess, type InProcessOptions } from '../../src/qualify/in-process.ts';
import { withChoices } from '../../src/run/choices.ts';
import { profileFile } from '../../src/run/targets.ts';
import { cases, draw, SEED } from '../support/draw.ts';

const specs = loadSpecs();
const file = profileFile('mock');
const source = readProfile(file, specs);

/** The clauses that a run against the mock under these choices does not pass. */
async function notPassed(choices: ChosenValues, options: Omit<InProcessOptions, 'seed'> = {}): Promise<readonly string[]> {
  const { judgement } = await runInProcess(specs, withChoices(source, choices), file, { seed: 1, ...options });
  return judgement.clauses
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive')
    .map(({ clause, verdict, reason }) => `${clause.id}: ${verdict}, ${reason}`);
}

test.each(draw(1, Object.entries(presets)))('the preset %s of the mock is conformant', async (_name, { choices }) => {
  const drawn = draw(1, Object.keys(source.services ?? {}));
  const found = await notPassed(choices, { selection: { documents: [...drawn] } });
  expect(found).toEqual([]);
});

/** Services share nothing, so that each is run under combinations of its own; a preset in all places, combinations in the first ones. */
const COMBINATIONS = [
  ['authentication', cases(20, 2)],
  ['privileged-access', cases(15, 1)],
  ['governance', cases(15, 1)],
] as const;

test.each(COMBINATIONS)('random combinations of choices are conformant: %s, %i of them', async (document, numRuns) => {
  const values = Object.entries(choiceTables[document]).map(([name, all]) => [name, fc.constantFrom(...all)] as const);
  const sampled = fc.sample(fc.record(Object.fromEntries(values)), { seed: SEED, numRuns });
  const outcomes: unknown[] = [];
  for (const choices of sampled)
    outcomes.push({
      choices,
      notPassed: await notPassed({ [document]: choices }, { selection: { documents: [document] }, depth: 'quick' }),
    });
  expect(outcomes).toEqual(sampled.map((choices) => ({ choices, notPassed: [] })));
});

test('a profile that is loaded with a running mock declares what the choices of that mock change', async () => {
  const mock = await startMock({ preset: 'permissive', choices: { governance: { newCondition: 'INACTIVE' } } });
  onTestFinished(() => mock.close());
  const { declares = [] } = loadProfile('mock', { mock }).services.governance ?? {};
  expect(declares.filter(({ name }) => ['request-condition.create', 'campaign.launch.scheduled'].includes(name))).toEqual([
    { name: 'request-condition.create', to: 'INACTIVE' },
    { name: 'campaign.launch.scheduled', to: 'ACTIVE' },
  ]);
});
