import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { choiceTables, presets } from '../mock/kit/choice-settings.ts';
import { PACKAGE_ROOT } from '../run/package-root.ts';
import { wholeProgram } from '../../test/support/whole-program.ts';
import { commandLines, helpOf, inWords, pathOf, sectionOf, withThoseBelow } from '../../test/support/help-text.ts';

const program = await wholeProgram();
const commands = withThoseBelow(program);
const paths = commands.map(pathOf);

test.each(commands.map((command) => [pathOf(command), command] as const))('%s: its help teaches', (_path, command) => {
  const help = helpOf(command);
  expect(command.description()).not.toBe('');
  expect([...command.options, ...command.registeredArguments].filter(({ description }) => description === '')).toEqual([]);
  expect(commandLines(help)).not.toEqual([]);
  expect(sectionOf(help, 'Exit codes')).toMatch(/^( {2}[0-4] {2}\S.*\n( {5}\S.*\n)*)+$/);
  const next = sectionOf(help, 'Read next').trim().split(/\n */);
  const unknown = next.filter((name) =>
    name.endsWith(' --help') ? !paths.includes(name.replace(' --help', '')) : !existsSync(join(PACKAGE_ROOT, name)),
  );
  expect(unknown).toEqual([]);
});

test('the help of the mock names every preset, and every choice with its values', () => {
  const mock = commands.find((command) => pathOf(command) === 'assay mock');
  if (mock === undefined) throw new TypeError('there is no command mock');
  const named = [...helpOf(mock).matchAll(/^ {2}([\w-]+)\.(\w+)=(.+)$/gm)].map(([, document, name, values]) => [document, name, values]);
  const known = Object.entries(choiceTables).flatMap(([document, table]) =>
    Object.entries(table).map(([name, values]) => [document, name, values.join('|')]),
  );
  expect(named).toEqual(known);
  expect(Object.keys(presets).filter((name) => !helpOf(mock).includes(`\n  ${name}: `))).toEqual([]);
});

test('no line of a help is too long for a terminal, but for command lines to copy', () => {
  const long = commands.flatMap((command) =>
    helpOf(command)
      .split('\n')
      .filter((line) => line.length > 80 && !line.startsWith('  assay ')),
  );
  expect(long).toEqual([]);
});

test.each(commands.flatMap((command) => commandLines(helpOf(command)).map((line) => [line])))('%s is a command', async (line) => {
  const parsed: string[] = [];
  const fresh = await wholeProgram();
  for (const command of withThoseBelow(fresh)) {
    command.exitOverride().configureOutput({ writeErr: () => undefined });
    if (command.commands.length === 0) command.action(() => void parsed.push(pathOf(command)));
  }
  const words = inWords(line);
  await fresh.parseAsync(words.slice(1), { from: 'user' });
  expect(parsed).toEqual([expect.stringMatching(/^assay /)]);
  expect(words.join(' ').startsWith(parsed[0] ?? '-')).toBe(true);
});
