import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './workplace.ts';
import type { Workplace } from './workplace.ts';

/** Packs the package as it is built now; answers the tarball. */
export async function packed({ root, scratch, env }: Workplace): Promise<string> {
  const { code, stdout, stderr } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', scratch], {
    cwd: root,
    env,
  });
  if (code !== 0) throw new Error(`npm pack ended with ${code}: ${stderr}`);
  const [tarball]: readonly { readonly filename: string }[] = Object.values(JSON.parse(stdout));
  if (tarball === undefined) throw new Error('npm pack: expected a tarball, found none');
  return join(scratch, tarball.filename);
}

interface Installing {
  /** beside name and type, of the folder's package.json */
  readonly manifest?: object;
  readonly packages: readonly string[];
  /** where npm finds its Node */
  readonly env: Workplace['env'];
}

/** A new folder with these packages installed; no engine that does not fit passes. What npm has against it rejects. */
export async function installedIn({ scratch, say }: Workplace, name: string, { manifest, packages, env }: Installing): Promise<string> {
  const folder = join(scratch, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', ...manifest }));
  say(`installing into ${folder}`);
  const args = ['install', '--engine-strict', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', ...packages];
  const { code, stderr } = await run('npm', args, { cwd: folder, env });
  if (code !== 0) throw new Error(`npm install in ${folder} ended with ${code}: ${stderr.trim().split('\n').slice(0, 5).join(' ')}`);
  return folder;
}

/** The search path with this folder before all others. */
export function withPath(env: Workplace['env'], folder: string): Workplace['env'] {
  return { ...env, PATH: `${folder}:${env['PATH'] ?? ''}` };
}
