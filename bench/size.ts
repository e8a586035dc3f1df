import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { loadSpecs } from '../src/model/load.ts';
import { SPECS_FOLDER } from '../src/model/specs-folder.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { importsOf, reachedFrom, shippedSources } from '../build/package/shipped-sources.ts';
import { filesBelow } from '../src/run/suite-state.ts';

/** A file that only one other imports and that is this short is a part of it. */
const SHORT = 40;
/** Folders that are being rewritten. */
const ELSEWHERE = /^src\/(run|drive|mock)\//;
const TEST = /\.test\.ts$|fixtures\.ts$|^test\//;
const FOLDERS = ['src', 'suites', 'build', 'bench', 'test'];
const GENERATED = /\/generated\//;

/** How much there is of Assay: sources, specs, the installed package; and the files that are too small to stand alone. */
export function size(): void {
  const own = FOLDERS.flatMap((folder) => filesBelow(PACKAGE_ROOT, folder)).filter(
    (file) => /\.[jt]s$/.test(file) && !GENERATED.test(file),
  );
  const shipped = shippedSources(PACKAGE_ROOT);
  const ships = own.filter((file) => shipped.has(file));
  const supports = testSupport(own.filter((file) => !shipped.has(file)));
  const isTest = (file: string): boolean => TEST.test(file) || supports.has(file);
  const neither = own.filter((file) => !shipped.has(file) && !isTest(file));
  line('sources that ship', `${ships.length} files, ${linesOf(ships)} lines`);
  line(
    'neither shipped nor tests',
    `${linesOf(neither)} lines, ${linesOf(neither.filter((file) => file.startsWith('src/')))} of them in src`,
  );
  line('tests', `${linesOf(own.filter((file) => !shipped.has(file) && isTest(file)))} lines`);
  const { documents, clauses } = loadSpecs();
  const yaml = Object.keys(documents)
    .flatMap((name) => filesBelow(SPECS_FOLDER, name))
    .map((file) => posix.join('specs', file));
  line('YAML lines per clause', (linesOf(yaml) / clauses.size).toFixed(1));
  const { packages, bytes } = installed();
  line('installed', `${megabytes(bytes)} MB, ${packages} packages`);
  const alone = oneCaller(ships.filter((file) => !ELSEWHERE.test(file)));
  line(`files below ${SHORT} lines with one importer`, String(alone.length));
  for (const [file, importer] of alone) console.log(`  ${file} (${linesOf([file])}) in ${importer}`);
}

function line(what: string, figure: string): void {
  console.log(`${what.padEnd(40)}${figure}`);
}

/** Sources of the product's folder that nothing but tests imports. */
function testSupport(files: readonly string[]): ReadonlySet<string> {
  const programs = reachedFrom(
    PACKAGE_ROOT,
    files.filter((file) => !file.startsWith('src/') && !TEST.test(file)),
  );
  const tested = reachedFrom(
    PACKAGE_ROOT,
    files.filter((file) => TEST.test(file)),
  );
  return new Set(files.filter((file) => file.startsWith('src/') && tested.has(file) && !programs.has(file)));
}

function linesOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + textOf(file).split('\n').length - 1, 0);
}

function textOf(file: string): string {
  return readFileSync(join(PACKAGE_ROOT, file), 'utf8');
}

/** The packed package with what it depends on, as it stands in this checkout. */
function installed(): { readonly packages: number; readonly bytes: number } {
  const lock: { readonly packages: Readonly<Record<string, { readonly dev?: boolean }>> } = JSON.parse(textOf('package-lock.json'));
  const folders = Object.entries(lock.packages).flatMap(([path, { dev }]) =>
    path !== '' && dev !== true && existsSync(join(PACKAGE_ROOT, path)) ? [path] : [],
  );
  const packed: readonly { readonly unpackedSize: number }[] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
      cwd: PACKAGE_ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  const own = packed.reduce((sum, { unpackedSize }) => sum + unpackedSize, 0);
  return { packages: folders.length + 1, bytes: folders.reduce((sum, path) => sum + bytesOf(join(PACKAGE_ROOT, path)), own) };
}

/** Of a package without those that stand within it: they are counted by themselves. */
function bytesOf(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => {
    const path = join(folder, name);
    const entry = lstatSync(path);
    return name === 'node_modules' ? sum : sum + (entry.isDirectory() ? bytesOf(path) : entry.size);
  }, 0);
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

/** Short files that one other imports, with that one. Programs and entrances are imported by none. */
function oneCaller(files: readonly string[]): readonly (readonly [file: string, importer: string])[] {
  const importers = new Map<string, string[]>();
  const all = FOLDERS.flatMap((folder) => filesBelow(PACKAGE_ROOT, folder)).filter((file) => file.endsWith('.ts'));
  for (const importer of all.filter((file) => !file.endsWith('.test.ts')))
    for (const { how, name: file } of importsOf(PACKAGE_ROOT, importer)) {
      // What is loaded on demand, or in a thread, has to be a file.
      const others = how === 'from' ? [] : ['on demand'];
      importers.set(file, [...(importers.get(file) ?? []), importer, ...others]);
    }
  return files.flatMap((file) => {
    const [importer, ...others] = new Set(importers.get(file));
    return importer !== undefined && others.length === 0 && linesOf([file]) < SHORT ? [[file, importer] as const] : [];
  });
}
