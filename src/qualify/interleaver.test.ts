import { expect, test } from 'vitest';
import { createInterleaver } from './in-process.ts';

/** What callers who stop twice each have done, in order. */
async function raceOf(pause: (point: string) => Promise<void>, names: string): Promise<string> {
  const done: string[] = [];
  await Promise.all(
    names.split('').map(async (name) => {
      for (const step of ['1', '2', '3']) {
        done.push(`${name}${step}`);
        if (step !== '3') await pause('somewhere');
      }
    }),
  );
  return done.join(' ');
}

test('everybody goes on by one point before anybody goes on by two, now in one order, now in the other', async () => {
  const pause = createInterleaver(1);
  expect(await raceOf(pause, 'ab')).toBe('a1 b1 a2 b2 b3 a3');
  expect(await raceOf(pause, 'ab')).toBe('a1 b1 a2 b2 b3 a3');
  expect(await raceOf(createInterleaver(2), 'ab')).toBe('a1 b1 b2 a2 b3 a3');
  expect(await raceOf(pause, 'abc')).toBe('a1 b1 c1 a2 b2 c2 c3 b3 a3');
});

test('whoever is alone just goes on', async () => {
  const pause = createInterleaver(1);
  expect([await raceOf(pause, 'a'), await raceOf(pause, 'b')]).toEqual(['a1 a2 a3', 'b1 b2 b3']);
});
