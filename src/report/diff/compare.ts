import type { ComparedRun, Comparison, Report } from '../../model/types.ts';
import { clauseChanges } from './clauses.ts';
import { DEFAULT_BAND, latencyChanges, driftBetween, type Band } from './drift.ts';
import { exitCodeOf, tripped, type FailOn } from './rule.ts';
import { defined } from '../../model/defined.ts';

export interface CompareOptions {
  readonly failOn?: readonly FailOn[];
  readonly band?: Band;
}

/** What has changed from one run of a target to the next, and what that means by the user's rule. */
export function compareReports(
  before: Report,
  after: Report,
  { failOn = ['newly-failing'], band = DEFAULT_BAND }: CompareOptions = {},
): Comparison {
  const sameSuite = before.specs.digest === after.specs.digest && before.tool.version === after.tool.version;
  const sameRequests = sameSuite && before.seed === after.seed && JSON.stringify(before.selection) === JSON.stringify(after.selection);
  const found = {
    ...clauseChanges({ before, after, sameSuite }),
    observations: driftBetween(before, after, sameRequests),
    latency: latencyChanges(before, after, band),
  };
  const reasons = tripped(found, failOn);
  return {
    schemaVersion: 1,
    target: after.target.name,
    before: compared(before),
    after: compared(after),
    sameSuite,
    ...found,
    tripped: [...reasons],
    exitCode: exitCodeOf(reasons, found, after),
  };
}

function compared({ startedAt, tool, specs, seed, outcome, replayFlags }: Report): ComparedRun {
  return { startedAt, version: tool.version, specs: specs.digest, seed, outcome, ...defined({ replayFlags }) };
}
