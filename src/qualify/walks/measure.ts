import type { Failure, ProfileFile, Report, Specs } from '../../spec/types.ts';
import type { FaultSummary } from '../../mock/core/control.ts';
import { readWalkCode, walkCode } from '../../plan/walk-code.ts';
import type { PathSequence } from '../../plan/walk.ts';
import { assembleReport } from '../../run/assemble-report.ts';
import { plannedBy } from '../../run/plans.ts';
import { replayAnswer } from '../../run/replay-answer.ts';
import { readReplayToken } from '../../run/replay-token.ts';
import { TOOL } from '../../run/tool.ts';
import { runInProcess } from '../in-process.ts';
import type { InProcessRun } from '../in-process.ts';
import { pathsTo } from './shortest.ts';

/** The embedded mock in process, as its profile says. */
export interface Ground {
  readonly specs: Specs;
  readonly source: ProfileFile;
  readonly file: string;
}

/** What walks alone have made of one fault. */
export interface Found {
  readonly run: InProcessRun;
  /** of the fault's own clause, shortened; undefined where no walk shows it */
  readonly failure: Failure | undefined;
  /** requests that shortening took, for each failure that was shortened */
  readonly spent: readonly number[];
}

export async function findByWalks(ground: Ground, fault: FaultSummary, seed: number, walks: number): Promise<Found> {
  const run = await runInProcess(ground.specs, ground.source, ground.file, {
    seed,
    walks,
    faults: [fault.id],
    selection: { documents: [fault.document] },
    pick: ({ kind }) => kind === 'walk',
    followUp: true,
  });
  const own = [fault.clause, ...fault.alsoBreaks];
  const failure = reportOf(ground.specs, run, seed).failures.find(({ clause }) => own.includes(clause));
  return { run, failure, spent: spentOn(run) };
}

function spentOn({ events }: InProcessRun): readonly number[] {
  const suspects = new Map<string, string>();
  for (const event of events) if (event.type === 'case' && event.again?.to === 'shorten') suspects.set(event.case, event.again.of);
  const counts = new Map<string, number>();
  for (const event of events) {
    const suspect = event.type === 'exchange' ? suspects.get(event.case) : undefined;
    if (suspect !== undefined) counts.set(suspect, (counts.get(suspect) ?? 0) + 1);
  }
  return [...counts.values()];
}

function reportOf(specs: Specs, { judgement, events, plans, profile }: InProcessRun, seed: number): Report {
  const facts = { tool: TOOL, specs, profile, seed, selection: {}, node: '', startedAt: '', durationMs: 0, planned: plannedBy(plans) };
  return assembleReport({ ...facts, events, judgement, harnessErrors: [], interrupted: false });
}

/** How many transitions the found sequence takes, and how many the shortest takes that fails the same check; undefined where it is no path. */
export async function lengths(
  ground: Ground,
  fault: FaultSummary,
  { run, failure }: Found,
  seed: number,
): Promise<{ readonly found: number; readonly shortest: number } | undefined> {
  const token = failure === undefined ? undefined : readReplayToken(failure.replay, ground.specs.digest);
  const plan = run.plans.find(({ spec }) => spec.name === fault.document);
  const walk = token?.walk === undefined || plan === undefined ? undefined : readWalkCode(token.walk, plan.parts);
  const paths = (walk?.sequences ?? []).filter((sequence): sequence is PathSequence => sequence.kind === 'path');
  const [path] = paths;
  const goal = path?.moves.at(-1)?.transition;
  if (token === undefined || plan === undefined || goal === undefined || path === undefined || paths.length > 1) return undefined;
  const found = path.moves.length;
  for (let length = 1; length < found; length++) {
    for (const shorter of pathsTo(goal, plan.parts.transitions, length)) {
      const tried = await replay(ground, [fault.id], { ...token, walk: walkCode(shorter) }, seed);
      if (tried === 'same') return { found, shortest: length };
    }
  }
  return { found, shortest: found };
}

/** What a token's failure has become, with these faults on. */
export async function replay(
  { specs, source, file }: Ground,
  faults: readonly string[],
  token: ReturnType<typeof readReplayToken>,
  seed: number,
): Promise<ReturnType<typeof replayAnswer>['what']> {
  const { case: id, walk, selection } = token;
  const run = await runInProcess(specs, source, file, {
    seed,
    faults,
    selection,
    only: walk === undefined ? { case: id } : { case: id, walk },
  });
  return replayAnswer(reportOf(specs, run, seed), token).what;
}
