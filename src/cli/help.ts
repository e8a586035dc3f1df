import type { AddHelpTextContext } from 'commander';
import { EXIT_CODES } from '../run/results.ts';

/** The part of `--help` below the flags of a command. */
export interface HelpText {
  /** paragraphs; a line that begins with a space stays as it is */
  readonly notes?: readonly string[];
  /** a command line, and its effect in the imperative: each is tried by a test */
  readonly examples: readonly (readonly [command: string, does: string])[];
  /** every exit code of the command, and its meaning */
  readonly exitCodes: Readonly<Record<number, string>>;
  /** commands and pages to read next, such as `assay plan` or `run-it-nightly` */
  readonly next: readonly string[];
}

/** What each exit code means of a run, and of whatever ends as one. */
export const RUN_EXIT_CODES: HelpText['exitCodes'] = {
  [EXIT_CODES.conformant]: 'conformant: every clause that can be judged was judged, and none is violated',
  [EXIT_CODES.violations]: 'violations: the target violates a clause or breaks a promise of its profile',
  [EXIT_CODES.usage]: 'usage: invalid command or configuration, found before the target was judged',
  [EXIT_CODES.inconclusive]: 'inconclusive: a claimed clause could not be judged, or the run was interrupted',
  [EXIT_CODES.error]: 'error: Assay itself failed; no statement about the target',
};

/** Where the pages lie, in a checkout as in the installed package. */
export const PAGES = 'docs';

/** The text for `addHelpText('after', …)`: notes, examples, exit codes, what to read next. */
export function helpText({ notes = [], examples, exitCodes, next }: HelpText): (context: AddHelpTextContext) => string {
  return ({ command }) => {
    const helper = command.createHelp();
    const width = command.configureOutput().getOutHelpWidth?.() ?? 80;
    const wrapped = (text: string, indent: string): string =>
      text
        .split('\n')
        .map((line) => (line.startsWith(' ') ? line : helper.boxWrap(line, width - indent.length).replaceAll('\n', `\n${indent}`)))
        .join('\n');
    return [
      '',
      ...notes.map((note) => `${wrapped(note, '')}\n`),
      'Examples:',
      ...examples.map(([typed, does]) => `  ${typed}\n      ${wrapped(does, '      ')}`),
      '',
      'Exit codes:',
      ...Object.entries(exitCodes).map(([code, means]) => `  ${code}  ${wrapped(means, '     ')}`),
      '',
      'Read next:',
      ...next.map((name) => `  ${name.startsWith('assay ') ? `${name} --help` : `${PAGES}/${name}.md`}`),
    ].join('\n');
  };
}
