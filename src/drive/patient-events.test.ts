import { expect, test } from 'vitest';
import type { ControlEvent } from '../model/types.ts';
import { patientEvents, type EventReader } from './patient-events.ts';
import type { Timer } from './timer.ts';

const mail = (seq: number): ControlEvent => ({ seq, kind: 'mail', at: '2026-01-01T00:00:00Z' });

/** A target whose e-mails arrive at these moments, and what a reader has waited so far. */
function target(
  arrivals: readonly number[],
  withinMs = 1000,
  { signal }: Pick<AbortController, 'signal'> = new AbortController(),
): { readonly read: EventReader; readonly now: () => number } {
  let now = 0;
  let seen = 0;
  const timer: Timer = { now: () => now, sleep: async (milliseconds) => void (now += milliseconds) };
  const poll = async (): Promise<readonly ControlEvent[]> => {
    const found = arrivals.flatMap((at, index) => (index >= seen && at <= now ? [mail(index + 1)] : []));
    seen += found.length;
    return found;
  };
  return { read: patientEvents(poll, withinMs, () => signal, timer), now: () => now };
}
const seqs = (events: readonly ControlEvent[]): readonly number[] => events.map(({ seq }) => seq);

test('an e-mail that is there at once is not waited for', async () => {
  const { read, now } = target([0]);
  expect([seqs(await read({ mail: 1 })), now()]).toEqual([[1], 0]);
});

test('an e-mail that is late is waited for, and from then on what may be on its way', async () => {
  const { read, now } = target([100, 180]);
  expect(seqs(await read({ mail: 1 }))).toEqual([1, 2]);
  const before = now();
  await read({ mail: 0 });
  expect(now() - before).toBe(200);
});

test('an e-mail of an earlier step is not taken for one of the next', async () => {
  const { read } = target([100, 1250, 1600]);
  await read({ mail: 1 });
  await read();
  expect(seqs(await read({ mail: 1 }))).toEqual([3]);
});

test('an e-mail that never comes is waited for no longer than is allowed', async () => {
  const { read, now } = target([], 500);
  expect([await read({ mail: 1 }), now()]).toEqual([[], 500]);
});

test('no e-mail is waited for where none is wanted and none was late', async () => {
  const { read, now } = target([0, 300]);
  await read({ mail: 1 });
  expect([await read({ mail: 0 }), await read(), now()]).toEqual([[], [], 0]);
});

test('as long as nobody knows how late e-mails are, those of earlier steps are waited for', async () => {
  expect(seqs(await target([300]).read())).toEqual([1]);
});

test('who is interrupted waits for no e-mail', async () => {
  const interrupted = new AbortController();
  interrupted.abort();
  const { read, now } = target([], 60_000, interrupted);
  expect([await read({ mail: 1 }), now()]).toEqual([[], 0]);
});
