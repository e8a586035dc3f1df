import type { ClauseDifference, ComparedDeployment, Differential, ObservedDifference, Report, Specs } from '../../model/types.ts';
import { driftBetween } from '../../report/diff/observations.ts';
import { isJudged, standings } from '../../report/diff/standing.ts';
import { answerDifferences } from './answers.ts';
import type { Answered } from './answers.ts';

/** One of the two runs of a differential. */
export interface Side extends Answered {
  readonly report: Report;
  /** the folder of its run */
  readonly run: string;
}

/** Where two deployments differ that were asked the same; `observed` differences make it fail where the user wants them to. */
export function differential(specs: Specs, target: Side, against: Side, failOnObserved: boolean): Differential {
  const clauses = clauseDifferences(target.report, against.report);
  const differing = clauses.filter((one) => isJudged(one.target) && isJudged(one.against));
  const notCompared = clauses.filter((one) => isJudged(one.target) !== isJudged(one.against));
  const told = new Set(differing.map(({ clause }) => clause));
  const observations = driftBetween(target.report, against.report, true).map(({ before, after, ...rest }): ObservedDifference => ({
    ...rest,
    target: before,
    against: after,
  }));
  // What a verdict tells already is not told again.
  const answers = answerDifferences(specs, target, against).filter(({ clause }) => clause === undefined || !told.has(clause));
  return {
    schemaVersion: 1,
    seed: target.report.seed,
    target: deployment(target),
    against: deployment(against),
    clauses: differing,
    observations,
    answers,
    notCompared,
    exitCode: exitCode(
      [target.report, against.report],
      differing.length > 0 || (failOnObserved && observations.length + answers.length > 0),
    ),
  };
}

function deployment({ report, run }: Side): ComparedDeployment {
  return { name: report.target.name, run, outcome: report.outcome };
}

function clauseDifferences(target: Report, against: Report): readonly ClauseDifference[] {
  const others = new Map(against.clauses.map((clause) => [clause.id, clause]));
  const [own, other] = [standings(target), standings(against)];
  return target.clauses.flatMap(({ id, says, reason }) => {
    const [here, there] = [own.get(id) ?? 'absent', other.get(id) ?? 'absent'];
    if (here === there) return [];
    const otherReason = others.get(id)?.reason;
    return [
      {
        clause: id,
        ...(says === undefined ? {} : { says }),
        target: here,
        against: there,
        ...(here === 'pass' || reason === undefined ? {} : { targetReason: reason }),
        ...(there === 'pass' || otherReason === undefined ? {} : { againstReason: otherReason }),
      },
    ];
  });
}

/** 4 and 2 as for a run; 1 where they differ; 3 where they do not, but not all could be compared; what both violate is no difference. */
function exitCode(reports: readonly Report[], differ: boolean): number {
  for (const [outcome, code] of [
    ['error', 4],
    ['usage', 2],
  ] as const)
    if (reports.some((report) => report.outcome === outcome)) return code;
  if (differ) return 1;
  return reports.some(({ outcome }) => outcome === 'partial' || outcome === 'inconclusive') ? 3 : 0;
}
