import { join } from 'node:path';
import type { EndEvent, Report, Specs } from '../model/types.ts';
import { loadSpecs } from '../model/load.ts';
import { judge, EMPTY_JUDGEMENT } from '../judge/judgement.ts';
import { startMock } from '../mock/kit/start-mock.ts';
import type { DocumentPlan } from '../plan/plan.ts';
import { readProfile, resolveProfile } from '../profile/load-profile.ts';
import type { Profile } from '../profile/profile.ts';
import { advance, startPhase } from '../report/progress.ts';
import type { Progress } from '../report/progress.ts';
import type { Drive } from '../drive/drive.ts';
import { onStray } from '../drive/module-thread.ts';
import { systemTimer } from '../drive/timer.ts';
import { weightOnRecord } from '../drive/weight.ts';
import type { TraceEvent } from '../trace/events.ts';
import { readTrace } from '../trace/reader.ts';
import { checkChoices } from './check-choices.ts';
import { chooseBySeed } from './choices.ts';
import { assembleReport } from './assemble-report.ts';
import type { RunFacts } from './assemble-report.ts';
import { demandFreeFolder } from './free-folder.ts';
import { demandOwnFaults } from './demand-own-faults.ts';
import { inOneLine } from './preflight/mistake.ts';
import { strayMistake, strayPlaceOf } from './stray-error.ts';
import type { Findings } from './preflight/mistake.ts';
import { preflight } from './preflight/preflight.ts';
import { openDrive } from './open-drive.ts';
import { endsWithin } from './deadline.ts';
import { driveAgain, lastSeq } from './drive-again.ts';
import type { RunOrder } from './drive-again.ts';
import { drivePlans } from './drive-plans.ts';
import { byName, plannedBy, plansFor } from './plans.ts';
import { demandTarget } from './replay-token.ts';
import type { Replay } from './replay-token.ts';
import type { Only, Order, Plans } from './plans.ts';
import { limitsOf, lockOfShard, noticesOfShard } from './own-shard.ts';
import { beginRecord } from './begin-record.ts';
import { lasted } from './rejudge.ts';
import { endOfTrace, mendTrace, openRunTrace, TRACE_FILE } from './run-trace.ts';
import { RunError } from './run-error.ts';
import { TOOL } from './tool.ts';
import { waiversOf } from './waivers.ts';
import { writeReports } from './write-reports.ts';
import type { WrittenFile } from './write-reports.ts';

export interface RunOptions extends Omit<Order, 'only'> {
  /** drive one failure's sequence alone */
  readonly replay?: Replay;
  /** the package's own unless told */
  readonly specs?: Specs;
  readonly profileFile: string;
  /** faults of the embedded mock that are on */
  readonly faults: readonly string[];
  /** what --target named, as it was typed; undefined for the mock */
  readonly target?: string;
  /** the run's own folder; made here, must be empty where it exists */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly node: string;
  readonly signal: AbortSignal;
  /** told of what is worth knowing before the run, and stops nothing */
  readonly onNotice: (notice: string) => void;
  readonly onPlan: (plans: readonly DocumentPlan[], profile: Pick<Profile, 'name' | 'limits'>) => void;
  readonly onProgress: (now: Progress, before: Progress | undefined) => void;
}

export interface FinishedRun {
  readonly report: Report;
  readonly files: readonly WrittenFile[];
}

/** A conformance run from start to end: target up, preflight, drive, judge, reports. Throws RunError, SpecError. */
export async function runConformance(options: RunOptions): Promise<FinishedRun> {
  const begunAt = systemTimer.now();
  const startedAt = new Date().toISOString();
  const { specs = loadSpecs() } = options;
  const source = readProfile(options.profileFile, specs);
  demandOwnFaults(source, options.faults);
  checkChoices(source, options.profileFile);
  // What is replayed is known to fail.
  const waivers = options.replay === undefined ? waiversOf(source, options.profileFile, specs) : undefined;
  demandFreeFolder(options.folder);
  const mock = source.embedded === undefined ? undefined : await startMock(mockOptions(source.embedded, options));
  try {
    const profile = resolveProfile(source, options.profileFile, options.env, mock);
    const changed = options.replay === undefined ? undefined : demandTarget(options.replay, profile);
    if (changed !== undefined) options.onNotice(changed);
    const asked: Order = {
      seed: options.seed,
      selection: options.selection,
      walks: options.walks,
      ...(options.replay === undefined ? {} : { only: onlyOf(options.replay) }),
      ...shardOf(options),
    };
    const plans = plansFor(specs, profile, asked);
    const planned = plannedBy([...plans.values()]);
    const shard = lockOfShard(specs, profile, asked);
    const limits = limitsOf(profile, planned.requests, shard);
    options.onPlan([...plans.values()], { name: profile.name, limits });
    for (const notice of noticesOfShard(profile, shard)) options.onNotice(notice);
    const order: RunOrder = {
      folder: options.folder,
      runId: startedAt.replace(/[-:.]/g, ''),
      profile,
      begunAt,
      limits,
      ...asked,
    };
    const { folder, seed, selection, node, faults } = options;
    const ordered = {
      walks: options.walks,
      ...targetOf(options),
      ...(asked.only === undefined ? {} : { only: { ...asked.only } }),
      ...(shard === undefined ? {} : { shard }),
    };
    beginRecord({ folder, specs, profile, seed, node, startedAt, selection, planned, faults, waivers, ordered });
    const found = await begin(order, specs, plans, options.signal);
    for (const notice of found.notices) options.onNotice(notice);
    const facts = {
      tool: TOOL,
      specs,
      profile,
      seed,
      selection,
      node,
      startedAt,
      planned,
      waivers: waivers?.waivers ?? [],
      ordered: { ...ordered, faults },
    };
    if (found.mistakes.length > 0) return await stop(options.folder, { ...facts, file: profile.file }, found.mistakes);
    const driven = await drivePlanned(order, specs, plans, options);
    const strays = driven.strays.map((place) => strayMistake(profile, place));
    if (strays.length > 0) return await stop(options.folder, { ...facts, file: profile.file }, strays);
    const first = judged(facts, options);
    // What is replayed is driven once.
    const wentOn =
      options.replay === undefined && !driven.stuck && (await driveAgain(order, { specs, plans: [...plans.values()], ...first }, options));
    const { harnessErrors: broken } = driven;
    const known = { ...facts, ...(wentOn ? judged(facts, options) : first), interrupted: options.signal.aborted || driven.stuck };
    const because = driven.stuck && !options.signal.aborted ? { because: STUCK } : {};
    const how = known.interrupted ? 'interrupted' : ranOut(known.events) ? 'budget' : 'completed';
    const last = end(options.folder, how, { ...because, ...(broken.length === 0 ? {} : { harnessErrors: [...broken] }) });
    const events = [...known.events, last];
    const durationMs = lasted(startedAt, events);
    const report = assembleReport({
      ...known,
      events,
      durationMs,
      harnessErrors: broken,
      ...(last.because === undefined ? {} : { cutShort: last.because }),
    });
    return { report, files: writeReports(options.folder, { report, events }) };
  } finally {
    await mock?.close();
  }
}

const STUCK = 'the budget was over, and what was under way did not end (budget.duration)';

function targetOf({ target }: RunOptions): Pick<RunOptions, 'target'> {
  return target === undefined ? {} : { target };
}

function shardOf({ shard }: RunOptions): Pick<RunOptions, 'shard'> {
  return shard === undefined ? {} : { shard };
}

function onlyOf({ case: id, walk }: Replay): Only {
  return walk === undefined ? { case: id } : { case: id, walk };
}

/** What the trace holds so far, and what the judges say of it. */
function judged({ specs, profile }: Beginning, { folder, selection }: RunOptions): Pick<RunFacts, 'events' | 'judgement'> {
  const { events } = readTrace(join(folder, TRACE_FILE));
  return { events, judgement: judge(specs, profile, events, selection) };
}

type Beginning = Omit<RunFacts, 'durationMs' | 'events' | 'judgement' | 'harnessErrors' | 'interrupted'>;

/** A run whose configuration is wrong has a report too, without a single verdict. */
async function stop(folder: string, facts: Beginning & { readonly file: string }, mistakes: Findings['mistakes']): Promise<FinishedRun> {
  const stopped = mistakes.map((mistake) => ({
    key: mistake.key,
    message: inOneLine(facts.file, mistake),
    blame: mistake.blame,
  }));
  end(folder, 'stopped', { stopped });
  const { events } = readTrace(join(folder, TRACE_FILE));
  const report = assembleReport({
    ...facts,
    durationMs: lasted(facts.startedAt, events),
    events,
    judgement: EMPTY_JUDGEMENT,
    harnessErrors: [],
    interrupted: false,
    stopped,
  });
  return { report, files: writeReports(folder, { report, events }) };
}

function mockOptions(
  embedded: NonNullable<ReturnType<typeof readProfile>['embedded']>,
  { seed, faults }: RunOptions,
): Parameters<typeof startMock>[0] {
  const { limiter } = embedded;
  const choices = chooseBySeed(embedded, seed);
  return { seed, faults, choices, ...(limiter === undefined ? {} : { limiter }) };
}

/** Whether what is run against what can be judged at all. */
async function begin(order: RunOrder, specs: Specs, plans: Plans, signal: AbortSignal): Promise<Findings> {
  const trace = openRunTrace(order.folder);
  const { drive, send, close } = openDrive({ ...order, specs, trace, sent: 0, scope: 'preflight-', signal });
  try {
    const { mistakes, notices } = await preflight({ drive, plans, send });
    // What others say when they refuse may hold what they were told.
    const hidden = (text: string): string => drive.redactor.redactText(text);
    return { mistakes: mistakes.map((mistake) => ({ ...mistake, what: hidden(mistake.what) })), notices: notices.map(hidden) };
  } finally {
    await close();
    trace.close();
  }
}

interface Driven {
  /** what broke in the harness itself: never a finding about the target */
  readonly harnessErrors: readonly string[];
  /** where modules of the user's threw outside of every call of ours, as file:line:column */
  readonly strays: readonly string[];
  /** it did not end in time: the trace holds what was sent until then */
  readonly stuck: boolean;
}

/** Drives the plans of all documents, by name, over HTTP. */
async function drivePlanned(order: RunOrder, specs: Specs, plans: Plans, { signal, onProgress }: RunOptions): Promise<Driven> {
  const { begunAt, limits, folder } = order;
  // The preflight has written exchanges of its own before.
  const { events } = readTrace(join(folder, TRACE_FILE));
  const known = { sent: lastSeq(events), stored: weightOnRecord(events) };
  const over = new AbortController();
  const trace = openRunTrace(folder);
  const { drive, close } = openDrive({ ...order, specs, trace, ...known, signal: AbortSignal.any([signal, over.signal]) });
  const inOrder = byName([...plans.values()]);
  const harnessErrors: string[] = [];
  const strays = new Set<string>();
  const forget = onStray((error) => {
    const place = strayPlaceOf(error);
    if (place === undefined) harnessErrors.push(drive.redactor.redactText(error.stack ?? error.message));
    else strays.add(place);
  });
  let progress = startPhase(
    'drive',
    inOrder.reduce((sum, { cases, walks }) => sum + cases.length + walks.length, 0),
  );
  onProgress(progress, undefined);
  const ended = await endsWithin(begunAt + limits.durationMs - systemTimer.now(), signal, () =>
    drivePlans(drive, inOrder, async ({ id, title, document }, execute) => {
      const broken = await whatBreaks(drive, execute);
      if (broken !== undefined) harnessErrors.push(`${document} > ${id}  ${title}: ${broken}`);
      const before = progress;
      progress = advance(before, { current: `${id}  ${title}`, failed: broken !== undefined });
      onProgress(progress, before);
    }),
  ).finally(forget);
  over.abort();
  trace.close();
  if (ended) await close();
  else mendTrace(folder);
  return { harnessErrors, strays: [...strays], stuck: !ended };
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

function end(folder: string, how: EndEvent['how'], detail: Pick<EndEvent, 'because' | 'harnessErrors' | 'stopped'>): EndEvent {
  const last = endOfTrace(folder, how, detail);
  const trace = openRunTrace(folder);
  trace.append(last);
  trace.close();
  return last;
}
