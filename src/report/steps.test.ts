import { expect, test } from 'vitest';
import { fewSteps, numberedSteps, replayCommand } from './steps.ts';

const sequence = Array.from({ length: 10 }, (_none, index) => `step ${index}`);

test('numbers keep the columns, and the step that shows the failure is marked', () => {
  const steps = numberedSteps({ sequence, exchanges: [4] });
  expect([steps[0], steps[8], steps[9]]).toEqual(['   1. step 0', '   9. step 8', '✗ 10. step 9']);
});

test('nothing is marked where no single exchange shows it', () => {
  expect(numberedSteps({ sequence: ['a'], exchanges: [] })).toEqual(['  1. a']);
});

test('of many steps the first two and the last are shown', () => {
  expect([fewSteps(sequence, 10), fewSteps(sequence, 5)]).toEqual([
    sequence,
    ['step 0', 'step 1', '  … 6 more steps …', 'step 8', 'step 9'],
  ]);
});

test.each([
  [{}, 'assay run --replay t'],
  [{ replayFlags: "--target 'a b.yaml' --fault f" }, "assay run --target 'a b.yaml' --fault f --replay t"],
])('the command names what %s the run was of', (report, command) => {
  expect(replayCommand(report, 't')).toBe(command);
});
