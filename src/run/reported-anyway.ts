import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EMPTY_JUDGEMENT } from '../judge/judgement.ts';
import { CodedError } from '../model/errors.ts';
import type { Specs } from '../model/types.ts';
import { rejudge } from './rejudge.ts';
import type { Rejudged } from './rejudge.ts';
import { endOfTrace, mendTrace, openRunTrace, TRACE_FILE } from './run-trace.ts';
import { writeReports } from './write-reports.ts';

const UNWRITTEN: ReadonlySet<string> = new Set(['disk', 'not-writable']);

/** Does what a run does once its folder is its own. What breaks it is thrown on, and what is on record of the run is reported before. */
export async function reportedAnyway<T>(folder: string, specs: Specs, work: () => Promise<T>): Promise<T> {
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
  const trace = openRunTrace(folder);
  try {
    if (!trace.events.some(({ type }) => type === 'end'))
      trace.append(endOfTrace(folder, 'interrupted', { harnessErrors: [placeOf(error)] }));
  } finally {
    trace.close();
  }
  const { report: verdicts, events } = judgedIfPossible(folder, specs);
  writeReports(folder, { report: verdicts, events });
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
