import type { Command } from 'commander';

/** All that `--help` of a command says, on 80 columns. */
export function helpOf(command: Command): string {
  let text = '';
  command
    .configureOutput({
      getOutHelpWidth: () => 80,
      writeOut: (part) => {
        text += part;
      },
    })
    .outputHelp();
  return text;
}

/** The lines beneath a heading of a help, up to the next empty one. */
export function sectionOf(help: string, heading: string): string {
  return new RegExp(`(?<=^${heading}:\\n)(?:.+\\n)+`, 'm').exec(help)?.[0] ?? '';
}

/** The command lines among the examples of a help. */
export function commandLines(help: string): readonly string[] {
  return sectionOf(help, 'Examples')
    .split('\n')
    .filter((line) => line.startsWith('  assay '))
    .map((line) => line.trim());
}

/** The names of the commands below the one that a help is of. */
export function commandNames(help: string): readonly string[] {
  if (!/^Usage: .*\[command\]/.test(help)) return [];
  return [...help.matchAll(/^ {2}(?!help)([a-z]+)(?: [<[]| {3})/gm)].map(([, name = '']) => name);
}

/** The words of a command line as a shell reads them: quotes keep blanks together. */
export function inWords(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, bare]) => single ?? double ?? bare ?? '');
}

/** A command and all those below it. */
export function withThoseBelow(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withThoseBelow)];
}

/** What is typed to reach a command. */
export function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
