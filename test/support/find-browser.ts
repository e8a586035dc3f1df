import { spawnSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** a Chromium of this machine; null where there is none */
    browser: string | null;
  }
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Looks for a browser; where there is none its tests are skipped, and nobody can overlook it. */
export function setup(project: TestProject): void {
  const found = findBrowser();
  if (found === undefined)
    process.stderr.write(
      `\n!!! NO BROWSER: the tests of report.html are SKIPPED, not passed. 'npm run test:browser' installs one where it may; else install Chromium. !!!\n\n`,
    );
  project.provide('browser', found ?? null);
}

/** The first Chromium of this machine. */
export function findBrowser(): string | undefined {
  const { stdout } = spawnSync('sh', ['-c', NAMES.map((name) => `command -v ${name}`).join(' || ')], { encoding: 'utf8' });
  return stdout.trim().split('\n')[0] || undefined;
}
