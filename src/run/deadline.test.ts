import { expect, test } from 'vitest';
import { endsWithin } from './deadline.ts';

const never = (): Promise<void> => new Promise(() => undefined);
const quiet = new AbortController().signal;
const LONG_MS = 2 ** 40;

test('work that comes to its end is waited for, and what it throws is thrown', async () => {
  const broken = endsWithin({ milliseconds: LONG_MS, signal: quiet }, () => Promise.reject(new Error('broken')));
  await expect(broken).rejects.toThrow('broken');
  expect(await endsWithin({ milliseconds: LONG_MS, signal: quiet }, () => Promise.resolve())).toBe(true);
});

test('work without an end is left where it stands when its time is over', async () => {
  expect(await endsWithin({ milliseconds: 0, signal: quiet }, never)).toBe(false);
});

test('an interruption is not waited out, whether it comes before the work or during it', async () => {
  const later = new AbortController();
  const during = endsWithin({ milliseconds: LONG_MS, signal: later.signal }, () => (later.abort(), never()));
  expect(await Promise.all([endsWithin({ milliseconds: LONG_MS, signal: AbortSignal.abort() }, never), during])).toEqual([false, false]);
});
