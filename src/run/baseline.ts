import { join, resolve } from 'node:path';
import { comparisonPage } from '../report/diff/comparison-page.ts';
import { entryAt } from '../model/stored-file.ts';
import type { Comparison, Report } from '../model/types.ts';
import { readReportFile, readStoredReport } from './certificate/differences.ts';
import { RunError } from './run-error.ts';
import { writeJson, writeText } from './write-files.ts';

/** The report of an earlier run, by its folder or its report.json. Throws RunError for what cannot be compared with. */
export function readRun(path: string): Report {
  const file = resolve(path);
  const entry = entryAt(file, 'named');
  if (entry === undefined) throw new RunError('run-missing', `${path}: expected a run's folder or its report.json, found nothing`);
  const report = entry.isDirectory() ? readStoredReport(file) : readReportFile(file);
  if (report.clauses.length === 0)
    throw new RunError('run-without-verdicts', `${path}: the run has judged nothing, there is nothing to compare with`);
  if (report.shard !== undefined)
    throw new RunError(
      'run-is-a-shard',
      `${path}: it is shard ${report.shard.number} of ${report.shard.of}, a part of a run. 'assay merge' joins the shards to one that can be compared`,
    );
  return report;
}

/** Runs of different targets say nothing of a change. Throws RunError. */
export function demandSameTarget(path: string, { target }: Report, name: string): void {
  if (target.name !== name)
    throw new RunError(
      'run-of-another-target',
      `${path}: it is a run of the target '${target.name}', not of '${name}'. 'assay run --target A --against B' tells how two deployments differ`,
    );
}

/** A load and a conformance run look at different things: what one of them leaves open is no change. Throws RunError. */
export function demandSameKind(path: string, earlier: Report, isLoad: boolean): void {
  if (isLoadRun(earlier) === isLoad) return;
  const [found, expected] = isLoad ? ['a conformance run', 'a load'] : ['a load', 'a conformance run'];
  throw new RunError(
    'runs-incomparable',
    `${path}: expected ${expected}, which the other is, found ${found}: they do not look at the same`,
  );
}

export function isLoadRun({ load, requests }: Pick<Report, 'load' | 'requests'>): boolean {
  return load !== undefined || (requests.load ?? 0) > 0;
}

/** Writes `diff.json` and its page into a run's folder; answers where the former is. */
export function writeComparison(folder: string, comparison: Comparison): string {
  writeText(join(folder, 'diff.html'), comparisonPage(comparison));
  return writeJson(join(folder, 'diff.json'), comparison);
}
