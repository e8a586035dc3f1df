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

/**
 * When a moment that a header names comes on the harness's clock: not before `low`, and surely at `high`, since it is exact or rounded up.
 * Undefined where it is none, or nothing tells of the target's clock.
 */
export function comes(moment: Sample['reset'], offset: Span | undefined): Span | undefined {
  if (offset === undefined || moment?.form !== 'seconds') return undefined;
  return { ...onOurClock(moment.seconds, offset), high: moment.seconds * 1000 - offset.low };
}

/** The earliest moment on our clock at which some of the allowance can be back by what an answer announced; undefined where it did not. */
export function nothingBackBefore({ retryAt, reset }: Sample, offset: Span | undefined): number | undefined {
  const [some, all] = [comes(retryAt, offset), comes(reset, offset)];
  return some && all && Math.min(some.low, all.low);
}

/** A header's moment on the harness's clock, whichever way it was rounded. */
export function onOurClock(seconds: number, offset: Span, grain = GRAIN_MS): Span {
  return { low: seconds * 1000 - grain - offset.high, high: seconds * 1000 + grain - offset.low };
}
