import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadEvent, Report } from '../../model/types.ts';
import { limiterOf, type KnownLimiter, type LoadSummary } from './load-summary.ts';
import { loadPlots } from '../../report/load-plots.ts';
import { publish } from '../write-files.ts';
import type { ReportedRun } from '../../report/renderers.ts';
import { writeReports, type WrittenFile } from '../write-reports.ts';
import { defined } from '../../model/defined.ts';

export interface FinishedLoad {
  readonly report: Report;
  readonly event: LoadEvent;
  readonly figures: LoadFigures;
  readonly files: readonly WrittenFile[];
}

/** Writes everything that a load leaves in its folder. Throws RunError. */
export function finishLoad(folder: string, reported: ReportedRun, event: LoadEvent, limiter?: KnownLimiter): FinishedLoad {
  const file = (name: string): string => join(folder, name);
  const { report } = reported;
  const figures = loadSummary(report, event, limiter);
  publish(folder, (stage) => {
    for (const { name, svg } of loadPlots(event)) writeFileSync(join(stage, `${name}.svg`), svg);
    writeFileSync(join(stage, 'load.json'), `${JSON.stringify(figures, undefined, 2)}\n`);
  });
  return {
    report,
    event,
    figures,
    files: [
      { about: 'latency', path: file('latency.svg') },
      { about: 'figures', path: file('load.json') },
      ...writeReports(folder, reported),
    ],
  };
}

/** What `assay load saturate|soak --json` prints, and what the figures rest on. */
interface LoadFigures extends LoadSummary {
  readonly model: LoadEvent['model'];
  readonly rate: number | null;
  readonly connections: number;
  readonly end: { readonly how: LoadEvent['end']; readonly why?: string };
  /** of a ramp: its stages, and what it has found */
  readonly ramp?: LoadEvent['ramp'];
  readonly operations: NonNullable<LoadEvent['operations']>;
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
function loadSummary(report: Report, event: LoadEvent, limiter?: KnownLimiter): LoadFigures {
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
    operations: event.operations ?? [],
    accounts: event.accounts,
    judged: event.judged,
    violating: event.violating,
    rejudgeable: event.rejudgeable,
    coordinatedOmission: event.coordinatedOmission,
    generator: event.generator,
    valid: event.generator.bottleneck.length === 0,
    thresholds: event.thresholds,
    ...defined({ generators: event.generators, ramp: event.ramp }),
  };
}
