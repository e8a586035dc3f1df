import type { PastRun, Report } from '../../model/types.ts';
import { defined } from '../../model/defined.ts';
import { requestsSent } from '../tally.ts';

/** What a trend keeps of a run. */
export function pastRun(report: Report): PastRun {
  const { target, startedAt, seed, tool, specs, outcome, durationMs, clauses, flaky, observations, latency = [] } = report;
  const judged = clauses.filter(({ verdict, status }) => verdict !== null && (status !== 'unspecified' || verdict === 'fail'));
  const ids = (wanted: string): string[] =>
    judged.filter(({ verdict, waived }) => (waived === true ? 'waived' : verdict) === wanted).map(({ id }) => id);
  const medianMs = latency.map(({ p50 }) => p50).toSorted((a, b) => a - b)[Math.floor(latency.length / 2)];
  return {
    schemaVersion: 1,
    target: target.name,
    startedAt,
    seed,
    version: tool.version,
    specs: specs.digest,
    outcome,
    durationMs,
    requests: requestsSent(report),
    clauses: {
      passed: ids('pass').length,
      failed: ids('fail').length,
      waived: ids('waived').length,
      inconclusive: ids('inconclusive').length,
      skipped: ids('skipped').length,
      error: ids('error').length,
    },
    failing: ids('fail'),
    waived: ids('waived'),
    flaky: [...new Set(flaky.map(({ clause }) => clause))],
    observations: observations.length,
    ...defined({ medianMs }),
  };
}

/** The same run, wherever its folder is. */
export function runKey({ target, startedAt, seed }: Pick<PastRun, 'target' | 'startedAt' | 'seed'>): string {
  return JSON.stringify([target, startedAt, seed]);
}

/** A history with some runs more, each once, by target and then by time: adding them again changes nothing. */
export function merged(history: readonly PastRun[], more: readonly PastRun[]): readonly PastRun[] {
  const all = new Map([...more, ...history].map((run) => [runKey(run), run]));
  return [...all.values()].toSorted((one, other) => {
    const [a, b] = [one, other].map((run) => `${run.target}\n${run.startedAt}\n${run.seed}`);
    return (a ?? '') < (b ?? '') ? -1 : 1;
  });
}

/** Runs of one target, oldest first. */
export interface TargetHistory {
  readonly target: string;
  readonly runs: readonly PastRun[];
}

export function historiesByTarget(history: readonly PastRun[]): readonly TargetHistory[] {
  return [...new Set(history.map(({ target }) => target))].map((target) => ({
    target,
    runs: history.filter((run) => run.target === target),
  }));
}

/** What came and went from one run to the next: '+2 −1', or nothing. */
export function failingSince({ failing }: PastRun, before: PastRun | undefined): string {
  if (before === undefined) return '';
  const come = failing.filter((clause) => !before.failing.includes(clause)).length;
  const gone = before.failing.filter((clause) => !failing.includes(clause)).length;
  return [come === 0 ? '' : `+${come}`, gone === 0 ? '' : `−${gone}`].filter((text) => text !== '').join(' ');
}
