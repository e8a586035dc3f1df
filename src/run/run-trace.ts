import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { EndEvent } from '../model/types.ts';
import type { TraceEvent } from '../trace/events.ts';
import { RECORDED } from '../model/stored-file.ts';
import type { UsedUp } from '../profile/budget.ts';
import { readTrace } from '../trace/reader.ts';
import { openTrace, TraceFull, type TraceWriter } from '../trace/writer.ts';
import { cannotWrite, isFileError } from './write-files.ts';
import { RunError } from './run-error.ts';

export const TRACE_FILE = 'trace.ndjson';

/** Room for how a run goes on without requests, and for how it ended: whatever is written can be read and judged. */
const ROOM = { toWindUp: 16 << 20, toEnd: 1 << 20 } as const;
const MEBIBYTE = 1 << 20;

/** Bytes that the exchanges of one run may have in its trace. */
export const ROOM_OF_RUN = RECORDED - ROOM.toWindUp;

/** What ends a run whose trace leaves no room for another exchange. */
export const TRACE_FULL: UsedUp = {
  key: 'budget.requests',
  why: `${TRACE_FILE} has the ${ROOM_OF_RUN / MEBIBYTE} MiB that are judged of one run: drive parts of it (--document, --feature)`,
};

/** The same once there is no room. */
export function fullTrace({ bytes }: Pick<TraceWriter, 'bytes'>): UsedUp | undefined {
  return bytes() < ROOM_OF_RUN ? undefined : TRACE_FULL;
}

/** The trace of a run that is under way. */
export interface RunTrace extends TraceWriter {
  /** all that is on record, while it grows */
  readonly events: readonly TraceEvent[];
}

/**
 * The trace in the folder of a run, to be continued. Once it cannot be written it takes nothing more: what is not on record must not be
 * sent. Throws RunError.
 *
 * @param room bytes that it may have before its end
 */
export function openRunTrace(folder: string, room = RECORDED - ROOM.toEnd): RunTrace {
  const file = join(folder, TRACE_FILE);
  let broken: RunError | undefined;

  function attempt<T>(write: () => T): T {
    if (broken !== undefined) throw broken;
    try {
      return write();
    } catch (error) {
      if (error instanceof TraceFull)
        broken = new RunError('trace-full', `${file}: it has all that is judged of one run. Drive parts of it (--document, --feature)`);
      else if (!isFileError(error)) throw error;
      broken ??= cannotWrite(file, error, "What it holds is kept: 'assay report' makes a report of it. Make room, and run again");
      throw broken;
    }
  }

  const trace = attempt(() => openTrace(file, room));
  const events = [...readTrace(file).events];
  // What was left where it stands may come back, and must not write into what follows.
  OPEN.get(file)?.close();
  const own: RunTrace = {
    events,
    append: (event) => {
      attempt(() => trace.append(event));
      events.push(event);
    },
    bytes: () => trace.bytes(),
    close: () => {
      broken ??= new RunError('run-ended', `${file}: the run is over`);
      trace.close();
      if (OPEN.get(file) === own) OPEN.delete(file);
    },
  };
  OPEN.set(file, own);
  return own;
}

/** One at a time writes into a file. */
const OPEN = new Map<string, RunTrace>();

/** Takes away half a line, as it is left where code was ended while it wrote. */
export function mendTrace(folder: string): void {
  const file = join(folder, TRACE_FILE);
  truncateSync(file, readFileSync(file).lastIndexOf('\n') + 1);
}

/** The last line of a trace: how the run ended, and how many events it has put on record until now. */
export function endOfTrace(
  folder: string,
  how: EndEvent['how'],
  detail: Pick<EndEvent, 'because' | 'harnessErrors' | 'stopped'> = {},
): EndEvent {
  return { type: 'end', at: new Date().toISOString(), how, events: linesOf(join(folder, TRACE_FILE)), ...detail };
}

function linesOf(file: string): number {
  const bytes = readFileSync(file);
  let lines = 0;
  for (let at = bytes.indexOf('\n'); at >= 0; at = bytes.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** Number of the last exchange on record. */
export function lastSeq(events: readonly TraceEvent[]): number {
  return events.reduce((last, event) => (event.type === 'exchange' ? Math.max(last, event.seq) : last), 0);
}

/** Milliseconds from the start of a run to the last thing that has a time in its trace. */
export function lasted(startedAt: string, events: readonly TraceEvent[]): number {
  const begun = Date.parse(startedAt);
  const times = events.map((event) => {
    if (event.type === 'end') return Date.parse(event.at);
    return event.type === 'exchange' ? event.sentAt + event.durationMs : begun;
  });
  return Math.round(times.reduce((latest, time) => Math.max(latest, time), begun) - begun);
}
