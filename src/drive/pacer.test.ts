import { expect, test } from 'vitest';
import { sampleProfile } from '../profile/profile-fixtures.ts';
import type { Limits } from '../profile/profile.ts';
import { virtualTimer } from './transport-fixtures.ts';
import { BudgetUsedUp, createPacer, type Pacer } from './pacer.ts';

const { signal } = new AbortController();
const pacer = (limits: Partial<Limits>, timer = virtualTimer()): Pacer =>
  createPacer({ ...sampleProfile().limits, ...limits }, { timer, signal });

test('each request waits for its turn', async () => {
  const timer = virtualTimer();
  const { turn, leftMs } = pacer({ perSecond: 4, durationMs: 2_000 }, timer);
  for (let sent = 0; sent < 3; sent++) (await turn())();
  expect([timer.slept, leftMs()]).toEqual([[250, 250], 1_500]);
});

test('what goes beyond the budget is not sent, now or later', async () => {
  const { turn, usedUp } = pacer({ requests: 1 });
  expect(usedUp()).toBe(undefined);
  (await turn())();
  await expect(turn()).rejects.toThrow(new BudgetUsedUp({ key: 'budget.requests', why: 'budget.requests (1) is used up' }));
  await expect(turn()).rejects.toThrow(BudgetUsedUp);
  expect(usedUp()?.key).toBe('budget.requests');
});

test('a wait that would end after the duration is not begun', async () => {
  const timer = virtualTimer();
  const { turn, leftMs } = pacer({ perSecond: 0.5, durationMs: 2_000 }, timer);
  (await turn())();
  await expect(turn()).rejects.toThrow('budget.duration (2 s) is over');
  expect([timer.slept, leftMs()]).toEqual([[], 2_000]);
});

test('no more are under way at once than the profile permits, and they go in order', async () => {
  const { turn } = pacer({ concurrency: 2 });
  const begun: number[] = [];
  const turns = [1, 2, 3, 4].map(async (request) => {
    const done = await turn();
    begun.push(request);
    return done;
  });
  const settled = async (): Promise<readonly number[]> => {
    await new Promise((resolve) => setImmediate(resolve));
    return [...begun];
  };
  expect(await settled()).toEqual([1, 2]);
  (await turns[1])?.();
  expect(await settled()).toEqual([1, 2, 3]);
  (await turns[0])?.();
  expect(await settled()).toEqual([1, 2, 3, 4]);
});

test('a place is free again where nothing could be sent', async () => {
  const { turn } = pacer({ concurrency: 1, requests: 1 });
  (await turn())();
  await expect(turn()).rejects.toThrow(BudgetUsedUp);
  await expect(turn()).rejects.toThrow(BudgetUsedUp);
});

test('what is used up beside the budget ends the requests too', async () => {
  let left = 1;
  const full = { key: 'budget.requests', why: 'the trace is full' } as const;
  const { turn, usedUp } = createPacer(sampleProfile().limits, {
    timer: virtualTimer(),
    signal,
    beyond: () => (left-- > 0 ? undefined : full),
  });
  (await turn())();
  await expect(turn()).rejects.toThrow(new BudgetUsedUp(full));
  expect(usedUp()).toBe(full);
});
