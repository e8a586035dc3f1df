import type { Comparison, DocumentName, ProfileFile, Report, Specs } from '../../src/model/types.ts';
import type { FaultSummary } from '../../src/mock/kit/control.ts';
import type { Depth } from '../../src/plan/fit-depth.ts';
import { compareReports } from '../../src/report/diff/compare.ts';
import { driveSuite } from '../../src/qualify/in-process.ts';
import { reportOf } from '../../test/support/report-of.ts';
import { prepareSuite } from '../../src/qualify/suite.ts';
import type { Suite } from '../../src/qualify/suite.ts';
import { ownClauses } from '../../src/qualify/trial.ts';

/** What two runs that differ by one fault differ in. */
export interface OneFault {
  readonly fault: string;
  /** clauses that the fault names, and no others, fail newly */
  readonly exact: boolean;
  readonly newlyFailing: readonly string[];
  /** what the profile promises where the documents are silent, and does not hold any more */
  readonly promises: readonly string[];
  /** clauses that cannot be judged any more, because the fault keeps the run from getting there */
  readonly noLongerJudged: number;
  /** what is seen otherwise where the documents are silent */
  readonly drift: number;
}

/** Compares a run with a fault to one without, fault after fault; runs of one document, in process. */
export function openComparisons(
  specs: Specs,
  source: ProfileFile,
  file: string,
  depth: Depth = 'standard',
): (fault: FaultSummary) => Promise<OneFault> {
  const suites = new Map<DocumentName, { readonly suite: Suite; readonly clean: Report }>();
  return async (fault) => {
    const known = suites.get(fault.document) ?? (await withoutFault(specs, source, file, depth, fault.document));
    suites.set(fault.document, known);
    return differenceOf(specs, fault, compareReports(known.clean, await reportWith(known.suite, [fault.id])));
  };
}

async function withoutFault(
  specs: Specs,
  source: ProfileFile,
  file: string,
  depth: Depth,
  document: DocumentName,
): Promise<{ readonly suite: Suite; readonly clean: Report }> {
  const suite = prepareSuite(specs, source, file, { seed: 1, selection: { documents: [document] }, walks: 0, depth });
  return { suite, clean: await reportWith(suite, []) };
}

async function reportWith(suite: Suite, faults: readonly string[]): Promise<Report> {
  const { events, judgement } = await driveSuite(suite, { faults });
  return reportOf(suite, events, { judgement });
}

function differenceOf(specs: Specs, fault: FaultSummary, { clauses, observations }: Comparison): OneFault {
  const own = ownClauses(fault);
  const isPromise = (clause: string): boolean => specs.clauses.get(clause)?.status === 'unspecified' && !own.includes(clause);
  const failing = clauses.newlyFailing.map(({ clause }) => clause);
  const newlyFailing = failing.filter((clause) => !isPromise(clause));
  return {
    fault: fault.id,
    exact: newlyFailing.length > 0 && newlyFailing.every((clause) => own.includes(clause)) && clauses.newlyPassing.length === 0,
    newlyFailing,
    promises: failing.filter(isPromise),
    noLongerJudged: clauses.noLongerJudged.length,
    drift: observations.length,
  };
}
