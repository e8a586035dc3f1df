import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { exported, npmTools, run } from './workplace.ts';
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
  const tools = await npmTools(place, 'k6-types', ['@types/k6@2.3.0']);
  if ('lacking' in tools) return { kind: 'lacking', what: tools.lacking };
  const folder = await exported(place, 'k6');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  for (const script of scripts) copyFileSync(join(folder, script), join(tools.folder, script));
  const compiler = join(place.root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { code, stdout } = await run(place.node, [compiler, ...STRICTLY, '--types', 'k6', ...scripts], {
    cwd: tools.folder,
    env: place.env,
  });
  const mistakes = stdout.split('\n').filter((line) => line.includes('error'));
  return {
    kind: 'done',
    figures: `${scripts.length} scripts, ${mistakes.length} mistakes of type`,
    broken: code === 0 ? [] : mistakes.length > 0 ? mistakes : [`tsc ended with ${code}: ${stdout}`],
  };
}
