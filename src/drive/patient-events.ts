import type { ControlEvent } from '../model/types.ts';
import { systemTimer, type Timer } from './timer.ts';

/** How many events of each kind a step should make the target emit. */
export type WantedEvents = Readonly<Record<string, number>>;

/** Answers the events since the last look, oldest first. With `wanted` it is asked after a step, without before one. */
export type EventReader = (wanted?: WantedEvents) => Promise<readonly ControlEvent[]>;

/**
 * An e-mail may be delivered some time after the response that it belongs to. Waits for as many events as are wanted, so long at most; as soon
 * as one has been late, also for those that are on their way, so that no step is given those of an earlier one.
 */
export function patientEvents(read: () => Promise<readonly ControlEvent[]>, withinMs: number, timer: Timer = systemTimer): EventReader {
  let slowest = 0;
  const wait = async (milliseconds: number): Promise<void> => timer.sleep(milliseconds, NEVER);
  const settle = async (): Promise<readonly ControlEvent[]> => {
    if (slowest > 0) await wait(2 * slowest);
    return read();
  };
  return async (wanted) => {
    if (wanted === undefined || Object.values(wanted).every((count) => count === 0)) return settle();
    const startedAt = timer.now();
    const found = [...(await read())];
    let waited = 0;
    while (isMissing(wanted, found) && waited < withinMs) {
      await wait(Math.min(LOOK_AGAIN_MS, withinMs - waited));
      found.push(...(await read()));
      waited = timer.now() - startedAt;
      if (!isMissing(wanted, found)) slowest = Math.max(slowest, waited);
    }
    return [...found, ...(await settle())];
  };
}

const LOOK_AGAIN_MS = 20;
const NEVER = new AbortController().signal;

function isMissing(wanted: WantedEvents, found: readonly ControlEvent[]): boolean {
  return Object.entries(wanted).some(([kind, count]) => found.filter((event) => event.kind === kind).length < count);
}
