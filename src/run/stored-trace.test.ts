import { expect, test } from 'vitest';
import { sampleProfile } from '../profile/profile-fixtures.ts';
import { fileURLToPath } from 'node:url';
import { demandViews, storedTrace } from './stored-trace.ts';

test('a promise in the profile of a trace that is no schema is told with its key, whoever hands the profile over', () => {
  const promising = (view: object) => sampleProfile({ declares: [{ name: 'knocking', view }] });
  expect(() => demandViews(promising({ required: ['id'] }), 'judge')).not.toThrow();
  expect(() => demandViews(promising({ requird: ['id'] }), 'judge')).toThrow(
    "judge  profile.services.authentication.declares.0.view.requird  expected a keyword of JSON Schema (2020-12), found 'requird'. Did you mean 'required'?",
  );
});

test.each([
  ['a file', fileURLToPath(import.meta.url), 'a file'],
  ['nothing', '/no/run', 'nothing'],
])('%s in the place of a run is named', (_what, folder, found) => {
  expect(() => storedTrace(folder)).toThrow(`${folder}: expected the folder of a run, found ${found}`);
});
