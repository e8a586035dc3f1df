import type { Sample } from './sample.ts';
import type { Span } from './span.ts';

/** A Date header may be this late: servers make it once a second, with a timer. */
const DATE_LAG_MS = 100;
const GRAIN_MS = 1000;

/**
 * What must be added to the harness's clock to get the target's, in milliseconds: every Date header was true, to the second,
 * at some moment between sending and receiving (RFC 9110, section 6.6.1). Undefined without a Date, or where they contradict each other.
 */
export function clockOffset(samples: readonly Sample[]): Span | undefined {
  let low = -Infinity;
  let high = Infinity;
  for (const { dateMs, sentMs, receivedMs } of samples) {
    if (dateMs === undefined) continue;
    low = Math.max(low, dateMs - receivedMs);
    high = Math.min(high, dateMs + GRAIN_MS + DATE_LAG_MS - sentMs);
  }
  return low <= high && low !== -Infinity ? { low, high } : undefined;
}
