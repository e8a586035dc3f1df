#!/usr/bin/env node
import { commandIsDone, endProcess, watchEnd } from './end-process.ts';
import { failWith } from './fail.ts';
import { createProgram } from './program.ts';

const program = createProgram();

// commander's own errors (unknown flag, missing argument) are usage: 2 by contract.
program.exitOverride();
for (const command of program.commands.flatMap((one) => [one, ...one.commands])) command.exitOverride();

// A reader such as head may have read enough, and a terminal may be closed: the run goes on to its report.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && !(error.code === 'EIO' && stream.isTTY)) throw error;
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
