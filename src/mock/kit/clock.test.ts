import { canAdvance, createRealClock, createVirtualClock, parseDuration } from './clock.ts';
import { expect, test } from 'vitest';

test('a virtual clock stands still until it is turned', () => {
  const clock = createVirtualClock(1000);
  const before = [clock.now(), clock.now()];
  clock.advance(500);
  expect([...before, clock.now()]).toEqual([1000, 1000, 1500]);
});

test('only a virtual clock can be turned', () => {
  expect([canAdvance(createVirtualClock()), canAdvance(createRealClock())]).toEqual([true, false]);
});

test.each([
  ['P1DT2H3M4.5S', 93_784_500],
  ['PT5M', 300_000],
  ['P2W', 1_209_600_000],
  ['PT0.001S', 1],
  ['P', undefined],
  ['PT', undefined],
  ['P1DT', undefined],
  ['P1M', undefined],
  ['5M', undefined],
  ['-PT5M', undefined],
  ['', undefined],
])('duration %s is %s milliseconds', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});
