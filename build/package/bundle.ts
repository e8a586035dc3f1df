import { readFileSync, rmSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { rolldown } from 'rolldown';
import { filesBelow } from '../../src/run/suite-state.ts';

/** What is loaded by itself: the command, each export of the package, and each thread. */
const ENTRIES = [
  'src/cli/start.js',
  'src/index.js',
  'src/vitest.js',
  'src/fast-check.js',
  'src/drive/provider-module.js',
  'src/mock/kit/start-mock.js',
];
const THREAD = /-worker\.ts$/;

/**
 * Joins the modules that are loaded together into one file each, in `dist/bundle`: Node takes a while for each of hundreds. They stay
 * readable, and packages of others stay packages.
 */
export async function bundle(root: string): Promise<void> {
  const { dependencies, peerDependencies }: Readonly<Record<'dependencies' | 'peerDependencies', object>> = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  // By their sources: what an earlier build has left behind may lack what it imports.
  const threads = filesBelow(root, 'src').filter((path) => THREAD.test(path));
  const input = [...ENTRIES, ...threads.map((path) => path.replace(/\.ts$/, '.js'))]
    .map((path) => posix.join('dist', path))
    .map((path) => [basename(path, '.js'), join(root, path)]);
  const dir = join(root, 'dist', 'bundle');
  rmSync(dir, { recursive: true, force: true });
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(input),
    platform: 'node',
    tsconfig: false,
    external: Object.keys({ ...dependencies, ...peerDependencies }).map((name) => new RegExp(`^${name}(/|$)`)),
  });
  await build.write({ dir, format: 'esm', chunkFileNames: '[name].js' });
  await build.close();
}
