import { expect, test } from 'vitest';
import { readChoices } from './choice-settings.ts';
import { ControlError } from './service.ts';

test('settings name a document, a choice and a value, of the kind that the choice has', () => {
  expect(
    readChoices(['authentication.factorsKey=factor', 'authentication.lockedOutTransaction=true', 'authentication.factorsKey=factors']),
  ).toEqual({ authentication: { factorsKey: 'factors', lockedOutTransaction: true } });
});

test.each([
  ['factorsKey=factors', "'factorsKey=factors' is no choice", /^Write DOCUMENT\.NAME=VALUE, with one of privileged-access, /],
  ['identity.factorsKey=factors', "'identity.factorsKey=factors' is no choice", /^Write DOCUMENT\.NAME=VALUE/],
  ['authentication.factorsKey', "'authentication.factorsKey' is no choice", /^Write DOCUMENT\.NAME=VALUE/],
  ['governance.factorsKey=factors', "there is no choice 'governance.factorsKey'", /^Choices are: jobs, /],
  ['authentication.constructor=x', "there is no choice 'authentication.constructor'", /^Choices are: factorsKey, /],
  ['authentication.factorsKey=all', `choice 'authentication.factorsKey' is "all"`, /^Choose one of: factor, factors\.$/],
])('%s is refused with what there is', (setting, mistake, remedy) => {
  const refusal = caught(() => readChoices([setting]));
  expect([refusal.mistake, refusal.remedy]).toEqual([mistake, expect.stringMatching(remedy)]);
});

function caught(run: () => unknown): ControlError {
  try {
    run();
  } catch (error) {
    if (error instanceof ControlError) return error;
  }
  throw new Error('nothing was refused');
}
