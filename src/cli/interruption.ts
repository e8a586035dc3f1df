import { INTERRUPTED } from './end-process.ts';
import { tell } from './output.ts';

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
