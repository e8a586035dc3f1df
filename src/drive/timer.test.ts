import { expect, test } from 'vitest';
import { systemTimer } from './timer.ts';

test('an interruption ends a sleep, and keeps the next from beginning', async () => {
  const stopper = new AbortController();
  setImmediate(() => stopper.abort());
  await systemTimer.sleep(600_000, stopper.signal);
  await systemTimer.sleep(600_000, stopper.signal);
  expect(stopper.signal.aborted).toBe(true);
});

/** Timers that the process would not end before; others of the same thread may come and go in between. */
const holding = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

test('the process is held while a sleep lasts', async () => {
  const stopper = new AbortController();
  const before = holding();
  const sleep = systemTimer.sleep(600_000, stopper.signal);
  const within = holding();
  stopper.abort();
  await sleep;
  expect(within - before).toBe(1);
});

test('many may sleep until the same interruption, and nobody is warned of them', async () => {
  const stopper = new AbortController();
  const warnings: Error[] = [];
  const listen = (warning: Error): void => void warnings.push(warning);
  process.on('warning', listen);
  const sleeps = Array.from({ length: 50 }, () => systemTimer.sleep(600_000, stopper.signal));
  await new Promise(setImmediate);
  stopper.abort();
  await Promise.all(sleeps);
  process.off('warning', listen);
  expect(warnings).toEqual([]);
});
