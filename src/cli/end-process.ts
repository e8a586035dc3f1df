import { RunError } from '../run/run-error.ts';
import { STRAY_REMEDY, strayPlaceOf, strayWords } from '../run/stray-error.ts';
import { failWith, UsageError } from './fail.ts';
import { isNobodyThere, unwritten, tell } from './output.ts';

let done = false;

/**
 * Ends the process with the exit code that has been set, once what was written is out: neither what an interrupted run has left is waited
 * for, nor what a module of the user's holds open.
 */
export function endProcess(): void {
  done = true;
  // What is still under way decides nothing any more.
  const code = process.exitCode ?? 0;
  process.stdout.write('', (error) => {
    if (!error || code !== 0 || isNobodyThere(error, process.stdout.isTTY)) process.exit(code);
    failWith(unwritten(error));
    process.exit();
  });
}

/** The command has come to its end; the process may go on, as that of a deployment does. */
export function commandIsDone(): void {
  done = true;
}

/** Whatever ends the process before its command is done must not pass for a result: a module of the user's may do it too. */
export function watchEnd(): void {
  process.on('uncaughtException', (error) => {
    const place = strayPlaceOf(error);
    failWith(place === undefined ? error : new UsageError('module-stray', `${strayWords(place)}. ${STRAY_REMEDY}`));
    endProcess();
  });
  process.on('exit', (code) => {
    if (done || code === INTERRUPTED) return;
    failWith(new RunError('ended-early', `the process ended before the command was done (code ${code}): nothing is known. ${NO_EXIT}`));
  });
}

/** A second Ctrl-C. */
const INTERRUPTED = 130;
const NO_EXIT = 'A module of provider states must not call process.exit';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Aborts on the first Ctrl-C, or when the terminal is closed, so that a partial report is still written; a second Ctrl-C ends the process
 * at once.
 */
export function interruption(said = 'interrupted: writing what there is; once more ends at once'): AbortSignal {
  const controller = new AbortController();
  const stop = (signal: NodeJS.Signals): void => {
    if (!controller.signal.aborted) {
      tell(`\n${said}\n`);
      controller.abort();
    } else if (signal !== 'SIGHUP') {
      // The shell and the system may both tell of a terminal that is closed: nobody insists.
      process.exit(INTERRUPTED);
    }
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return controller.signal;
}
