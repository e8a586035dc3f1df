import type { ErrorCode } from '../../model/errors.ts';
import type { OfferedFault, Specs } from '../../model/types.ts';
import { nearestIds } from '../../model/nearest.ts';
import { globPattern } from '../../model/selection.ts';
import { didYouMean } from '../../model/yaml-file.ts';
import { judge, type ClauseVerdict, type Verdict } from '../../judge/judgement.ts';
import { claims } from '../../profile/profile.ts';
import { recordOmissions } from '../../run/drive-plans.ts';
import { inOneLine } from '../../run/preflight/mistake.ts';
import { preflight } from '../../run/preflight/preflight.ts';
import { coverageOf, type Coverage } from '../coverage.ts';
import { piecesOf, type Deployment, type DeploymentOrder } from './deployment.ts';

/** A clause that fails though no fault is on: the suite is wrong, or the deployment is. */
export interface FalseAlarm {
  readonly clause: string;
  readonly check: string;
  readonly reason: string;
}

/** What a deployment shows as long as no fault is on. */
export interface Unfaulted {
  readonly offered: readonly OfferedFault[];
  readonly notices: readonly string[];
  readonly falseAlarms: readonly FalseAlarm[];
  readonly verdicts: ReadonlyMap<string, Verdict | null>;
  /** clauses that a fault may turn red: claimed, judged in earnest, and not red already */
  readonly open: ReadonlySet<string>;
  readonly coverage: Coverage;
  readonly requests: number;
  readonly durationMs: number;
}

/** What is in the way of any judgement. */
export interface Stopped {
  readonly code: ErrorCode;
  readonly mistakes: readonly string[];
}

/** Proves the configuration, lists the faults and drives the whole suite once without any. Answers the mistakes that are in the way. */
export async function driveUnfaulted(
  deployment: Deployment,
  { runId: name, fault }: Pick<DeploymentOrder, 'runId' | 'fault'>,
): Promise<Stopped | { readonly unfaulted: Unfaulted }> {
  const { specs, profile, plans, faults, isInterrupted, send } = deployment;
  const offered = await faults.list();
  const wrong = mistakesIn(offered, specs);
  if (wrong.length > 0) return { code: 'faults-unusable', mistakes: wrong };
  const idle = unmatched(offered, fault);
  if (idle.length > 0) return { code: 'fault-unknown', mistakes: idle };
  await faults.put([]);
  const { mistakes, notices } = await preflight({ drive: deployment.open(profile.limits.durationMs).drive, plans, send });
  if (mistakes.length > 0) return { code: 'preflight', mistakes: mistakes.map((mistake) => inOneLine(profile.file, mistake)) };
  const started = performance.now();
  const { drive, events } = deployment.open(profile.limits.durationMs);
  const pieces = [...plans.values()].flatMap(piecesOf);
  for (const plan of plans.values()) recordOmissions(drive.trace, plan);
  for (const piece of pieces) if (!isInterrupted()) await piece.drive(drive, name);
  const judgement = judge(specs, profile, events);
  const ended = isInterrupted() ? 'it was interrupted' : drive.pacer.usedUp()?.why;
  return {
    unfaulted: {
      offered,
      notices: ended === undefined ? notices : [...notices, `${ended} before all of the suite was driven without a fault`],
      falseAlarms: judgement.clauses.filter(({ verdict }) => verdict === 'fail').map(falseAlarm),
      verdicts: new Map(judgement.clauses.map(({ clause, verdict }) => [clause.id, verdict])),
      open: new Set(
        judgement.clauses
          .filter(
            ({ clause, verdict, erratum }) =>
              verdict !== null && verdict !== 'fail' && erratum === undefined && clause.provisional !== true && claims(profile, clause),
          )
          .map(({ clause }) => clause.id),
      ),
      coverage: coverageOf({ units: pieces.map((piece) => ({ id: piece.id, cases: piece.named(name) })) }, events, judgement.findings),
      requests: events.filter(({ type }) => type === 'exchange').length,
      durationMs: Math.round(performance.now() - started),
    },
  };
}

/** What is wrong with globs of which one matches no fault of the target. */
function unmatched(offered: readonly OfferedFault[], globs: string): readonly string[] {
  const ids = offered.map(({ id }) => id);
  const idle = globs.split(',').filter((glob) => !ids.some((id) => globPattern(glob).test(id)));
  return idle.map((glob) => {
    const near = nearestIds(glob, ids);
    const such = (near.length === 0 ? ids.slice(0, 3) : near).join(', ');
    return `--fault ${glob}: expected one of the ${ids.length} faults of the target, such as ${such}, found none that matches`;
  });
}

function falseAlarm({ clause, reason = '', findings }: ClauseVerdict): FalseAlarm {
  return { clause: clause.id, check: findings.find(({ verdict }) => verdict === 'fail')?.check ?? '', reason };
}

/** A list that is empty, and clauses and documents that there are not. */
function mistakesIn(offered: readonly OfferedFault[], { clauses, documents }: Specs): readonly string[] {
  if (offered.length === 0) return ['faults: expected a list of faults, found an empty one'];
  const [ids, names] = [[...clauses.keys()], Object.keys(documents)];
  return offered.flatMap(({ id, clause, alsoBreaks = [], document }) => [
    ...[clause ?? [], alsoBreaks]
      .flat()
      .filter((name) => !clauses.has(name))
      .map((name) => `faults: ${id}: expected a clause ('assay clauses' lists them), found '${name}'${didYouMean(name, ids)}`),
    ...[document ?? []]
      .flat()
      .filter((name) => !names.includes(name))
      .map((name) => `faults: ${id}: expected a document (${names.join(', ')}), found '${name}'${didYouMean(name, names)}`),
  ]);
}
