import { defineConfig } from 'vitest/config';

const processTests = 'test/**/*.process.test.ts';
const browserTests = 'test/**/*.browser.test.ts';

/** Time is no assertion: on a busy machine everything takes many times as long. Only what hangs is ended. */
const PATIENCE = { testTimeout: 900_000, hookTimeout: 900_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'build/**/*.test.ts', 'test/architecture.test.ts'],
          pool: 'threads',
          isolate: false,
          maxWorkers: 2,
          ...PATIENCE,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // What needs many parts at once, or many seeds: attacks, simulations of limiters, gates over all sources.
        test: {
          name: 'system',
          include: ['bench/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [processTests, browserTests, 'test/architecture.test.ts'],
          pool: 'threads',
          isolate: false,
          maxWorkers: 2,
          ...PATIENCE,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // report.html in a browser of this machine; skipped, and said so, where there is none.
        test: {
          name: 'browser',
          include: [browserTests],
          globalSetup: ['test/support/find-browser.ts'],
          pool: 'threads',
          maxWorkers: 1,
          ...PATIENCE,
          sequence: { groupOrder: 3 },
        },
      },
      {
        // The installed package as a process: after the unit tests, so that neither slows the other down.
        test: {
          name: 'process',
          include: [processTests],
          globalSetup: ['test/support/install-package.ts'],
          pool: 'threads',
          maxWorkers: 2,
          ...PATIENCE,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
