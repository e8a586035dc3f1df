import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';

/** Cases of long tables are drawn anew in each run (test/support/draw.ts): TEST_SEED repeats one, TEST_CASES=all takes all of them. */
process.env['TEST_SEED'] ??= String(Date.now() % 1_000_000);
process.stderr.write(`TEST_SEED=${process.env['TEST_SEED']}\n`);

const processTests = 'test/**/*.process.test.ts';
const browserTests = 'test/**/*.browser.test.ts';

/** Files at a time, beside unit tests: many wait for a limit, a budget or an end. Those at the same time are given as many in each project. */
const TOGETHER = { maxWorkers: 8, sequence: { groupOrder: 1 } };

/** Time is no assertion: on a busy machine everything takes many times as long. Only what hangs is ended. */
const PATIENCE = { testTimeout: 900_000, hookTimeout: 900_000 };
const FEWER_CASES = { setupFiles: ['test/support/fewer-cases.ts'] };

const DIST = join(import.meta.dirname, 'dist');

/** Takes what the build has made of the sources: each project would transform all of them anew, where only its tests have to be. */
const built: Plugin = {
  name: 'built',
  enforce: 'pre',
  resolveId(id, importer) {
    if (importer === undefined || !/^\.{1,2}\/.*\.ts$/.test(id) || id.endsWith('.test.ts')) return undefined;
    const source = relative(import.meta.dirname, resolve(dirname(importer), id));
    const file = join(DIST, source.replace(/\.ts$/, '.js'));
    return existsSync(file) ? { id: file, external: true } : undefined;
  },
};

/** `npm test` has built it all beforehand; who watches tests changes sources. */
const ofBuild = (mode: string): object => (mode === 'built' ? { plugins: [built] } : {});

export default defineConfig(({ mode }) => ({
  test: {
    projects: [
      {
        ...ofBuild(mode),
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'build/**/*.test.ts', 'test/architecture.test.ts'],
          pool: 'threads',
          isolate: false,
          maxWorkers: 3,
          ...PATIENCE,
          ...FEWER_CASES,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // What needs many parts at once, or many seeds: attacks, simulations of limiters, gates over all sources.
        ...ofBuild(mode),
        test: {
          name: 'system',
          include: ['bench/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [processTests, browserTests, 'test/architecture.test.ts'],
          pool: 'threads',
          isolate: false,
          ...PATIENCE,
          ...FEWER_CASES,
          ...TOGETHER,
        },
      },
      {
        // report.html in a browser of this machine; skipped, and said so, where there is none.
        ...ofBuild(mode),
        test: {
          name: 'browser',
          include: [browserTests],
          globalSetup: ['test/support/find-browser.ts'],
          pool: 'threads',
          ...PATIENCE,
          ...TOGETHER,
        },
      },
      {
        // The installed package as a process.
        ...ofBuild(mode),
        test: {
          name: 'process',
          include: [processTests],
          globalSetup: ['test/support/install-package.ts'],
          pool: 'threads',
          isolate: false,
          ...PATIENCE,
          ...TOGETHER,
        },
      },
    ],
  },
}));
