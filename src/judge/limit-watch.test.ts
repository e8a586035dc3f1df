import { expect, test } from 'vitest';
import { watchLimit, wordsOf } from './limit-watch.ts';

/** An answer of `limit` at a moment, and the moment from which something is back; in seconds. */
type Naming = readonly [limit: number, at: number, back: number];

/** For each answer the ordinal of the one that it contradicts. */
function contradicted(answers: readonly Naming[], tookMs = 10): readonly (number | undefined)[] {
  const watch = watchLimit<number>();
  return answers.map(([limit, at, back], index) =>
    watch.sees({
      limit,
      sentMs: at * 1000,
      receivedMs: at * 1000 + tookMs,
      ...wordsOf(Math.floor(at) * 1000, back, back + 9),
      answer: index,
    }),
  );
}

test.each<[string, readonly Naming[], readonly (number | undefined)[]]>([
  [
    'a limit that stays',
    [
      [60, 1, 30],
      [60, 2, 30],
    ],
    [undefined, undefined],
  ],
  [
    'a smaller limit that takes over',
    [
      [60, 1, 30],
      [9, 2, 30],
      [9, 3, 30],
    ],
    [undefined, undefined, undefined],
  ],
  [
    'two limits that take turns before anything is back',
    [
      [60, 1, 30],
      [9, 2, 30],
      [60, 3, 30],
      [9, 4, 30],
    ],
    [undefined, undefined, 1, 2],
  ],
  [
    'another limit each time',
    [
      [60, 1, 30],
      [59, 2, 30],
      [58, 3, 30],
    ],
    [undefined, undefined, 1],
  ],
  [
    'a limit that hands over when something of it is back',
    [
      [60, 1, 30],
      [9, 2, 4],
      [60, 5, 30],
    ],
    [undefined, undefined, undefined],
  ],
  [
    'a limit that takes over when something of the other is back, and hands over again because it is the larger',
    [
      [9, 1, 4],
      [60, 5, 30],
      [9, 6, 20],
    ],
    [undefined, undefined, undefined],
  ],
  [
    'answers without a moment',
    [
      [60, 1, NaN],
      [9, 2, NaN],
      [60, 3, NaN],
    ],
    [undefined, undefined, undefined],
  ],
  [
    'a later period',
    [
      [60, 1, 30],
      [60, 31, 60],
      [9, 32, 60],
      [60, 33, 60],
    ],
    [undefined, undefined, undefined, 2],
  ],
])('%s', (_what, answers, wanted) => {
  expect(contradicted(answers)).toEqual(wanted);
});

test('of requests at the same time nobody knows the order', () => {
  const turns: readonly Naming[] = [
    [60, 1, 30],
    [9, 1.5, 30],
    [60, 2, 30],
  ];
  expect(contradicted(turns, 1000)).toEqual([undefined, undefined, undefined]);
});
