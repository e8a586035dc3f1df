import type { Command } from 'commander';
import { repeatable } from './flags.ts';

/** Adds the flags that narrow a run or a plan. */
export function withSelection(command: Command): Command {
  return command
    .option('--document <name>', 'only this document (repeatable)', repeatable(String))
    .option('--feature <id>', 'only this feature (repeatable)', repeatable(String))
    .option(
      '--clause <glob>',
      'only clauses whose id matches; * stays within a part of an id, ** crosses dots (repeatable)',
      repeatable(String),
    )
    .option('--exclude <glob>', 'no clause whose id matches (repeatable)', repeatable(String));
}
