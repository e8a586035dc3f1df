import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { wholeProgram } from '../support/whole-program.ts';
import { assay, emptyFolder } from '../support/assay-process.ts';
import { inBash } from '../support/bash.ts';
import { draw } from '../support/draw.ts';
import { commandLines, commandNames, helpOf, pathOf, sectionOf, withThoseBelow } from '../support/help-text.ts';

const commands = withThoseBelow(await wholeProgram());

test.each(
  draw(
    6,
    commands.map((command) => [pathOf(command), command] as const),
  ),
)('%s: the installed package says what the sources do', async (path, command) => {
  const { code, stdout } = await assay(emptyFolder(), ...path.split(' ').slice(1), '--help');
  expect([code, stdout]).toEqual([0, helpOf(command)]);
});

test('the pages that helps name are in the installed package', () => {
  const pages = commands.flatMap((command) => [...sectionOf(helpOf(command), 'Read next').matchAll(/\S+\.md/g)].map(([page]) => page));
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((page) => !existsSync(join(inject('installation').folder, 'node_modules', 'assay', page)))).toEqual([]);
});

/** What reads or plans alone, and takes no time; the pages try what drives a target or needs a run. */
const QUICK = /^assay (plan|clauses|explain|states|faults|export|init --yes|load .*--dry-run)/;

test('the examples that send nothing do what they say', async () => {
  const folder = emptyFolder();
  copyFileSync(join(PACKAGE_ROOT, 'specs', 'profiles', 'mock.yaml'), join(folder, 'target.yaml'));
  const lines = commands.flatMap((command) => commandLines(helpOf(command)));
  const all = [...new Set(lines)].filter((line) => QUICK.test(line));
  expect(all.length).toBeGreaterThan(15);
  const quick = draw(10, all, (line) => QUICK.exec(line)?.[1] ?? '');
  const { codes, said } = await inBash(folder, quick);
  expect({ failed: quick.filter((_line, index) => codes[index] !== 0), said }).toEqual({ failed: [], said });
});

test('the help and its page name the same commands', async () => {
  const { code, stdout } = await assay(emptyFolder(), '--help');
  const page = readFileSync(join(PACKAGE_ROOT, 'docs', 'commands.md'), 'utf8');
  const onPage = [...page.matchAll(/^\| `assay (\w+)[^|]*` \|/gm)].map(([, name]) => name);
  expect({ code, inHelp: new Set(commandNames(stdout)) }).toEqual({ code: 0, inHelp: new Set(onPage) });
});
