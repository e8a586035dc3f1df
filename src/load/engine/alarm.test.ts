import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { createAlarm } from './alarm.ts';

/** How early each of some moments was woken for, in milliseconds; nothing where it was not early. */
async function early(isExact: boolean, waitsMs: readonly number[]): Promise<readonly number[]> {
  const found: number[] = [];
  for (const waitMs of waitsMs) {
    const atMs = performance.now() + waitMs;
    await new Promise<void>((resolve) => {
      createAlarm(resolve, isExact).set(atMs);
    });
    const earlyMs = atMs - performance.now();
    if (earlyMs > 0) found.push(earlyMs);
  }
  return found;
}

test('an exact alarm never wakes before its moment', async () => {
  expect(await early(true, [-1, 0, 0.3, 1, 1.7, 2.5, 3.9, 7.2])).toEqual([]);
});

test.each([true, false])(
  'an alarm that is set again forgets the moment before, one that is cleared does not wake (exact: %s)',
  async (isExact) => {
    const woken: string[] = [];
    const cleared = createAlarm(() => woken.push('cleared'), isExact);
    cleared.set(performance.now() + 1);
    cleared.clear();
    await new Promise<void>((resolve) => {
      const twice = createAlarm(() => {
        woken.push('set again');
        setTimeout(resolve, 10);
      }, isExact);
      twice.set(performance.now() + 1);
      twice.set(performance.now() + 5);
    });
    expect(woken).toEqual(['set again']);
  },
);
