import { expect, test } from 'vitest';
import { factsOf, remainsForOthers } from './facts.ts';
import { samples, type SampleSketch } from './sample-fixtures.ts';

const LIMIT = 5;
const passed = (remaining: number, phase = 'exhaust'): SampleSketch => ({ phase, limit: LIMIT, remaining, reset: 90 });
const refused: SampleSketch = { status: 429, limit: LIMIT, remaining: 0, reset: 90 };
const waitedFor = [passed(3, 'first'), passed(2, 'afresh'), passed(1, 'afresh')];
const down = (...counts: readonly number[]): readonly SampleSketch[] => counts.map((count) => passed(count));

test.each([
  ['a whole allowance is there later, and all of it is ours: nothing had been back', [...down(4, 3, 2, 1, 0), refused], 0],
  ['nothing comes back at all', [passed(0), refused, refused], 0],
  ['of a later allowance others use one', [...down(4, 2, 1, 0), refused, passed(0)], 3],
  ['what comes back later is not all of it', [passed(0), refused, passed(1), passed(0)], 3],
])('a reset that was waited for, and the count just went on; %s', (_what, later, takenByOthers) => {
  expect(factsOf(samples(...waitedFor, ...later)).takenByOthers).toBe(takenByOthers);
});

test('a reset that was waited for, and the count did not just go on: others were quicker', () => {
  expect(factsOf(samples(passed(3, 'first'), passed(1, 'afresh'), passed(0), refused)).takenByOthers).toBe(3);
});

test('a reset that was waited for, and the request after it is refused: others took all of it, whatever passes later', () => {
  const later = [passed(4), passed(3)];
  expect(factsOf(samples(passed(3, 'first'), { ...refused, phase: 'afresh' }, refused, ...later)).takenByOthers).toBe(LIMIT);
});

test('unknown paths that have an allowance of their own say nothing of the one that is probed', () => {
  const unknownPath: SampleSketch = { asks: 'unknown-path', status: 404, limit: 9, remaining: 5, reset: 2 };
  const facts = factsOf(samples(...down(4, 3), { ...unknownPath, remaining: LIMIT }, { ...unknownPath, limit: LIMIT, remaining: LIMIT }));
  expect([facts.limit, facts.remaining]).toEqual([LIMIT, 'after']);
});

test.each([
  ['more than is left for us', [{ ...passed(4), subject: 'other-team' }, passed(2)], true],
  ['more, and we are refused', [{ ...passed(4), subject: 'other-team' }, refused], true],
  ['one more, which our own request took', [{ ...passed(4), subject: 'other-team' }, passed(3)], false],
  [
    'as much more as requests were sent since',
    [{ ...passed(4), subject: 'other-team' }, { ...refused, subject: 'other-user' }, passed(2)],
    false,
  ],
])('what another was told of: %s', (_what, after, isApart) => {
  const all = samples(...down(1, 0), refused, ...after);
  const other = all.find(({ subject }) => subject === 'other-team');
  expect(other && remainsForOthers(all, factsOf(all), other)).toBe(isApart);
});
