import type { LoadOutcome } from './engine/load-order.ts';
import type { Measures } from './thresholds.ts';

/** What thresholds speak of, from an outcome. */
export function measure(
  { accounts, latencyMs, throughput }: Pick<LoadOutcome, 'accounts' | 'latencyMs' | 'throughput'>,
  violations: number,
): Measures {
  const { scheduled, neverSent, timedOut, lost, answered, byStatus } = accounts;
  const limited = byStatus['429'] ?? 0;
  const refused = Object.entries(byStatus).reduce((sum, [status, count]) => (Number(status) >= 400 ? sum + count : sum), 0);
  const { p50, p90, p99, p999, max } = latencyMs;
  return {
    p50,
    p90,
    p99,
    p999,
    max,
    errors: scheduled === 0 ? 0 : (neverSent + timedOut + lost + refused - limited) / scheduled,
    limited: answered === 0 ? 0 : limited / answered,
    violations,
    throughput,
  };
}
