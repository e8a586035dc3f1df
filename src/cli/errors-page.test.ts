import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { ERRORS } from '../model/errors.ts';
import { EXIT_CODES } from '../run/results.ts';
import { PACKAGE_ROOT } from '../run/package-root.ts';
import { PAGES } from './help.ts';
import { wholeProgram } from '../../test/support/whole-program.ts';
import { helpOf, sectionOf } from '../../test/support/help-text.ts';

const program = await wholeProgram();

const page = readFileSync(join(PACKAGE_ROOT, PAGES, 'errors.md'), 'utf8');

test('the page has every code of an error, under its heading, and no other', () => {
  const onPage = [...page.matchAll(/^(?:### (.+)|\| `([a-z0-9-]+)` +\| (\d) +\| (.+?) +\| (.+?) +\|)$/gm)].map(([line]) => line);
  const inTable = Object.entries(ERRORS).flatMap(([heading, { exit, rows }]) => [
    `### ${heading}`,
    ...Object.entries(rows).map(([code, [means, remedy]]) => `| \`${code}\` | ${exit} | ${means} | ${remedy} |`),
  ]);
  expect(onPage).toEqual(inTable);
});

test('a code stands under one heading, and something ends with it', () => {
  const codes = Object.values(ERRORS).flatMap(({ rows }) => Object.keys(rows));
  const sources = readdirSync(join(PACKAGE_ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && file !== join('model', 'errors.ts'))
    .map((file) => readFileSync(join(PACKAGE_ROOT, 'src', file), 'utf8'))
    .join('');
  expect([codes.filter((code, index) => codes.indexOf(code) < index), codes.filter((code) => !sources.includes(`'${code}'`))]).toEqual([
    [],
    [],
  ]);
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

/** What stands beneath a heading of the page, up to the next one. */
function partOf(heading: string): string {
  const [, part] = page.split(new RegExp(`^#+ ${heading}$`, 'm'));
  return part?.split(/^#+ /m)[0] ?? '';
}

function commandsBelow(command: Command): readonly Command[] {
  return command.commands.flatMap((one) => (one.commands.length === 0 ? [one] : commandsBelow(one)));
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
