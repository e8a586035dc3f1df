import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evenPace } from './open-dispatcher.ts';

test('requests are due evenly, from the start on', () => {
  const pace = evenPace(10, 500);
  expect([pace.total, [0, 1, 4].map(pace.dueAt), [-1, 0, 99, 100, 499, 9999].map(pace.dueBy)]).toEqual([
    5,
    [0, 100, 400],
    [0, 1, 1, 2, 5, 5],
  ]);
});

test('whatever the rate: none is due before its moment, none forgotten, none beyond the bound', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.1, max: 20_000, noNaN: true }),
      fc.integer({ min: 1, max: 100_000 }),
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.double({ min: 0, max: 200_000, noNaN: true }),
      (rate, durationMs, most, now) => {
        const { total, dueAt, dueBy } = evenPace(rate, durationMs, most);
        const due = dueBy(now);
        const grain = 1e-6 * (1 + now);
        expect(total <= most && dueAt(total - 1) < durationMs + grain).toBe(true);
        expect(due === 0 || dueAt(due - 1) <= now + grain).toBe(true);
        expect(due === total || dueAt(due) > now - grain).toBe(true);
      },
    ),
  );
});
