import { GRAIN_MS, type Sample } from './sample.ts';
import type { Span } from './span.ts';

/** A Date header may be this late: servers make it once a second, with a timer. */
const DATE_LAG_MS = 100;

/** What of an exchange tells of the target's clock; milliseconds. */
type Dated = Pick<Sample, 'dateMs' | 'sentMs' | 'receivedMs'>;

/** Narrows down, answer by answer, what the target's clock is ahead. */
export interface ClockWatch {
  sees(exchange: Dated): void;
  offset(): Span | undefined;
}

/**
 * What must be added to the harness's clock to get the target's, in milliseconds: every Date header was true, to the second,
 * at some moment between sending and receiving (RFC 9110, section 6.6.1). Undefined without a Date, or where they contradict each other.
 */
export function clockOffset(samples: readonly Dated[]): Span | undefined {
  const watch = watchClock();
  for (const sample of samples) watch.sees(sample);
  return watch.offset();
}

/** The same of answers that are not kept. */
export function watchClock(): ClockWatch {
  let low = -Infinity;
  let high = Infinity;
  return {
    sees: ({ dateMs, sentMs, receivedMs }) => {
      if (dateMs === undefined) return;
      low = Math.max(low, dateMs - receivedMs);
      high = Math.min(high, dateMs + GRAIN_MS + DATE_LAG_MS - sentMs);
    },
    offset: () => (low <= high && low !== -Infinity ? { low, high } : undefined),
  };
}

/** A header's moment on the harness's clock. */
export function onOurClock(seconds: number, offset: Span, grain = GRAIN_MS): Span {
  return { low: seconds * 1000 - grain - offset.high, high: seconds * 1000 + grain - offset.low };
}
