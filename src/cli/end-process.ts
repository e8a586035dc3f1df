/**
 * Ends the process with the exit code that has been set, once what was written is out: neither workers of an interrupted run are waited
 * for, nor what a module of the user's holds open.
 */
export function endProcess(): void {
  process.stdout.write('', () => process.exit());
}
