import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { inBash } from '../support/bash.ts';
import { installedProject } from '../support/installed-project.ts';
import { blocksOf, commandsOf } from '../support/pages.ts';

const EXAMPLES = join(PACKAGE_ROOT, 'examples');
const folders = readdirSync(EXAMPLES, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

test.each(folders)('examples/%s: each command of its README does what it says', async (name) => {
  const folder = installedProject();
  cpSync(join(EXAMPLES, name), folder, { recursive: true });
  await takeFreePort(folder);
  const commands = blocksOf(readFileSync(join(folder, 'README.md'), 'utf8'))
    .filter(({ language }) => language === 'sh')
    .flatMap(commandsOf);
  const { codes, said } = await inBash(
    folder,
    commands.map(({ typed }) => typed),
  );
  const otherwise = commands.filter((command, index) => !command.codes.includes(codes[index] ?? -1));
  expect({ otherwise, said }).toEqual({ otherwise: [], said });
  expect(commands.length).toBeGreaterThan(0);
});

/** 8080 may be somebody else's on this machine. */
async function takeFreePort(folder: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 8080;
  await new Promise((resolve) => void server.close(resolve));
  for (const name of readdirSync(folder).filter((one) => /\.(mjs|yaml)$/.test(one))) {
    const file = join(folder, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('8080', String(port)));
  }
}
