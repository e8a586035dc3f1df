import { expect, test } from 'vitest';
import { endsWithin } from './deadline.ts';

const never = (): Promise<void> => new Promise(() => undefined);
const quiet = new AbortController().signal;
const LONG_MS = 2 ** 40;

test('work that comes to its end is waited for, and what it throws is thrown', async () => {
  const broken = endsWithin(LONG_MS, quiet, () => Promise.reject(new Error('broken')));
  await expect(broken).rejects.toThrow('broken');
  expect(await endsWithin(LONG_MS, quiet, () => Promise.resolve())).toBe(true);
});

test('work without an end is left where it stands when its time is over', async () => {
  expect(await endsWithin(0, quiet, never)).toBe(false);
});

test('an interruption is not waited out, whether it comes before the work or during it', async () => {
  const later = new AbortController();
  const during = endsWithin(LONG_MS, later.signal, () => (later.abort(), never()));
  expect(await Promise.all([endsWithin(LONG_MS, AbortSignal.abort(), never), during])).toEqual([false, false]);
});
