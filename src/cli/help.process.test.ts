import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { assay, emptyFolder } from './test-kit/assay-process.ts';
import { commandLines, sectionOf } from './test-kit/help-text.ts';

const SLOW = { timeout: 600_000 };

test('every command of the installed package teaches, and the pages that it names are there', SLOW, async () => {
  const folder = emptyFolder();
  const shown = await helpBelow(folder, []);
  expect(shown.length).toBeGreaterThan(20);
  const unsaid = shown.filter(({ help }) => commandLines(help).length === 0 || sectionOf(help, 'Exit codes') === '');
  const pages = shown.flatMap(({ help }) => [...sectionOf(help, 'Read next').matchAll(/\S+\.md/g)].map(([page]) => page));
  const missing = pages.filter((page) => !existsSync(join(inject('installation').folder, 'node_modules', 'assay', page)));
  expect({ unsaid, missing, wrong: shown.filter(({ code }) => code !== 0) }).toEqual({ unsaid: [], missing: [], wrong: [] });
});

interface Shown {
  readonly words: readonly string[];
  readonly code: number | null;
  readonly help: string;
}

/** What `--help` says of a command and of all those below it. */
async function helpBelow(folder: string, words: readonly string[]): Promise<readonly Shown[]> {
  const { code, stdout: help } = await assay(folder, ...words, '--help');
  const below = [...sectionOf(help, 'Commands').matchAll(/^ {2}(?!help)([a-z]+)/gm)].map(([, name = '']) => name);
  const shown: Shown[] = [{ words, code, help }];
  // One after the other: a process for each command at once is more than a small machine has to give.
  for (const name of below) shown.push(...(await helpBelow(folder, [...words, name])));
  return shown;
}
