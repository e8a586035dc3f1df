import { expect, test } from 'vitest';
import { choiceTables, presetChoices, presets } from './choice-settings.ts';
import { createDeployment } from './deployment.ts';
import { documentNames } from './documents.ts';
import { ControlError } from './service.ts';

test('a choice goes before the preset, and without a preset nothing else is chosen', () => {
  const chosen = { authentication: { factorsKey: 'factor' } };
  expect([presetChoices(undefined, chosen), presetChoices('client-libraries', chosen).authentication]).toEqual([
    chosen,
    { ...presets['client-libraries']?.choices.authentication, factorsKey: 'factor' },
  ]);
});

test('permissive takes another value than the default of every choice', () => {
  const asByDefault = documentNames.flatMap((document) =>
    Object.entries(choiceTables[document])
      .filter(([name, [first]]) => {
        const value = presets['permissive']?.choices[document]?.[name];
        return value === undefined || value === first;
      })
      .map(([name]) => `${document}.${name}`),
  );
  expect(asByDefault).toEqual([]);
});

test.each(['nope', 'constructor'])('preset %s: refused with the names that there are', (preset) => {
  const refused = new ControlError('mock-name-unknown', `there is no preset '${preset}'`, 'Presets are: client-libraries, permissive.');
  expect(() => createDeployment({ preset })).toThrow(refused);
});
