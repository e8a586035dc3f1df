import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadEvent, Report } from '../../model/types.ts';
import type { KnownLimiter } from './load-summary.ts';
import { latencySvg } from '../../report/latency-svg.ts';
import { publish } from '../publish.ts';
import { writeReports } from '../write-reports.ts';
import type { ReportedRun } from '../write-reports.ts';
import { loadSummary } from './load-figures.ts';
import type { LoadFigures } from './load-figures.ts';
import type { WrittenFile } from '../finished-run.ts';

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
    writeFileSync(join(stage, 'latency.svg'), latencySvg(event.slices));
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
