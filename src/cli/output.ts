import { Console } from 'node:console';
import { fstatSync, writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { forStream } from '../report/safe-text.ts';
import { RunError } from '../run/run-error.ts';
import type { WriteStream } from 'node:tty';

const STDOUT = 1;

/**
 * Results go to standard output, all of them: Node writes a file in one call, and takes a part for the whole where the disk has no more
 * room. Throws RunError where they cannot be written.
 */
export function writeResult(result: string): void {
  writeVerbatim(forStream(result, process.stdout.isTTY));
}

/** The same for what is safe in its own format, and would be another in this one. */
export function writeVerbatim(text: string): void {
  if (!isFile()) {
    process.stdout.write(text);
    return;
  }
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(STDOUT, bytes, at);
  } catch (error) {
    throw unwritten(error);
  }
}

/** A result for people: on standard output, or on standard error where what a machine has asked for stands there alone. */
export function tellResult(text: string, json: boolean | undefined): void {
  if (json === true) tell(text);
  else writeResult(text);
}

/** The stream of `tellResult`, for colours and width. */
export function resultStream(json: boolean | undefined): NodeJS.WriteStream {
  return json === true ? process.stderr : process.stdout;
}

/** Progress and diagnostics go to standard error, through this alone: what others have written steers nothing there. */
export function tell(text: string): void {
  process.stderr.write(forStream(text, process.stderr.isTTY));
}

/** What a module of the user's prints goes where people read, and no further: standard output may be for a machine. */
export function consoleForPeople(): Console {
  return new Console(
    new Writable({
      write: (chunk, _encoding, done) => {
        tell(String(chunk));
        done();
      },
    }),
  );
}

/** What failed while results were written to a pipe, where nobody can be asked again. */
export function unwritten(error: unknown): Error {
  const words = error instanceof Error ? error.message : String(error);
  return new RunError(
    'result-lost',
    `standard output: cannot be written: ${words}. Nobody has these results. Make room, or write them elsewhere`,
  );
}

/** True where whoever read has gone: a reader such as head that has enough, or a terminal that was closed. */
export function isNobodyThere(error: NodeJS.ErrnoException, isTerminal: boolean): boolean {
  return error.code === 'EPIPE' || (error.code === 'EIO' && isTerminal);
}

/** A file or a device, and neither a pipe nor a terminal. */
function isFile(): boolean {
  const about = fstatSync(STDOUT);
  return about.isFile() || (about.isCharacterDevice() && !process.stdout.isTTY);
}

/** How text looks best on a stream: colours only on a terminal that wants them (NO_COLOR), its width elsewhere 100. */
export function terminal(stream: Partial<WriteStream>): { readonly color: boolean; readonly width: number; readonly tty: boolean } {
  const tty = stream.isTTY === true;
  const asked = process.env['FORCE_COLOR'] !== undefined && process.env['FORCE_COLOR'] !== '0';
  return { tty, color: (tty || asked) && (process.env['NO_COLOR'] ?? '') === '', width: stream.columns ?? 100 };
}
