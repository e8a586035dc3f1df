import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';

/** The package as a stranger gets it: packed, and installed into an empty folder. */
export interface Installation {
  readonly folder: string;
  /** every file of the tarball */
  readonly packed: readonly string[];
}

declare module 'vitest' {
  interface ProvidedContext {
    installation: Installation;
  }
}

const npm = promisify(execFile);

/** Packs the package as it is built now and installs the tarball, once for all process tests. Needs the registry or npm's cache. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-installed-'));
  const { stdout } = await npm('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], { cwd: PACKAGE_ROOT });
  const { filename, files } = tarball(JSON.parse(stdout));
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  // A configuration of the user's own, which must not reach the runner inside.
  await writeFile(join(folder, 'vitest.config.mjs'), "throw new Error('the configuration of the user is not for assay');\n");
  await npm('npm', ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', `./${filename}`], { cwd: folder });
  await asReleased(join(folder, 'node_modules', 'assay', 'dist', 'suite.json'));
  project.provide('installation', { folder, packed: files });
  return () => rm(folder, { recursive: true, force: true });
}

/** A release is built from a clean commit; these tests also run before there is one. */
async function asReleased(file: string): Promise<void> {
  const stamp: object = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...stamp, commit: '0'.repeat(40), changes: [] }));
}

/** npm answers an array of tarballs, newer versions an object of them by package name. */
function tarball(answer: unknown): { readonly filename: string; readonly files: readonly string[] } {
  const [first]: readonly unknown[] = typeof answer === 'object' && answer !== null ? Object.values(answer) : [];
  if (!isTarball(first))
    throw new TypeError(`npm pack --json: expected a tarball with filename and files, found ${JSON.stringify(answer)}`);
  return { filename: first.filename, files: first.files.map(({ path }) => path) };
}

function isTarball(value: unknown): value is { readonly filename: string; readonly files: readonly { readonly path: string }[] } {
  return typeof value === 'object' && value !== null && 'filename' in value && 'files' in value && Array.isArray(value.files);
}
