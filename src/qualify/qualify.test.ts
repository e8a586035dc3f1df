import { expect, test } from 'vitest';
import { qualify, type Progress } from '../index.ts';
import { qualificationExitCode, qualificationText, type Qualification } from './qualification.ts';

const fault = 'authn-refused-with-other-summary';
const progress: Progress[] = [];
const some = await qualify({ faults: [fault], walks: 1, onProgress: (now) => progress.push(now) });

test('a chosen fault that was caught is all there is to report: the exit code is 0', () => {
  expect({ code: some.exitCode, faults: some.faults, rows: some.matrix.map((row) => row.fault) }).toEqual({
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

test('progress is told with each fault, and a pattern that matches none is refused', async () => {
  expect(progress).toEqual([
    { phase: 'qualify', total: 2, done: 1, failed: 0, current: expect.any(String) },
    { phase: 'qualify', total: 2, done: 2, failed: 0, current: expect.any(String) },
  ]);
  await expect(qualify({ faults: ['no-such-*'] })).rejects.toThrow("no fault matches 'no-such-*'");
});
