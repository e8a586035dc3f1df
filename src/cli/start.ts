import { commandIsDone, endProcess, watchEnd } from './end-process.ts';
import { failWith } from './fail.ts';
import { isNobodyThere, tell, writeResult } from './output.ts';
import { createProgram } from './program.ts';

/** Runs the command that was typed, and ends with the exit code of the contract. */
export async function start(): Promise<void> {
  const program = createProgram();

  // commander's own errors (unknown flag, missing argument) are usage: 2 by contract. Its help is a result like others, and its messages quote what was typed.
  for (const command of [program, ...program.commands.flatMap((one) => [one, ...one.commands])])
    command.exitOverride().configureOutput({ writeOut: writeResult, writeErr: tell });

  // A reader such as head may have read enough, and a terminal may be closed: the run goes on to its report.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (!isNobodyThere(error, stream.isTTY)) throw error;
    });
  }

  watchEnd();
  try {
    await program.parseAsync();
    commandIsDone();
  } catch (error) {
    failWith(error);
    endProcess();
  }
}
