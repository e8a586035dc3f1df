import { expect, test } from 'vitest';
import { loadSpecs } from '../model/load.ts';
import { readProfile } from '../profile/load-profile.ts';
import { qualificationExitCode, qualificationText, type Qualification } from './qualification.ts';
import { qualify } from './qualify.ts';

const specs = loadSpecs();
const file = 'specs/profiles/mock.yaml';
const fault = 'authn-refused-with-other-summary';
const some = await qualify(specs, readProfile(file, specs), file, { fault, seed: 1, walks: 1, threads: 0, onProgress: () => undefined });

test('a chosen fault that was caught is all there is to report: the exit code is 0', () => {
  expect({ code: qualificationExitCode(some), faults: some.faults, rows: some.matrix.map((row) => row.fault) }).toEqual({
    code: 0,
    faults: { wire: { total: 0, caught: 0 }, behavioural: { total: 1, caught: 1 }, survived: [] },
    rows: [fault],
  });
  expect(qualificationText(some)).not.toMatch(/^(checks|clauses|  never failed|  without a fault)/m);
});

const survived = { ...some.faults, survived: [{ fault, reason: '' }] };

test.each<[string, Partial<Qualification>, number]>([
  ['a chosen fault that survives', { faults: survived }, 1],
  ['a check that never failed', { checks: { total: 1, neverFailed: ['probe/x'] } }, 1],
  ['a clause without a fault', { clauses: { judged: 1, withoutKillingFault: ['authn.x'] } }, 1],
  ['a control that lived', { faults: survived, controls: { mustDie: false, mustLive: true } }, 4],
])('%s ends with another exit code', (_what, change, code) => {
  expect(qualificationExitCode({ ...some, ...change })).toBe(code);
});
