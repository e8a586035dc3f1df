import type { Command } from 'commander';
import { createProgram, loadCommand } from '../../src/cli/program.ts';

/** All of `assay`, with every command loaded. */
export async function wholeProgram(): Promise<Command> {
  const program = createProgram();
  for (const command of program.commands) await loadCommand(command);
  return program;
}
