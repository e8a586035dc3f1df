import { defined } from '../../model/defined.ts';
import type { LoadEvent, Report } from '../../model/types.ts';
import { limiterOf } from './load-summary.ts';
import type { KnownLimiter, LoadSummary } from './load-summary.ts';

/** What `assay load saturate|soak --json` prints, and what the figures rest on. */
export interface LoadFigures extends LoadSummary {
  readonly model: LoadEvent['model'];
  readonly rate: number | null;
  readonly connections: number;
  readonly end: { readonly how: LoadEvent['end']; readonly why?: string };
  readonly accounts: LoadEvent['accounts'];
  readonly judged: number;
  readonly violating: number;
  readonly rejudgeable: number;
  readonly coordinatedOmission: LoadEvent['coordinatedOmission'];
  readonly generator: LoadEvent['generator'];
  /** false where the generator was the bottleneck */
  readonly valid: boolean;
  readonly thresholds: LoadEvent['thresholds'];
  /** those that have recorded the rows, where there were others than the harness */
  readonly generators?: LoadEvent['generators'];
}

/** @param limiter what the answers show of it, where a classifier has seen them */
export function loadSummary(report: Report, event: LoadEvent, limiter?: KnownLimiter): LoadFigures {
  const { count: _count, ...latencyMs } = event.latencyMs;
  return {
    limiter: limiterOf(limiter),
    violations: report.failures.map(({ clause, check, expected, received }) => ({
      clause,
      expected,
      received,
      count: event.violations.find((one) => one.check === check)?.count ?? 1,
    })),
    requests: event.accounts.sent,
    responses: { byStatus: event.accounts.byStatus },
    throughput: event.throughput,
    latencyMs,
    durationMs: report.durationMs,
    outcome: report.outcome,
    exitCode: report.exitCode,
    model: event.model,
    rate: event.rate ?? null,
    connections: event.connections,
    end: { how: event.end, ...defined({ why: event.why }) },
    accounts: event.accounts,
    judged: event.judged,
    violating: event.violating,
    rejudgeable: event.rejudgeable,
    coordinatedOmission: event.coordinatedOmission,
    generator: event.generator,
    valid: event.generator.bottleneck.length === 0,
    thresholds: event.thresholds,
    ...defined({ generators: event.generators }),
  };
}
