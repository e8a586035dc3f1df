import { defined } from '../model/defined.ts';
import type { Redactor } from '../drive/redactor.ts';
import { loadSpecs } from '../model/load.ts';
import { judge, EMPTY_JUDGEMENT } from '../judge/judgement.ts';
import type { Judgement } from '../judge/judgement.ts';
import { startMock } from '../mock/kit/start-mock.ts';
import { readProfile, resolveProfile } from '../profile/load-profile.ts';
import { plural } from '../report/defects.ts';
import { advance, startPhase } from '../report/progress.ts';
import type { Drive } from '../drive/drive.ts';
import { onStray } from '../drive/module-thread.ts';
import { systemTimer } from '../drive/timer.ts';
import { weightOnRecord } from '../drive/stock.ts';
import type { TraceEvent } from '../trace/events.ts';
import { chooseBySeed, chosenProfile, demandOwn } from './choices.ts';
import { demandUsable } from './profile-to-plan.ts';
import { assembleReport } from './assemble-report.ts';
import type { RunResult } from './assemble-report.ts';
import { demandFreeFolder } from './write-files.ts';
import { inOneLine } from './preflight/mistake.ts';
import type { Findings } from './preflight/mistake.ts';
import { strayMistake, strayPlaceOf } from './stray-error.ts';
import { preflight } from './preflight/preflight.ts';
import { openDrive } from './open-drive.ts';
import { endsWithin } from './deadline.ts';
import type { LoopWatch } from './deadline.ts';
import { reportedAnyway } from './reported-anyway.ts';
import { rerunFailures } from './rerun-failures.ts';
import { drivePlans } from './drive-plans.ts';
import { drivenBy, planRun, noticesOfShard, seedOfDeployment } from './planned-run.ts';
import type { PlannedRun, RunFlags, RunWatch } from './planned-run.ts';
import { byName } from './plans.ts';
import { demandTarget } from './replay.ts';
import { RunError } from './run-error.ts';
import { recordPlan } from './run-plan.ts';
import { endOfTrace, lasted, lastSeq, mendTrace, openRunTrace } from './run-trace.ts';
import type { RunTrace } from './run-trace.ts';
import { waiversOf } from './waivers.ts';
import { writeReports } from './write-reports.ts';
import type { FinishedRun } from './write-reports.ts';
import { hasExpired } from '../profile/waivers.ts';

/** A conformance run from start to end: target up, preflight, drive, judge, reports. Throws RunError, SpecError. */
export async function runConformance(flags: RunFlags, watch: RunWatch): Promise<FinishedRun> {
  const beginning = { begunAt: systemTimer.now(), startedAt: new Date().toISOString() };
  const { specs = loadSpecs(), profileFile, replay, folder } = flags;
  const given = readProfile(profileFile, specs, (profile) => {
    if (replay === undefined) demandUsable(profile, profileFile, specs, flags.env);
  });
  if (flags.faults.length > 0) demandOwn(given, '--fault');
  const source = chosenProfile(given, flags);
  // What is replayed is known to fail.
  const waivers = replay === undefined ? waiversOf(source, profileFile, specs) : undefined;
  demandFreeFolder(folder);
  const mock = source.embedded === undefined ? undefined : await startMock(mockOptions(source.embedded, flags));
  try {
    const profile = resolveProfile(source, profileFile, flags.env, mock);
    const changed = replay === undefined ? undefined : demandTarget(replay, profile);
    if (changed !== undefined) watch.onNotice(changed);
    const run = planRun(flags, { specs, profile, waivers }, beginning);
    watch.onPlan([...run.plans.values()], { name: profile.name, limits: run.limits });
    for (const notice of noticesOfShard(profile, run.plan.shard)) watch.onNotice(notice);
    recordPlan(folder, run.plan, run);
    const leftMs = beginning.begunAt + run.limits.durationMs - systemTimer.now();
    const reported = { folder, specs, leftMs, planned: run.plan.planned.requests, signal: watch.signal };
    return await reportedAnyway(reported, async (loop) => {
      const trace = openRunTrace(folder);
      const strays: Error[] = [];
      const forget = onStray((error) => void strays.push(error));
      try {
        return await drivenRun(run, trace, watch, loop, strays);
      } finally {
        forget();
        trace.close();
      }
    });
  } finally {
    await mock?.close();
  }
}

/**
 * What a planned run comes to.
 *
 * @param strays what modules of the user's throw meanwhile outside of every call: nothing that they prepared can be relied on any more
 */
async function drivenRun(
  run: PlannedRun,
  trace: RunTrace,
  watch: RunWatch,
  loop: LoopWatch,
  strays: readonly Error[],
): Promise<FinishedRun> {
  const { plan, folder } = run;
  const { signal } = watch;
  const found = await begin(run, trace, signal);
  for (const notice of found.notices) watch.onNotice(notice);
  if (strays.length > 0) return stop(run, trace, strayMistakes(run, strays));
  if (found.mistakes.length > 0) return stop(run, trace, found.mistakes);
  const { harnessErrors, stuck, bailed, redactor } = await drivePlanned(run, trace, found.redactor, watch, loop);
  if (strays.length > 0) return stop(run, trace, strayMistakes(run, strays));
  // Half a line may be left of what was ended while it wrote.
  if (stuck) mendTrace(folder);
  const going = stuck ? openRunTrace(folder) : trace;
  const first = judged(run, going);
  // What is replayed is driven once.
  const wentOn = plan.only === undefined && !stuck && (await rerunFailures(run, going, first, redactor, watch));
  if (strays.length > 0) return stop(run, going, strayMistakes(run, strays));
  const judgement = wentOn ? judged(run, going) : first;
  const interrupted = signal.aborted || stuck || bailed;
  const cutShort = signal.aborted ? undefined : stuck ? STUCK : bailed ? bailText(run.bail) : undefined;
  const how = interrupted ? 'interrupted' : ranOut(going.events) ? 'budget' : 'completed';
  going.append(
    endOfTrace(folder, how, {
      ...defined({ because: cutShort }),
      ...(harnessErrors.length === 0 ? {} : { harnessErrors: [...harnessErrors] }),
    }),
  );
  return finish(run, going, { judgement, harnessErrors, interrupted, ...defined({ cutShort }) });
}

/** Each place once; what Assay itself threw is thrown on. */
function strayMistakes({ profile }: PlannedRun, strays: readonly Error[]): Findings['mistakes'] {
  const places = strays.map((error) => {
    const place = strayPlaceOf(error);
    if (place === undefined) throw error;
    return place;
  });
  return [...new Set(places)].map((place) => strayMistake(profile, place));
}

/** A run whose configuration is wrong has a report too, without a single verdict. */
function stop(run: PlannedRun, trace: RunTrace, mistakes: Findings['mistakes']): FinishedRun {
  const stopped = mistakes.map((mistake) => ({
    key: mistake.key,
    message: inOneLine(run.profile.file, mistake),
    blame: mistake.blame,
  }));
  trace.append(endOfTrace(run.folder, 'stopped', { stopped }));
  return finish(run, trace, { judgement: EMPTY_JUDGEMENT, harnessErrors: [], interrupted: false, stopped });
}

type Outcome = Pick<RunResult, 'judgement' | 'harnessErrors' | 'interrupted' | 'cutShort' | 'stopped'>;

function finish({ plan, plans, specs, profile, waivers, folder }: PlannedRun, { events }: RunTrace, outcome: Outcome): FinishedRun {
  const report = assembleReport({
    plan,
    specs,
    profile,
    transitions: [...plans.values()].flatMap(({ transitions }) => transitions),
    waivers: waivers?.waivers ?? [],
    events,
    durationMs: lasted(plan.startedAt, events),
    ...outcome,
  });
  return { report, files: writeReports(folder, { report, events }) };
}

function bailText(most = 0): string {
  return `it stopped after ${plural(most, 'violated clause')} (--bail ${most})`;
}

const STUCK = 'the budget was over, and what was under way did not end (budget.duration)';

/** What the judges say of what the trace holds so far. */
function judged({ specs, profile, plan }: PlannedRun, { events }: RunTrace): Judgement {
  return judge(specs, profile, events, plan.selection);
}

function mockOptions(
  embedded: NonNullable<ReturnType<typeof readProfile>['embedded']>,
  { seed, faults, shard }: RunFlags,
): Parameters<typeof startMock>[0] {
  const { limiter } = embedded;
  const choices = chooseBySeed(embedded, seed);
  return { seed: seedOfDeployment(seed, shard), faults, choices, ...defined({ limiter }) };
}

/** Whether what is run against what can be judged at all. */
async function begin(run: PlannedRun, trace: RunTrace, signal: AbortSignal): Promise<Findings & { readonly redactor: Redactor }> {
  const { plans } = run;
  const { drive, send, close } = openDrive({ ...drivenBy(run), trace, sent: 0, scope: 'preflight-', signal });
  try {
    const { mistakes, notices } = await preflight({ drive, plans, send });
    // What others say when they refuse may hold what they were told.
    const hidden = (text: string): string => drive.redactor.redactText(text);
    return {
      mistakes: mistakes.map((mistake) => ({ ...mistake, what: hidden(mistake.what) })),
      notices: notices.map(hidden),
      redactor: drive.redactor,
    };
  } finally {
    await close();
  }
}

interface Driven {
  /** what broke in the harness itself: never a finding about the target */
  readonly harnessErrors: readonly string[];
  /** knows every secret so far */
  readonly redactor: Redactor;
  /** it did not end in time: the trace holds what was sent until then */
  readonly stuck: boolean;
  /** it has found as many violated clauses as it was asked for */
  readonly bailed: boolean;
}

/** Drives the plans of all documents, by name, over HTTP. */
async function drivePlanned(
  run: PlannedRun,
  trace: RunTrace,
  earlier: Redactor,
  { signal, onProgress }: RunWatch,
  watch: LoopWatch,
): Promise<Driven> {
  const { begunAt, limits, plans } = run;
  const bail = run.bail === undefined ? undefined : bailAfter(run.bail, run, trace.events);
  const over = new AbortController();
  const { drive, close } = openDrive({
    ...drivenBy(run),
    trace,
    // The preflight has written exchanges of its own before.
    sent: lastSeq(trace.events),
    stored: weightOnRecord(trace.events),
    earlier,
    signal: AbortSignal.any([signal, over.signal]),
  });
  const inOrder = byName(plans);
  const harnessErrors: string[] = [];
  let progress = startPhase(
    'drive',
    inOrder.reduce((sum, { cases, walks }) => sum + cases.length + walks.length, 0),
  );
  onProgress(progress, undefined);
  const ended = await endsWithin(
    { milliseconds: begunAt + limits.durationMs - systemTimer.now(), signal, watch, isEndedBefore: true },
    () =>
      drivePlans(
        drive,
        inOrder,
        async ({ id, title, document }, execute) => {
          const broken = await whatBreaks(drive, execute);
          if (broken !== undefined) harnessErrors.push(`${document} > ${id}  ${title}: ${broken}`);
          const before = progress;
          progress = advance(before, { current: `${id}  ${title}`, failed: broken !== undefined });
          onProgress(progress, before);
          bail?.look();
        },
        bail?.isOver,
      ),
  );
  over.abort();
  if (ended) await close();
  // What was left where it stands writes nothing any more.
  else trace.close();
  return { harnessErrors, stuck: !ended, bailed: bail?.isOver() === true, redactor: drive.redactor };
}

/** What breaks in the harness itself, told without the secrets that its words may hold. What cannot be put on record ends the run. */
async function whatBreaks({ redactor }: Drive, execute: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await execute();
    return undefined;
  } catch (error) {
    if (error instanceof RunError) throw error;
    return redactor.redactText(error instanceof Error ? error.message : String(error));
  }
}

/** True where the budget ended the run before its plan; what never fitted was no part of that. */
function ranOut(events: readonly TraceEvent[]): boolean {
  return events.some((event) => event.type === 'blocked' && event.key?.startsWith('budget.') === true && event.place.at !== 'given');
}

/** Counts the clauses that a run has seen violated, case by case as it goes on, and says when they are enough. */
interface Bail {
  /** judges what was put on record since the last call; a waived violation does not count */
  readonly look: () => void;
  readonly isOver: () => boolean;
}

function bailAfter(
  most: number,
  { specs, profile, plan, waivers }: Pick<PlannedRun, 'specs' | 'profile' | 'plan' | 'waivers'>,
  events: readonly TraceEvent[],
): Bail {
  const valid = (waivers?.waivers ?? []).filter((waiver) => !hasExpired(waiver, new Date(plan.startedAt)));
  const isWaived = (id: string, checks: readonly string[]): boolean =>
    valid.some(({ clause, check }) => clause === id || (check !== undefined && checks.every((one) => one === check)));
  const violated = new Set<string>();
  const told = events.filter(isOfAllCases);
  let seen = events.length;
  return {
    look() {
      const since = events.slice(seen);
      const { clauses } = judge(specs, profile, [...told, ...since], plan.selection);
      seen = events.length;
      told.push(...since.filter(isOfAllCases));
      for (const { clause, verdict, findings } of clauses) {
        const failed = findings.flatMap((one) => (one.verdict === 'fail' ? [one.check] : []));
        if (verdict === 'fail' && !isWaived(clause.id, failed)) violated.add(clause.id);
      }
    },
    isOver: () => violated.size >= most,
  };
}

function isOfAllCases({ type }: TraceEvent): boolean {
  return type === 'run' || type === 'secret';
}
