import type { Report } from '../../model/types.ts';
import type { Finding } from '../../judge/finding.ts';
import type { Classification } from '../../load/limiter/classify.ts';
import type { Sample } from '../../load/limiter/sample.ts';

/** What `assay load … --json` prints. */
export interface LoadSummary {
  readonly limiter: {
    readonly kind: Classification['kind'];
    readonly limit: number | null;
    readonly periodMs: number | null;
    readonly confidence: number;
  };
  readonly violations: readonly { readonly clause: string; readonly expected: string; readonly received: string; readonly count: number }[];
  readonly requests: number;
  readonly responses: { readonly byStatus: Readonly<Record<string, number>> };
  /** requests a second, from the first to the last */
  readonly throughput: number;
  readonly latencyMs: { readonly p50: number; readonly p90: number; readonly p99: number; readonly p999: number; readonly max: number };
  readonly durationMs: number;
  readonly outcome: Report['outcome'];
  readonly exitCode: number;
}

interface SummarySource {
  readonly report: Report;
  readonly samples: readonly Sample[];
  /** undefined where nothing was sent */
  readonly classification: Classification | undefined;
  readonly findings: readonly Finding[];
}

export function summaryOf({ report, samples, classification, findings }: SummarySource): LoadSummary {
  const latencies = samples.map(({ sentMs, receivedMs }) => receivedMs - sentMs).toSorted((a, b) => a - b);
  const [first, last] = [samples[0]?.sentMs ?? 0, Math.max(0, ...samples.map(({ receivedMs }) => receivedMs))];
  return {
    limiter: limiterOf(classification),
    violations: violationsOf(report, findings),
    requests: report.requests.sent,
    responses: { byStatus: byStatus(samples) },
    throughput: samples.length === 0 ? 0 : rounded((1000 * samples.length) / Math.max(1, last - first)),
    latencyMs: {
      p50: quantile(latencies, 0.5),
      p90: quantile(latencies, 0.9),
      p99: quantile(latencies, 0.99),
      p999: quantile(latencies, 0.999),
      max: quantile(latencies, 1),
    },
    durationMs: report.durationMs,
    outcome: report.outcome,
    exitCode: report.exitCode,
  };
}

/** What is known of a limiter, with or without knowing its kind. */
export type KnownLimiter = Partial<Pick<Classification, 'kind' | 'limit' | 'periodMs' | 'confidence'>>;

/** What a classification says, for `--json`; nothing is known without. */
export function limiterOf(classification: KnownLimiter | undefined): LoadSummary['limiter'] {
  const { kind = 'unknown', limit = null, periodMs = null, confidence = 0 } = classification ?? {};
  return { kind, limit, periodMs, confidence: rounded(confidence) };
}

/** One row for each clause and check that failed, and how often it did. */
function violationsOf({ failures }: Report, findings: readonly Finding[]): LoadSummary['violations'] {
  return failures.map(({ clause, check, expected, received }) => ({
    clause,
    expected,
    received,
    count: findings.filter((finding) => finding.verdict === 'fail' && finding.check === check && finding.clauses.includes(clause)).length,
  }));
}

function byStatus(samples: readonly Sample[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status } of samples) {
    const name = status === undefined ? 'none' : String(status);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** The smallest value that at least this share of the rising values does not exceed. */
function quantile(rising: readonly number[], share: number): number {
  return rounded(rising[Math.max(0, Math.ceil(share * rising.length) - 1)] ?? 0);
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
