import { plural } from './defects.ts';
import type { Outcome, Report } from '../spec/types.ts';

/** The run's result as a heading and one sentence that says why; both for people. */
export interface OutcomeText {
  readonly heading: string;
  readonly why: string;
}

/** Says the outcome of a run; the wording never claims more than was judged. */
export function outcomeText(report: Report): OutcomeText {
  return { heading: HEADINGS[report.outcome], why: why(report) };
}

const HEADINGS: Readonly<Record<Outcome, string>> = {
  conformant: 'CONFORMANT',
  violations: 'VIOLATIONS',
  inconclusive: 'INCONCLUSIVE',
  partial: 'PARTIAL',
  usage: 'NOT JUDGED',
  error: 'HARNESS ERROR',
};

/** Declarations of the profile stand beside the documents' clauses. */
function brokenPromises({ clauses }: Report): string {
  const broken = clauses.filter(({ status, verdict }) => status === 'unspecified' && verdict === 'fail').length;
  return broken === 0 ? '' : `, ${plural(broken, 'declaration')} broken`;
}

function why(report: Report): string {
  const { passed, failed, inconclusive, error, testable, referenceOnly } = report.summary.clauses;
  switch (report.outcome) {
    case 'conformant':
      return `${report.target.name}: ${plural(passed, 'clause')} judged, none contradicted`;
    case 'violations':
      return `${report.target.name}: ${plural(passed + failed, 'clause')} judged, ${failed} violated${brokenPromises(report)}`;
    case 'inconclusive':
      return `nothing violated, but ${plural(inconclusive, 'claimed clause')} could not be judged`;
    case 'partial':
      return `the run stopped early: ${passed + failed} of ${plural(testable + referenceOnly, 'clause')} judged`;
    case 'usage':
      return 'the configuration has to be put right before the target can be judged';
    case 'error':
      return error > 0
        ? `${plural(error, 'clause')} could not be judged because of a defect in the harness; that says nothing of the target`
        : 'the harness itself failed; that says nothing of the target';
  }
}
