import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Instrumented } from './instrument.ts';

/** The checkout that this file was built in. */
export const CHECKOUT = fileURLToPath(new URL('../../../', import.meta.url));

/** A copy of what is built whose mock has all mutants in it. */
export interface Scratch {
  readonly folder: string;
  remove(): void;
}

/** Copies what is built into a folder of its own and compiles the instrumented services in the place of the others. */
export function makeScratch({ files }: Instrumented): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'assay-mutants-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    for (const part of ['src', 'bench/mutants', 'validators', 'specs.json', 'suite.json', 'files.json'])
      cpSync(join(CHECKOUT, 'dist', part), join(folder, 'dist', part), {
        recursive: true,
        filter: (path) => !/(?:\.test\.js|\.d\.ts)$/.test(path),
      });
    cpSync(join(CHECKOUT, 'package.json'), join(folder, 'package.json'));
    for (const part of ['specs', 'node_modules']) symlinkSync(join(CHECKOUT, part), join(folder, part));
    const source = join(folder, 'instrumented');
    for (const [name, content] of files) {
      mkdirSync(dirname(join(source, name)), { recursive: true });
      writeFileSync(join(source, name), content);
    }
    writeFileSync(join(source, 'tsconfig.json'), JSON.stringify(compilerOptions(folder)));
    execFileSync(process.execPath, [join(CHECKOUT, 'node_modules/typescript/bin/tsc'), '-p', source], { encoding: 'utf8' });
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, remove };
}

/** Types are erased, not checked: a mutant need not fit them. Imports are rewritten, not followed. */
function compilerOptions(folder: string): object {
  return {
    extends: join(CHECKOUT, 'tsconfig.json'),
    compilerOptions: {
      rootDir: '.',
      outDir: join(folder, 'dist/src/mock'),
      noCheck: true,
      noResolve: true,
      types: [],
      declaration: false,
      incremental: false,
      tsBuildInfoFile: null,
    },
    include: ['**/*.ts'],
    exclude: [],
  };
}
