import type { Command } from 'commander';
import { RunError } from '../run/run-error.ts';
import { commandIsDone, endProcess, watchEnd } from './end-process.ts';
import { failWith, UsageError } from './fail.ts';
import { asOurs } from './flags.ts';
import { consoleForPeople, isNobodyThere, tell, writeResult } from './output.ts';
import { createProgram } from './program.ts';

/** Runs the command that was typed, and ends with the exit code of the contract; `reasonOf` says why a part cannot be loaded. */
export async function start(reasonOf: (error: unknown) => string): Promise<void> {
  const program = createProgram(async (define) => {
    try {
      return await define();
    } catch (error) {
      throw new RunError('not-loadable', `the harness cannot be loaded: ${reasonOf(error)}`);
    }
  });
  endAsContracted(program);
  program.hook('preSubcommand', (_program, command) => [command, ...command.commands].forEach(endAsContracted));

  // A reader such as head may have read enough, and a terminal may be closed: the run goes on to its report.
  process.stdout.on('error', (error) => {
    if (!isNobodyThere(error, process.stdout.isTTY)) throw error;
  });
  // What is said beside the results ends nothing where it cannot be said: there is no other place to say so.
  process.stderr.on('error', () => undefined);

  globalThis.console = consoleForPeople();
  watchEnd();
  try {
    await program.parseAsync(typed(program), { from: 'user' });
    commandIsDone();
  } catch (error) {
    failWith(error);
    endProcess();
  }
}

/** commander's own errors (unknown flag, missing argument) are usage: 2 by contract. Its help is a result like others, and its messages quote what was typed. */
function endAsContracted(command: Command): void {
  command
    .exitOverride()
    .configureOutput({ writeOut: writeResult, writeErr: tell, outputError: (text, write) => write(withFlag(asOurs(text))) });
}

/** A profile is what people hand over without its flag. */
function withFlag(text: string): string {
  const profile = process.argv.slice(3).find((word) => /\.ya?ml$/.test(word));
  return text.includes('too many arguments') && profile !== undefined ? `${text.trimEnd()} Write --target ${profile}\n` : text;
}

/** `help NAME` as `NAME --help`: commander would print the help of a command that is not loaded. */
function typed({ commands }: Command): readonly string[] {
  const [first, ...words] = process.argv.slice(2);
  demandLines(process.argv.slice(2));
  const isHelp = first === 'help' && commands.some((command) => command.name() === words[0]);
  return isHelp ? [...words, '--help'] : process.argv.slice(2);
}

/** Messages quote what was typed, a line each: a name of several lines would say more in a log than its owner is told. */
export function demandLines(words: readonly string[]): void {
  const broken = words.find((word) => /[\r\n]/.test(word));
  if (broken !== undefined)
    throw new UsageError(
      'command-line',
      `expected arguments of one line each, found ${JSON.stringify(broken.slice(0, 80))}. Take out the line break`,
    );
}
