import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedIn, packed } from './installed.ts';
import { npmTools, run } from './workplace.ts';
import type { JobResult, Workplace } from './workplace.ts';

/** The oldest compiler that reads the declarations, one between, the last in JavaScript, and this package's own. */
const COMPILERS = ['5.0', '5.5', '5.9', '7.0'];

const RESOLUTIONS = [
  ['--module', 'nodenext'],
  ['--module', 'esnext', '--moduleResolution', 'bundler'],
];

/** What the package exports, by `publint`, by `attw` as a package of modules alone, and by the program that the pages show under these compilers. */
export async function entrances(place: Workplace): Promise<JobResult> {
  const compilers = COMPILERS.map((version) => [version, `typescript-${version}`] as const);
  const tools = await npmTools(place, 'entrances', [
    'publint@0.3.25',
    '@arethetypeswrong/cli@0.18.5',
    ...compilers.map(([version, name]) => `${name}@npm:typescript@${version}`),
  ]);
  if ('lacking' in tools) return { kind: 'lacking', what: tools.lacking };
  const tarball = await packed(place);
  const { env, node } = place;
  const broken: string[] = [];
  const demand = async (what: string, cwd: string, args: readonly string[]): Promise<void> => {
    const { code, stdout, stderr } = await run(node, args, { cwd, env });
    place.say(`${what}: ${code}`);
    if (code !== 0) broken.push(`${what} ended with ${code}: ${(stdout + stderr).slice(-1_000)}`);
  };
  const module = (...path: readonly string[]): string => join(tools.folder, 'node_modules', ...path);
  await demand('publint', tools.folder, [module('publint', 'src', 'cli.js'), 'run', tarball, '--strict']);
  await demand('attw', tools.folder, [module('@arethetypeswrong', 'cli', 'dist', 'index.js'), tarball, '--profile', 'esm-only']);

  const folder = await installedIn(place, 'compilers', { packages: [tarball], env });
  const [, program = ''] =
    /^```ts\n(import .*? from 'assay';\n.*?)^```$/ms.exec(readFileSync(join(place.root, 'docs', 'develop-against-the-mock.md'), 'utf8')) ??
    [];
  writeFileSync(join(folder, 'program.ts'), program);
  for (const [version, name] of compilers) {
    for (const resolution of RESOLUTIONS) {
      const args = [module(name, 'bin', 'tsc'), '--noEmit', '--strict', '--target', 'es2022', ...resolution, 'program.ts'];
      await demand(`typescript ${version} ${resolution.join(' ')}`, folder, args);
    }
  }
  return { kind: 'done', figures: `publint, attw and ${compilers.length} compilers: ${broken.length} complaints`, broken };
}
