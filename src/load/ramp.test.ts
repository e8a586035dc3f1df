import { expect, test } from 'vitest';
import { evenPace } from './engine/open-dispatcher.ts';
import { kneeOf, longestRamp, searchCapacity, type RampOrder, type Stage } from './ramp.ts';

interface Queue {
  /** responses a second */
  readonly capacity: number;
  readonly connections: number;
}

const MOST_MS = 250;
const MOST_NEVER_SENT = 0.01;

/** A stage of the open model before a queue that serves one request at a time: on a clock of its own, due as the dispatcher has it. */
function simulated({ capacity, connections }: Queue, phase: Stage['phase'], rate: number, durationMs: number): Stage {
  const pace = evenPace(rate, durationMs);
  const ends: number[] = [];
  const latencies: number[] = [];
  for (let index = 0; index < pace.total; index++) {
    const sentAt = Math.max(pace.dueAt(index), ends[index - connections] ?? 0);
    if (sentAt >= durationMs) break;
    const end = Math.max(sentAt, ends[index - 1] ?? 0) + 1000 / capacity;
    ends.push(end);
    latencies.push(end - pace.dueAt(index));
  }
  const p99 = latencies.toSorted((a, b) => a - b)[Math.ceil(0.99 * latencies.length) - 1] ?? 0;
  const missed = [
    ...(p99 < MOST_MS ? [] : ['p99<250ms']),
    ...((pace.total - ends.length) / pace.total <= MOST_NEVER_SENT ? [] : ['errors<=1%']),
  ];
  return { phase, rate, p99, missed, isOver: false };
}

const rates = (from: number, step: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => from + step * index);

test.each([
  [
    { capacity: 37, connections: 4 },
    { rates: rates(10, 10, 10), stageMs: 5000, confirmMs: 10_000 },
  ],
  [
    { capacity: 200, connections: 10 },
    { rates: rates(50, 50, 10), stageMs: 5000, confirmMs: 10_000 },
  ],
  [
    { capacity: 950, connections: 50 },
    { rates: rates(500, 400, 5), stageMs: 3000, confirmMs: 10_000 },
  ],
  [
    { capacity: 3333, connections: 50 },
    { rates: rates(10_000, -2000, 5), stageMs: 5000, confirmMs: 10_000 },
  ],
  [
    { capacity: 12, connections: 1 },
    { rates: rates(100, 100, 3), stageMs: 10_000, confirmMs: 20_000 },
  ],
] as const)('the capacity of a queue is found within 5 %: %j', async (queue: Queue, order: RampOrder) => {
  let spentMs = 0;
  const { confirmed = 0, stages } = await searchCapacity(order, (phase, rate, durationMs) => {
    spentMs += durationMs;
    return Promise.resolve(simulated(queue, phase, rate, durationMs));
  });
  expect(Math.abs(confirmed - queue.capacity) / queue.capacity).toBeLessThanOrEqual(0.05);
  expect(stages.at(-1)).toMatchObject({ phase: 'confirmation', rate: confirmed, missed: [] });
  expect(spentMs).toBeLessThanOrEqual(longestRamp(order));
});

const ORDER = { rates: [50, 100, 150], stageMs: 5000, confirmMs: 10_000 };
const QUEUE = { capacity: 90, connections: 10 };

test('what bounds the rate is told: thresholds, the highest stage, none kept, nothing more to send', async () => {
  const bounds = async (keeps: (rate: number, durationMs: number) => boolean | 'over'): Promise<readonly unknown[]> => {
    const { confirmed, bound, stages } = await searchCapacity(ORDER, (phase, rate, durationMs) => {
      const kept = keeps(rate, durationMs);
      return Promise.resolve({ phase, rate, p99: 1, missed: kept === true ? [] : ['p99<1ms'], isOver: kept === 'over' });
    });
    return [confirmed, bound, stages.length];
  };
  expect([
    await bounds(() => true),
    await bounds((rate) => rate < 104),
    await bounds(() => false),
    await bounds((rate) => (rate > 60 ? 'over' : true)),
    await bounds((_rate, durationMs) => durationMs === 5000),
  ]).toEqual([
    [150, 'it is the highest rate that was tried', 4],
    [103.2, 'at 104.8 a second: p99<1ms', 10],
    [undefined, 'no rate down to 0.0488 a second has kept the thresholds', 13],
    [undefined, 'nothing more could be sent', 2],
    [undefined, 'what was kept in 5 s was not in 10 s, down to 128.8 a second', 9],
  ]);
});

test('a rate is missed where two stages have missed it, unless a higher one is kept', async () => {
  let times = 0;
  const { confirmed } = await searchCapacity({ ...ORDER, rates: [50, 51] }, (phase, rate) => {
    const missed = rate === 51 && ++times === 1 ? ['p99<1ms'] : [];
    return Promise.resolve({ phase, rate, p99: 1, missed, isOver: false });
  });
  expect(confirmed).toBe(51);
});

test('a stage that misses by chance hides no higher rate that is kept', async () => {
  const seen: number[] = [];
  const { confirmed, bound } = await searchCapacity(ORDER, (phase, rate) => {
    seen.push(rate);
    return Promise.resolve({ phase, rate, p99: 1, missed: rate === 50 ? ['p99<1ms'] : [], isOver: false });
  });
  expect([seen, confirmed, bound]).toEqual([[50, 100, 150, 150], 150, 'it is the highest rate that was tried']);
});

test('the knee is where latency begins to rise faster than the load', async () => {
  const { stages, knee = 0 } = await searchCapacity(ORDER, (phase, rate, durationMs) =>
    Promise.resolve(simulated(QUEUE, phase, rate, durationMs)),
  );
  expect(Math.abs(knee - QUEUE.capacity) / QUEUE.capacity).toBeLessThanOrEqual(0.05);
  expect(kneeOf(stages.toReversed())).toBe(knee);
  const even = [10, 20, 30].map((rate) => ({ rate, p99: rate }));
  expect([kneeOf(even), kneeOf(even.slice(1)), kneeOf(even.map(({ rate }) => ({ rate, p99: 5 })))]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
