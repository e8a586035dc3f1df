import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { endsWithin } from './deadline.ts';
import { ownTime } from './own-time.ts';

afterEach(() => vi.restoreAllMocks());

test('the own time is behind the clock, if anything', () => {
  const own = [ownTime('this'), ownTime('main')];
  const clock = Date.now();
  expect(own.filter((time) => Number.isFinite(time) && time <= clock)).toHaveLength(2);
});

test('the time to wind up is the own time', async () => {
  const began = Date.now();
  const clock = Date.now.bind(Date);
  // Four of five milliseconds are others'.
  vi.spyOn(Date, 'now').mockImplementation(() => began + (clock() - began) / 5);
  const never = endsWithin({ milliseconds: 0, graceMs: 100, signal: new AbortController().signal }, () => new Promise(() => undefined));
  expect(await Promise.race([never, setTimeout(300, 'the clock')])).toBe('the clock');
  expect(await never).toBe(false);
});
