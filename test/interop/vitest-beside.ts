import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedIn, packed } from './installed.ts';
import { run } from './workplace.ts';
import type { JobResult, Workplace } from './workplace.ts';

interface Manifest {
  readonly dependencies: { readonly vitest: string };
}

const OTHER = '3.2.4';

/** A test of the user's own, which says which runner it is in. */
const OWN_TEST = "import { expect, test } from 'vitest';\ntest('mine', () => expect(1).toBe(1));\n";

/** Another major version of the runner in the user's folder: beside this package's own, with peers of it, and forced upon this package. */
export async function vitestBeside(place: Workplace): Promise<JobResult> {
  const tarball = await packed(place);
  const broken: string[] = [];
  const { env, say } = place;
  const runs = async (folder: string, code: number, says: RegExp): Promise<void> => {
    const args = ['run', '--document', 'authentication', '--walks', '0', '--out', 'run'];
    const ended = await run(join(folder, 'node_modules', '.bin', 'assay'), args, { cwd: folder, env, timeout: 180_000 });
    const text = ended.stdout + ended.stderr;
    say(`assay run ended with ${ended.code}`);
    if (ended.code !== code || !says.test(text))
      broken.push(`${folder}: expected ${code} and ${String(says)}, ended with ${ended.code}: ${text.slice(-600)}`);
  };

  const beside = await installedIn(place, 'beside-vitest', { packages: [`vitest@${OTHER}`, `@vitest/ui@${OTHER}`, tarball], env });
  await runs(beside, 0, /CONFORMANT/);
  writeFileSync(join(beside, 'mine.test.js'), OWN_TEST);
  const own = await run(join(beside, 'node_modules', '.bin', 'vitest'), ['run', 'mine.test.js'], {
    cwd: beside,
    env: { ...env, NO_COLOR: '1' },
  });
  if (own.code !== 0 || !own.stdout.includes(`v${OTHER}`))
    broken.push(`${beside}: the user's own tests do not run: ${own.stdout}${own.stderr}`);

  const forced = await installedIn(place, 'forced-vitest', { manifest: { overrides: { vitest: OTHER } }, packages: [tarball], env });
  await runs(forced, 2, new RegExp(`vitest: expected version \\S+, which assay brings along, found ${OTHER.replaceAll('.', '\\.')}`));

  const { dependencies }: Manifest = JSON.parse(readFileSync(join(place.root, 'package.json'), 'utf8'));
  const excepted = { overrides: { vitest: OTHER, assay: { vitest: dependencies.vitest } } };
  await runs(await installedIn(place, 'excepted-vitest', { manifest: excepted, packages: [tarball], env }), 0, /CONFORMANT/);
  return { kind: 'done', figures: `vitest ${OTHER}: beside, forced, and forced with assay excepted`, broken };
}
