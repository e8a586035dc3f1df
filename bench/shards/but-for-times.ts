import type { Report } from '../../src/model/types.ts';

/** A report without what two runs of the same differ in: times, and which exchanges and secrets there were, by number. */
export function butForTimes(report: Report): unknown {
  const { startedAt: _startedAt, durationMs: _durationMs, latency = [], ...rest } = report;
  const counted = latency.map(({ p50: _p50, p90: _p90, ...operation }) => operation);
  return withoutNumbers({ ...rest, latency: counted });
}

function withoutNumbers(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/(~[A-Za-z][\w.-]*?-)[0-9]+~/g, '$1~');
  if (Array.isArray(value)) return value.map(withoutNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      (key === 'exchanges' && Array.isArray(entry)) || key === 'furtherExchanges' || key === 'allExchanges'
        ? undefined
        : withoutNumbers(entry),
    ]),
  );
}

/** The verdicts of a report, without what depends on when and where the exchanges behind them were sent: each embedded mock has ports of its own. */
export function resultOf({ outcome, exitCode, summary, clauses, failures, flaky, observations, leftovers }: Report): unknown {
  return withoutPorts({
    outcome,
    exitCode,
    summary,
    clauses: clauses.map(({ exchanges: _exchanges, furtherExchanges: _further, allExchanges: _all, ...clause }) => clause),
    failures: failures.map(({ clause, check, basis, expected, received, cluster }) => ({
      clause,
      check,
      basis,
      expected,
      received,
      cluster,
    })),
    flaky,
    observations,
    leftovers,
  });
}

function withoutPorts(value: object): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/(?<=\/\/127\.0\.0\.1:)\d+/g, 'PORT'));
}
