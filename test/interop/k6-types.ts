import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { exported, run } from './workplace.ts';
import type { JobResult, Workplace } from './workplace.ts';

const STRICTLY = [
  '--noEmit',
  '--allowJs',
  '--checkJs',
  '--strict',
  '--target',
  'es2022',
  '--module',
  'esnext',
  '--moduleResolution',
  'bundler',
];

/** The k6 scripts by the types of k6, strictly. */
export async function k6Types(place: Workplace): Promise<JobResult> {
  const folder = await exported(place, 'k6');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const modules = join(place.root, 'node_modules');
  const compiler = join(modules, 'typescript', 'bin', 'tsc');
  const types = ['--types', 'k6', '--typeRoots', join(modules, '@types')];
  const { code, stdout } = await run(place.node, [compiler, ...STRICTLY, ...types, ...scripts], { cwd: folder, env: place.env });
  const mistakes = stdout.split('\n').filter((line) => line.includes('error'));
  return {
    kind: 'done',
    figures: `${scripts.length} scripts, ${mistakes.length} mistakes of type`,
    broken: code === 0 ? [] : mistakes.length > 0 ? mistakes : [`tsc ended with ${code}: ${stdout}`],
  };
}
