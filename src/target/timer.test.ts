import { expect, test } from 'vitest';
import { systemTimer } from './timer.ts';

test('an interruption ends a sleep, and keeps the next from beginning', async () => {
  const stopper = new AbortController();
  setImmediate(() => stopper.abort());
  await systemTimer.sleep(600_000, stopper.signal);
  await systemTimer.sleep(600_000, stopper.signal);
  expect(stopper.signal.aborted).toBe(true);
});
