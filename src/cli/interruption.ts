import { INTERRUPTED } from './end-process.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Aborts on the first Ctrl-C, so that a partial report is still written; a second one ends the process at once. */
export function interruption(said = 'interrupted: writing what there is; once more ends at once'): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(INTERRUPTED);
    process.stderr.write(`\n${said}\n`);
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  // The test runner inside installs handlers that end the process a millisecond later: the report comes first.
  process.on('newListener', (event, listener) => {
    const signal = SIGNALS.find((name) => name === event);
    if (signal !== undefined) setImmediate(() => process.off(signal, listener));
  });
  return controller.signal;
}
