import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { emptyFolder, QUICKLY } from '../support/assay-process.ts';
import { inBash } from '../support/bash.ts';
import { fewLinesServer } from '../support/few-lines-server.ts';
import { blocksOf, otherwise, pages, shellOf, textOfPage } from '../support/pages.ts';
import type { Command } from '../support/pages.ts';
import { draw } from '../support/draw.ts';

/** What is typed in a checkout: the scripts of package.json, which CI runs. */
const IN_A_CHECKOUT = /^npm (ci|test|start|run \S+)/;
/** Tools that a page uses beside Node; without one its commands are skipped, and said so. */
const TOOLS = ['openssl', 'curl', 'sha256sum'].filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);

/** What is certified is driven as a whole: certify.process.test.ts types the rest of that page. */
const isTypedElsewhere = (page: string, typed: string): boolean => page === 'docs/get-certified.md' && !typed.startsWith('openssl ');

const tried = pages()
  .map((page) => ({ page, blocks: blocksOf(textOfPage(page)) }))
  .map(({ page, blocks }) => ({
    page,
    blocks,
    commands: shellOf(blocks).filter(({ typed }) => !IN_A_CHECKOUT.test(typed) && !isTypedElsewhere(page, typed)),
  }))
  .filter(({ commands }) => commands.length > 0);

test.for(
  draw(
    2,
    tried.map((page) => [page.page, page] as const),
  ),
)('%s: each of its commands does what it says', async ([, { blocks, commands }], { skip }) => {
  const lacking = TOOLS.filter((tool) => commands.some(({ typed }) => typed.includes(tool)));
  skip(lacking.length > 0, `this machine lacks ${lacking.join(', ')}`);
  const folder = emptyFolder();
  const here = await substitutions(commands);
  copyFileSync(join(PACKAGE_ROOT, 'specs', 'profiles', 'mock.yaml'), join(folder, 'target.yaml'));
  for (const { title, text } of blocks) if (title !== undefined) writeFileSync(join(folder, title), here(text));
  const { codes, said } = await inBash(
    folder,
    commands.map(({ typed }) => here(typed)),
    QUICKLY,
  );
  expect({ otherwise: otherwise(commands, codes), said }).toEqual({ otherwise: [], said });
});

test('what is typed in a checkout is a script there', () => {
  const { scripts }: { readonly scripts: object } = JSON.parse(textOfPage('package.json'));
  const named = pages().flatMap((page) => [...textOfPage(page).matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name));
  expect(named.filter((name) => name !== undefined && !(name in scripts))).toEqual([]);
});

/** Addresses of a deployment and ports of a machine, as they are in this test. */
async function substitutions(commands: readonly Command[]): Promise<(text: string) => string> {
  const server = await fewLinesServer();
  const port = commands.some(({ typed }) => typed.includes('8080')) ? await fourFreePorts() : 0;
  return (text) =>
    text
      .replaceAll('https://id.example.test', server)
      .replaceAll(/\b(?:808([0-2])|8090)\b/g, (_, offset = '3') => String(port + Number(offset)));
}

/** The first of four free ports in a row, of the services and their control plane. */
async function fourFreePorts(): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const first = 20_000 + Math.floor(Math.random() * 10_000);
    if ((await Promise.all([0, 1, 2, 3].map((offset) => isFree(first + offset)))).every(Boolean)) return first;
  }
  throw new Error('expected four free ports in a row, found none in 20 attempts');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => void server.close(() => resolve(true)));
  });
}
