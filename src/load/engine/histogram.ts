import { build, initWebAssembly } from 'hdr-histogram-js';

/** Milliseconds, at a resolution of microseconds and an error of at most 0.1 %. */
export interface LatencySummary {
  readonly count: number;
  readonly p50: number;
  readonly p75: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

export const NO_LATENCY: LatencySummary = { count: 0, p50: 0, p75: 0, p90: 0, p95: 0, p99: 0, p999: 0, max: 0 };

/** Latencies in an HDR histogram of constant size, whatever their number. */
export interface LatencyHistogram {
  record(ms: number): void;
  /** milliseconds that this share (0 … 1) does not exceed */
  quantile(share: number): number;
  summary(): LatencySummary;
  reset(): void;
  /** frees its memory */
  close(): void;
}

/** Longer than any answer is waited for: an hour, in microseconds. */
const LONGEST_US = 3_600_000_000;

/** Resolves when the first histogram can be made: the library is WebAssembly. */
export async function loadHistograms(): Promise<void> {
  await initWebAssembly();
}

export function createLatencyHistogram(): LatencyHistogram {
  const histogram = build({
    useWebAssembly: true,
    bitBucketSize: 32,
    lowestDiscernibleValue: 1,
    highestTrackableValue: LONGEST_US,
    numberOfSignificantValueDigits: 3,
  });
  let longest = 0;
  let count = 0;
  const quantile = (share: number): number => (count === 0 ? 0 : Math.min(longest, histogram.getValueAtPercentile(share * 100) / 1000));
  return {
    record: (ms) => {
      if (ms > longest) longest = ms;
      count += 1;
      histogram.recordValue(Math.min(LONGEST_US, Math.max(1, Math.round(ms * 1000))));
    },
    quantile,
    summary: () => ({
      count,
      p50: quantile(0.5),
      p75: quantile(0.75),
      p90: quantile(0.9),
      p95: quantile(0.95),
      p99: quantile(0.99),
      p999: quantile(0.999),
      max: Math.round(longest * 1000) / 1000,
    }),
    reset: () => {
      longest = 0;
      count = 0;
      histogram.reset();
    },
    close: () => histogram.destroy(),
  };
}
