import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { loadProfile } from '../../src/index.ts';
import { choiceTables, presets, type ChosenValues } from '../../src/mock/kit/choice-settings.ts';
import { perDocument } from '../../src/mock/kit/documents.ts';
import { startMock } from '../../src/mock/kit/start-mock.ts';
import { loadSpecs } from '../../src/model/load.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { runInProcess } from '../../src/qualify/in-process.ts';
import { withChoices } from '../../src/run/choices.ts';
import { profileFile } from '../../src/run/targets.ts';

const specs = loadSpecs();
const file = profileFile('mock');
const source = readProfile(file, specs);

/** The clauses that a run against the mock under these choices does not pass. */
async function notPassed(choices: ChosenValues): Promise<readonly string[]> {
  const { judgement } = await runInProcess(specs, withChoices(source, choices), file, { seed: 1 });
  return judgement.clauses
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive')
    .map(({ clause, verdict, reason }) => `${clause.id}: ${verdict}, ${reason}`);
}

test.each(Object.entries(presets))('the preset %s of the mock is conformant', async (_name, { choices }) => {
  expect(await notPassed(choices)).toEqual([]);
});

const GROUPS = 10;
const combination = fc.record(
  perDocument((document) =>
    fc.record(Object.fromEntries(Object.entries(choiceTables[document]).map(([name, values]) => [name, fc.constantFrom(...values)]))),
  ),
);
const combinations = fc.sample(combination, { seed: 1, numRuns: 50 });

test.each(Array.from({ length: GROUPS }, (_, group) => group + 1))(
  'random combinations of choices are conformant: group %i',
  async (group) => {
    const own = combinations.filter((_, index) => index % GROUPS === group - 1);
    const outcomes: unknown[] = [];
    for (const choices of own) outcomes.push({ choices, notPassed: await notPassed(choices) });
    expect(outcomes).toEqual(own.map((choices) => ({ choices, notPassed: [] })));
  },
);

test('a profile that is loaded with a running mock declares what the choices of that mock change', async () => {
  const mock = await startMock({ preset: 'permissive', choices: { governance: { newCondition: 'INACTIVE' } } });
  onTestFinished(() => mock.close());
  const { declares = [] } = loadProfile('mock', { mock }).services.governance ?? {};
  expect(declares.filter(({ name }) => ['request-condition.create', 'campaign.launch.scheduled'].includes(name))).toEqual([
    { name: 'request-condition.create', to: 'INACTIVE' },
    { name: 'campaign.launch.scheduled', to: 'ACTIVE' },
  ]);
});
