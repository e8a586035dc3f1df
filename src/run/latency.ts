import type { Latency } from '../model/types.ts';
import type { ExchangeEvent } from '../trace/events.ts';

/** How long answers took, in milliseconds, operation by operation in the order of their names. */
export function latencyOf(exchanges: readonly ExchangeEvent[]): Latency[] {
  const times = new Map<string, { readonly document: Latency['document']; readonly operation: string; readonly all: number[] }>();
  for (const { document, operation, response, durationMs } of exchanges) {
    if (operation === undefined || response === undefined) continue;
    const key = `${document} ${operation}`;
    const known = times.get(key) ?? { document, operation, all: [] };
    known.all.push(durationMs);
    times.set(key, known);
  }
  return [...times]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { document, operation, all }]) => {
      const sorted = all.toSorted((a, b) => a - b);
      return { document, operation, samples: sorted.length, p50: percentile(sorted, 0.5), p90: percentile(sorted, 0.9) };
    });
}

/** The nearest rank, to a hundredth of a millisecond. */
function percentile(sorted: readonly number[], part: number): number {
  return Math.round((sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0) * 100) / 100;
}
