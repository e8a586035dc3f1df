import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { LatencySummary } from './histogram.ts';

/** How busy the load generator was: figures are the target's only where it was not the bottleneck itself. */
export interface GeneratorHealth {
  /** milliseconds that the event loop came late, the sampling interval taken off */
  readonly eventLoopDelayMs: { readonly p50: number; readonly p99: number; readonly max: number };
  /** share of the time in which the generator's thread was at work, 0 to 1 */
  readonly processorShare: number;
  /** from when a request was due and a connection was free for it to when it was sent */
  readonly sendLagMs: LatencySummary;
  /** why the figures are not the target's; none where they are */
  readonly bottleneck: readonly string[];
}

const MOST_LAG_MS = 20;
const MOST_SHARE = 0.9;
const RESOLUTION_MS = 5;

/** Watches the generator's own thread from now on. */
export function watchGenerator(): { readonly stop: (sendLagMs: LatencySummary) => GeneratorHealth } {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const before = performance.eventLoopUtilization();
  delay.enable();
  return {
    stop: (sendLagMs) => {
      delay.disable();
      const late = (nanoseconds: number): number => Math.max(0, Math.round(nanoseconds / 1e3) / 1e3 - RESOLUTION_MS);
      const seen = delay.max > 0;
      const eventLoopDelayMs = seen
        ? { p50: late(delay.percentile(50)), p99: late(delay.percentile(99)), max: late(delay.max) }
        : { p50: 0, p99: 0, max: 0 };
      const processorShare = Math.round(performance.eventLoopUtilization(before).utilization * 1000) / 1000;
      return { eventLoopDelayMs, processorShare, sendLagMs, bottleneck: bottleneckOf(eventLoopDelayMs.p99, processorShare, sendLagMs.p99) };
    },
  };
}

/** In words what of the generator held the load up. Milliseconds, share of the time, milliseconds. */
export function bottleneckOf(eventLoopDelayMs: number, processorShare: number, sendLagMs: number): readonly string[] {
  return [
    ...(sendLagMs > MOST_LAG_MS
      ? [`one request in a hundred was sent ${sendLagMs.toFixed(1)} ms late or more (at most ${MOST_LAG_MS})`]
      : []),
    ...(eventLoopDelayMs > MOST_LAG_MS
      ? [`the event loop was ${eventLoopDelayMs.toFixed(1)} ms late one time in a hundred (at most ${MOST_LAG_MS})`]
      : []),
    ...(processorShare > MOST_SHARE
      ? [`the generator's thread was at work ${Math.round(processorShare * 100)} % of the time (at most ${MOST_SHARE * 100})`]
      : []),
  ];
}
