import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { EMPTY_JUDGEMENT } from '../judge/judgement.ts';
import { CodedError } from '../model/errors.ts';
import type { Specs } from '../model/types.ts';
import { endsWithin, watched, type LoopWatch } from './deadline.ts';
import { rejudge, type Rejudged } from './rejudge.ts';
import { RunError } from './run-error.ts';
import { endOfTrace, mendTrace, openRunTrace, TRACE_FILE } from './run-trace.ts';
import { writeReports } from './write-reports.ts';

const UNWRITTEN: ReadonlySet<string> = new Set(['disk', 'not-writable']);

/** A run whose folder is its own. */
export interface Reported {
  readonly folder: string;
  readonly specs: Specs;
  /** milliseconds that are left of its budget */
  readonly leftMs: number;
  /** about so many requests */
  readonly planned: number;
  readonly signal: AbortSignal;
}

/**
 * Does what a run does once its folder is its own. What breaks it is thrown on, and what is on record of the run is reported before; what
 * does not end in time is left where it stands, and reported without verdicts.
 */
export async function reportedAnyway<T>(run: Reported, work: (watch: LoopWatch) => Promise<T>): Promise<T> {
  const { folder, specs, signal, leftMs, planned } = run;
  return watched(async (watch) => {
    const results: T[] = [];
    const deadline = { milliseconds: leftMs, graceMs: WIND_UP_MS + planned * JUDGED_MS, signal, watch };
    await endsWithin(deadline, async () => {
      // What is ended takes all with it that has called it.
      await setImmediate();
      results.push(await reportedBroken(folder, specs, () => work(watch)));
    });
    const [result] = results;
    if (result !== undefined) return result;
    await endsWithin({ milliseconds: 0, graceMs: UNJUDGED_MS, signal, watch }, async () => {
      await setImmediate();
      reportUnjudged(folder, specs);
    });
    throw new RunError(
      'not-judged-in-time',
      `${folder}: ${LATE}. 'assay report ${folder}' judges what is on record, however long that takes`,
    );
  });
}

/** From the end of the budget on: a run without requests, and what judges and reports take for each of them on a slow machine. */
const WIND_UP_MS = 2_500;
const JUDGED_MS = 2;
/** To write reports without verdicts takes less on a busy machine; report.json comes first. */
const UNJUDGED_MS = 10_000;
const LATE = 'the budget was over, and judging or reporting did not end (budget.duration)';

/** What is on record stays; nothing that was received is shown, since to show it may be what does not end. */
function reportUnjudged(folder: string, specs: Specs): void {
  mendTrace(folder);
  endTrace(folder, { because: LATE });
  const { report } = rejudge(folder, specs, () => EMPTY_JUDGEMENT, LATE);
  writeReports(folder, { report, events: [] });
}

async function reportedBroken<T>(folder: string, specs: Specs, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Where nothing can be written the trace lacks what came: it must not look as if it had been ended.
    if (error instanceof CodedError && UNWRITTEN.has(error.code)) throw error;
    try {
      report(folder, specs, error);
    } catch (other) {
      // Why the run broke is what has to be told; of the disk it is the same.
      if (error instanceof CodedError) throw error;
      throw new AggregateError([error, other], `${wordsOf(error)}, and no report can be made: ${wordsOf(other)}`, { cause: other });
    }
    throw error;
  }
}

function report(folder: string, specs: Specs, error: unknown): void {
  // Before the plan is on record no run has begun.
  if (!existsSync(join(folder, TRACE_FILE))) return;
  mendTrace(folder);
  endTrace(folder, { harnessErrors: [placeOf(error)] });
  const { report: verdicts, events } = judgedIfPossible(folder, specs);
  writeReports(folder, { report: verdicts, events });
}

function endTrace(folder: string, detail: Parameters<typeof endOfTrace>[2]): void {
  const trace = openRunTrace(folder);
  try {
    if (!trace.events.some(({ type }) => type === 'end')) trace.append(endOfTrace(folder, 'interrupted', detail));
  } finally {
    trace.close();
  }
}

/** The judges may be what breaks. */
function judgedIfPossible(folder: string, specs: Specs): Rejudged {
  try {
    return rejudge(folder, specs);
  } catch (error) {
    if (error instanceof CodedError) throw error;
    return rejudge(folder, specs, () => EMPTY_JUDGEMENT);
  }
}

/** What was thrown and where, without its words: they may hold a secret, and nothing has looked them through. */
function placeOf(error: unknown): string {
  if (error instanceof CodedError) return `${error.name} ${error.code}`;
  if (!(error instanceof Error)) return 'something that is no error was thrown';
  const line = error.stack?.split('\n').find((one) => one.trim().startsWith('at '));
  const place = line?.trim().split(' ').at(-1) ?? 'an unknown place';
  return `${error.name} at ${place.replace(/^\(/, '').replace(/\)$/, '')}`;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
