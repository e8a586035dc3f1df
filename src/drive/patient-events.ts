import type { ControlEvent } from '../model/types.ts';
import { systemTimer, type Timer } from './timer.ts';

/** How many events of each kind a step should make the target emit. */
export type WantedEvents = Readonly<Record<string, number>>;

/** Answers the events since the last look, oldest first. With `wanted` it is asked after a step, without before one. */
export type EventReader = (wanted?: WantedEvents) => Promise<readonly ControlEvent[]>;

/**
 * An e-mail may be delivered some time after the response that it belongs to. Waits for as many events as are wanted, so long at most. Unless
 * the first of them was there at once and none has been late since, also waits for those that may be on their way: before a step so long as
 * any may be, since one more than wanted would be held against the target, and after it twice the longest delay so far.
 * @param signal what ends each wait before its time
 */
export function patientEvents(
  read: () => Promise<readonly ControlEvent[]>,
  withinMs: number,
  signal: () => AbortSignal,
  timer: Timer = systemTimer,
): EventReader {
  let slowest: number | undefined;
  const settle = async (milliseconds: number): Promise<readonly ControlEvent[]> => {
    if (slowest !== 0 && milliseconds > 0) await timer.sleep(milliseconds, signal());
    return read();
  };
  return async (wanted) => {
    if (wanted === undefined) return settle(withinMs);
    if (Object.values(wanted).every((count) => count === 0)) return settle(2 * (slowest ?? 0));
    const startedAt = timer.now();
    const found = [...(await read())];
    let waited = 0;
    while (isMissing(wanted, found) && waited < withinMs && !signal().aborted) {
      await timer.sleep(Math.min(LOOK_AGAIN_MS, withinMs - waited), signal());
      found.push(...(await read()));
      waited = timer.now() - startedAt;
    }
    if (!isMissing(wanted, found)) slowest = Math.max(slowest ?? 0, waited);
    return [...found, ...(await settle(2 * (slowest ?? 0)))];
  };
}

const LOOK_AGAIN_MS = 20;

function isMissing(wanted: WantedEvents, found: readonly ControlEvent[]): boolean {
  return Object.entries(wanted).some(([kind, count]) => found.filter((event) => event.kind === kind).length < count);
}
