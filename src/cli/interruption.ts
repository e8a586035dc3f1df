/** Aborts on the first Ctrl-C, so that a partial report is still written; a second one ends the process at once. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    process.stderr.write('\ninterrupted: writing what there is; once more ends at once\n');
    controller.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return controller.signal;
}
