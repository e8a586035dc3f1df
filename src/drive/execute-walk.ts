import type { PlannedWalk } from '../plan/walk.ts';
import { beginCase } from './case-run.ts';
import type { CaseRun } from './case-run.ts';
import type { Drive } from './drive.ts';
import type { Driven } from './execute-case.ts';

/** Drives the cases of a walk from fresh provider states, each turn's steps at once; the first block of any is told. */
export async function executeWalk(drive: Drive, { cases, turns }: PlannedWalk): Promise<Driven> {
  const before = drive.exchanger.nextSeq();
  const runs: CaseRun[] = [];
  for (const planned of cases) runs.push(await beginCase(drive, planned));
  for (const turn of turns) await Promise.all(turn.flatMap((index) => runs[index]?.next() ?? []));
  for (const run of runs) while (await run.next());
  const blocks = [];
  for (const run of runs.toReversed()) blocks.push(await run.end());
  return { blocked: blocks.findLast((block) => block !== undefined), sent: drive.exchanger.nextSeq() - before };
}
