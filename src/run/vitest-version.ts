import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PACKAGE_ROOT } from './package-root.ts';
import { RunError } from './run-error.ts';

/** What of a package.json says which runner there is, and which there should be. */
interface Manifest {
  readonly version: string;
  readonly dependencies: { readonly vitest: string };
}

/** {@link demandVitest} of the runner that this package finds. Throws RunError. */
export function demandOwnVitest(): void {
  const { dependencies }: Manifest = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'));
  const runner: Manifest = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('vitest/package.json'), 'utf8'));
  demandVitest(runner.version, dependencies.vitest);
}

/**
 * Makes sure that the runner is the one that this package brings along: another major version finds no suites, or fails in its own
 * words. Throws RunError with what to do.
 */
export function demandVitest(found: string, wanted: string): void {
  if (majorOf(found) === majorOf(wanted)) return;
  throw new RunError(
    'usage',
    `vitest: expected version ${wanted}, which assay brings along, found ${found}: an override, a resolution or a hoisting rule of this project ` +
      `puts it in its place. Take assay out of the rule ("overrides": { "assay": { "vitest": "${wanted}" } }), or install assay in a folder of its own`,
  );
}

function majorOf(version: string): string {
  return version.split('.')[0] ?? '';
}
