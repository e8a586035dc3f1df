import type { LoadOutcome } from './engine/load-order.ts';
import { unansweredOf, unansweredShare } from '../model/unanswered.ts';
import type { Measures } from './thresholds.ts';

/** What was measured, as far as thresholds speak of it. */
export type Measured = Pick<LoadOutcome, 'accounts' | 'latencyMs' | 'throughput' | 'durationMs'> & {
  readonly connections: number;
  /** answers that were held against the documents, and those of them that contradict a clause */
  readonly judged: number;
  readonly violating: number;
  /** answers below 400 that no document shows */
  readonly undocumented: number;
};

/** What thresholds speak of; undefined is what nothing was measured of. */
export function measure({ accounts, latencyMs, throughput, durationMs, connections, judged, violating, undocumented }: Measured): Measures {
  const { scheduled, sent, neverSent, answered, byStatus } = accounts;
  const limited = byStatus['429'] ?? 0;
  const refused = Object.entries(byStatus).reduce((sum, [status, count]) => (Number(status) >= 400 ? sum + count : sum), 0);
  const { count, p999, ...percentiles } = latencyMs;
  return {
    ...(count === 0 ? UNMEASURED : { ...percentiles, 'p99.9': p999 }),
    errors: scheduled === 0 ? undefined : (neverSent + unansweredOf(accounts) + refused - limited + undocumented) / scheduled,
    unanswered: sent === 0 ? undefined : unansweredShare({ accounts, connections, durationMs }),
    limited: answered === 0 ? undefined : limited / answered,
    violations: judged === 0 ? undefined : violating,
    throughput: sent === 0 ? undefined : throughput,
  };
}

const UNMEASURED = {
  p50: undefined,
  p75: undefined,
  p90: undefined,
  p95: undefined,
  p99: undefined,
  'p99.9': undefined,
  max: undefined,
};
