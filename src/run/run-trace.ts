import { join } from 'node:path';
import { openTrace } from '../trace/writer.ts';
import type { TraceWriter } from '../trace/writer.ts';
import { cannotWrite, isFileError } from './file-error.ts';
import type { RunError } from './run-error.ts';

export const TRACE_FILE = 'trace.ndjson';

/**
 * The trace in the folder of a run, to be continued. Once it cannot be written it takes nothing more: what is not on record must not be
 * sent. Throws RunError.
 */
export function openRunTrace(folder: string): TraceWriter {
  const file = join(folder, TRACE_FILE);
  let broken: RunError | undefined;

  function attempt<T>(write: () => T): T {
    if (broken !== undefined) throw broken;
    try {
      return write();
    } catch (error) {
      if (!isFileError(error)) throw error;
      broken = cannotWrite(file, error, "What it holds is kept: 'assay report' makes a report of it. Make room, and run again");
      throw broken;
    }
  }

  const trace = attempt(() => openTrace(file));
  return { append: (event) => attempt(() => trace.append(event)), close: () => trace.close() };
}
