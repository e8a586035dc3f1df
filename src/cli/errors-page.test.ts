import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { EXIT_CODES } from '../run/outcome.ts';
import { PACKAGE_ROOT } from '../run/package-root.ts';
import { ERROR_KINDS } from './fail.ts';
import { PAGES } from './help.ts';
import { wholeProgram } from '../../test/support/whole-program.ts';
import { helpOf, sectionOf } from '../../test/support/help-text.ts';
import { errorsInCode, TOLD } from '../../test/support/messages.ts';
import type { Message } from '../../test/support/messages.ts';

const program = await wholeProgram();

const page = readFileSync(join(PACKAGE_ROOT, PAGES, 'errors.md'), 'utf8');
const { messages, classes } = errorsInCode();

/** The headings of the page, with the sources whose messages stand there: the first that fits. */
const HEADINGS: readonly (readonly [heading: string, files: RegExp])[] = [
  ['The command line', /^cli\//],
  ['Profiles, accounts and waivers', /^(model|profile)\/|^run\/(waive|waivers|targets|check-choices)\.ts/],
  ['The preflight', /^run\/preflight\//],
  ['Rate limits and load', /^(run\/)?load\//],
  ['Certificates', /^run\/certificate\//],
  ['Provider states, clock and events', /^drive\//],
  ['Runs and their folders', /^(run|trace)\//],
  ['The mock', /^mock\//],
  ['The library', /^index\.ts/],
  ['Assay itself', /^report\//],
];

/** Errors that end no command: whoever calls makes something else of them. */
const CAUGHT = [
  'ServiceRefusal',
  'MissingLink',
  'BrokenLink',
  'NotPermitted',
  'ForeignOrigin',
  'BrokenHttp',
  'Stopped',
  'Undecodable',
  'BudgetUsedUp',
  'TooLarge',
];

test('the page has every message of an error, under the heading of its source, and no other', () => {
  const inCode = HEADINGS.map(([heading]) => [
    heading,
    sorted(messages.filter((message) => headingOf(message) === heading).map(({ text }) => text)),
  ]);
  const onPage = HEADINGS.map(([heading]) => [heading, sorted([...partOf(heading).matchAll(/^- `(.+)`$/gm)].map(([, text = '']) => text))]);
  expect(onPage, 'a message that is new goes under its heading in docs/errors.md; one that is gone is taken out').toEqual(inCode);
  expect(messages.filter((message) => headingOf(message) === undefined)).toEqual([]);
});

test('every class of errors is told on the page, or is caught', () => {
  const unknown = classes.filter((name) => !CAUGHT.includes(name) && !(TOLD.includes(name) && page.includes(`\`${name}\``)));
  expect(unknown).toEqual([]);
});

test('the page has the kinds of errors and the exit code of each', () => {
  const rows = [...partOf('Kinds of errors').matchAll(/^\| ([A-Z][a-z ]+?) +\| (\d) +\|/gm)].map(([, kind = '', code]) => [
    kind,
    Number(code),
  ]);
  expect(Object.fromEntries(rows)).toEqual(ERROR_KINDS);
});

test('the page has the exit codes of the report', () => {
  const rows = [...partOf('Exit codes').matchAll(/^\| (\d) +\| `(\w+)`/gm)].map(([, code, outcome = '']) => [outcome, Number(code)]);
  expect(Object.fromEntries(rows)).toEqual(EXIT_CODES);
});

test('the page has the exit codes of each command as its help has them', () => {
  const inHelp = commandsBelow(program).flatMap((command) =>
    [...sectionOf(helpOf(command), 'Exit codes').matchAll(/^ {2}(\d) {2}((?:.+\n(?: {5}.+\n)*))/gm)].map(
      ([, code, means = '']) => `${pathOf(command)} ${code} ${means.trim().replaceAll(/\s+/g, ' ')}`,
    ),
  );
  const onPage = [...partOf('Exit codes of each command').matchAll(/^\| `(assay [a-z ]+)` +\| (\d) +\| (.+?) +\|$/gm)].map((row) =>
    row.slice(1, 4).join(' '),
  );
  expect(onPage).toEqual(inHelp);
});

function headingOf({ file, isDefect }: Message): string | undefined {
  return isDefect ? 'Assay itself' : HEADINGS.find(([, files]) => files.test(file))?.[0];
}

/** What stands beneath a heading of the page, up to the next one. */
function partOf(heading: string): string {
  const [, part] = page.split(new RegExp(`^#+ ${heading}$`, 'm'));
  return part?.split(/^#+ /m)[0] ?? '';
}

function sorted(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}

function commandsBelow(command: Command): readonly Command[] {
  return command.commands.flatMap((one) => (one.commands.length === 0 ? [one] : commandsBelow(one)));
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
