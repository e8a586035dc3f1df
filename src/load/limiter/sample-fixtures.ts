import type { Sample } from './sample.ts';

/** Noon of some day, in milliseconds: the harness's clock and, unless told otherwise, the target's. */
export const NOON_MS = 1_900_000_000_000;

/** What a test tells of a sample: moments in seconds after noon. */
export interface SampleSketch {
  readonly phase?: string;
  readonly subject?: string;
  readonly asks?: Sample['asks'];
  readonly at?: number;
  /** seconds until the answer came */
  readonly took?: number;
  readonly status?: number | undefined;
  readonly limit?: number;
  readonly remaining?: number;
  readonly reset?: number;
  readonly retryAt?: number;
  readonly date?: number | undefined;
}

/** Samples in the order of sending, numbered from 1: 200 after 10 ms, with a Date header that is right. */
export function samples(...sketches: readonly SampleSketch[]): readonly Sample[] {
  return sketches.map((sketch, index) => {
    const { phase = 'exhaust', subject = 'own', asks = 'call', at = index, took = 0.01, limit, remaining, reset, retryAt } = sketch;
    const sentMs = NOON_MS + at * 1000;
    const receivedMs = sentMs + took * 1000;
    const date = 'date' in sketch ? sketch.date : Math.floor((receivedMs - NOON_MS) / 1000);
    return {
      seq: index + 1,
      phase,
      subject,
      asks,
      sentMs,
      receivedMs,
      status: 'status' in sketch ? sketch.status : 200,
      dateMs: date === undefined ? undefined : NOON_MS + date * 1000,
      limit,
      remaining,
      reset: reset === undefined ? undefined : { seconds: NOON_MS / 1000 + reset, form: 'seconds' },
      retryAt: retryAt === undefined ? undefined : { seconds: NOON_MS / 1000 + retryAt, form: 'seconds' },
    };
  });
}
