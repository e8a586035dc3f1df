import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { wholeProgram } from '../support/whole-program.ts';
import { assay, emptyFolder } from '../support/assay-process.ts';
import { inBash } from '../support/bash.ts';
import { draw } from '../support/draw.ts';
import { commandLines, commandNames, helpOf, sectionOf, withThoseBelow } from '../support/help-text.ts';

test('every command of the installed package teaches, and the pages that it names are there', async () => {
  const folder = emptyFolder();
  const shown = await helpBelow(folder, []);
  expect(shown.length).toBeGreaterThan(20);
  const unsaid = shown.filter(({ help }) => commandLines(help).length === 0 || sectionOf(help, 'Exit codes') === '');
  const pages = shown.flatMap(({ help }) => [...sectionOf(help, 'Read next').matchAll(/\S+\.md/g)].map(([page]) => page));
  const missing = pages.filter((page) => !existsSync(join(inject('installation').folder, 'node_modules', 'assay', page)));
  expect({ unsaid, missing, wrong: shown.filter(({ code }) => code !== 0) }).toEqual({ unsaid: [], missing: [], wrong: [] });
});

/** What reads or plans alone, and takes no time; the pages try what drives a target or needs a run. */
const QUICK = /^assay (plan|clauses|explain|states|faults|export|init --yes|load .*--dry-run)/;

test('the examples that send nothing do what they say', async () => {
  const folder = emptyFolder();
  copyFileSync(join(PACKAGE_ROOT, 'specs', 'profiles', 'mock.yaml'), join(folder, 'target.yaml'));
  const lines = withThoseBelow(await wholeProgram()).flatMap((command) => commandLines(helpOf(command)));
  const all = [...new Set(lines)].filter((line) => QUICK.test(line));
  expect(all.length).toBeGreaterThan(15);
  const quick = draw(10, all, (line) => QUICK.exec(line)?.[1] ?? '');
  const { codes, said } = await inBash(folder, quick);
  expect({ failed: quick.filter((_line, index) => codes[index] !== 0), said }).toEqual({ failed: [], said });
});

interface HelpOutput {
  readonly words: readonly string[];
  readonly code: number | null;
  readonly help: string;
}

/** What `--help` says of a command and of all those below it. */
async function helpBelow(folder: string, words: readonly string[]): Promise<readonly HelpOutput[]> {
  const { code, stdout: help } = await assay(folder, ...words, '--help');
  const shown: HelpOutput[] = [{ words, code, help }];
  // One after the other: a process for each command at once is more than a small machine has to give.
  for (const name of commandNames(help)) shown.push(...(await helpBelow(folder, [...words, name])));
  return shown;
}

test('the help and its page name the same commands', async () => {
  const { code, stdout } = await assay(emptyFolder(), '--help');
  const page = readFileSync(join(PACKAGE_ROOT, 'docs', 'commands.md'), 'utf8');
  const onPage = [...page.matchAll(/^\| `assay (\w+)[^|]*` \|/gm)].map(([, name]) => name);
  expect({ code, inHelp: new Set(commandNames(stdout)) }).toEqual({ code: 0, inHelp: new Set(onPage) });
});
